// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/loop_checks.hpp"

#include <algorithm>

#include "run/loop_memory.hpp"
#include "tessera/error.hpp"

namespace tessera {

LoopChecks::LoopChecks(Simulation& simulation, LoopSettings const& settings) : m_simulation(simulation) {
  if (settings.tolerance) m_steady.emplace(*settings.tolerance, settings.precision);
}

void LoopChecks::require_good(Check const& check) {
  if (check.finite) {
    m_good_step = std::max(m_good_step, check.step);
    return;
  }
  std::string const good = m_good_step >= 0 ? "; step " + std::to_string(m_good_step) + " was still good" : "";
  throw NumericsError("the numbers failed: " + check.bad_place + " is not finite at step " +
                      std::to_string(check.step) + good);
}

/// The look that is under way, without judging it.
Check const& LoopChecks::known_check() {
  if (!m_known) m_known = m_simulation.end_check();
  require_good(*m_known);
  return *m_known;
}

void LoopChecks::begin() {
  m_simulation.begin_check();
  m_step = m_simulation.step();
}

void LoopChecks::judge() {
  if (!m_step) return;
  Check const& check = known_check();
  if (m_steady) m_steady->add(check);
  m_step.reset();
  m_known.reset();
}

Check LoopChecks::look_now() {
  if (m_step) {
    Check const& check = known_check();
    if (*m_step == m_simulation.step()) return check;
  }
  m_simulation.begin_check();
  Check const check = m_simulation.end_check();
  require_good(check);
  return check;
}

void LoopChecks::save(std::map<std::string, std::string>& memory) const {
  if (m_steady) memory["steady"] = m_steady->save();
  if (m_known) memory["check"] = to_text(*m_known);
}

void LoopChecks::resume(long step, std::map<std::string, std::string> const& memory) {
  m_good_step = step;
  if (auto const found = memory.find("steady"); found != memory.end() && m_steady) m_steady->restore(found->second);
  if (auto const found = memory.find("check"); found != memory.end()) {
    m_known = check_from_text(found->second);
    m_step = m_known->step;
  }
}

}  // namespace tessera
