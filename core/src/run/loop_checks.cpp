// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/loop_checks.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "run/loop_memory.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

LoopChecks::LoopChecks(Simulation& simulation, LoopSettings const& settings) : m_simulation(simulation) {
  if (!settings.tolerance) return;
  m_steady.emplace(*settings.tolerance, settings.precision, settings.slowest_rate * simulation.dt(),
                   settings.solves ? SteadyState::Checks::iterations : SteadyState::Checks::steps);
  if (settings.has_time) m_growth.emplace(settings.precision);
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
  m_time = m_simulation.time();
}

void LoopChecks::judge() {
  if (!m_step) return;
  Check const& check = known_check();
  if (m_steady) m_steady->add(check);
  if (m_growth) m_growth->add(check, m_time, m_simulation.dt());
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

void LoopChecks::require_motion(double before, double goal) {
  constexpr double least_step = 1e-12;  // of the time: 10^12 of them would take as long as the whole run so far
  double const time = m_simulation.time();
  if (!(time < goal) || (time > before && m_simulation.dt() > least_step * time)) return;
  (void)look_now();  // if the numbers failed, that says more
  throw NumericsError("time stands still at " + human_number(time, 9) + " s, step " +
                      std::to_string(m_simulation.step()) +
                      ": the longest stable step has shrunk to nothing; look at what drives the run at that time");
}

void LoopChecks::save(std::map<std::string, std::string>& memory) const {
  if (m_steady) memory["steady"] = m_steady->save();
  if (m_growth) memory["growth"] = m_growth->save();
  if (!m_known) return;
  memory["check"] = to_text(*m_known);
  memory["check_time"] = exact_number(m_time);
}

void LoopChecks::resume(long step, std::map<std::string, std::string> const& memory) {
  m_good_step = step;
  if (auto const found = memory.find("steady"); found != memory.end() && m_steady) m_steady->restore(found->second);
  if (auto const found = memory.find("check"); found != memory.end()) {
    m_known = check_from_text(found->second);
    m_step = m_known->step;
  }
  // Older checkpoints have neither of these; a time that is none compares with nothing.
  if (auto const found = memory.find("growth"); found != memory.end() && m_growth) m_growth->restore(found->second);
  auto const time = memory.find("check_time");
  m_time = time != memory.end() ? std::strtod(time->second.c_str(), nullptr) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tessera
