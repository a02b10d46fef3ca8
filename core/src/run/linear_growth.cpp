// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/linear_growth.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "tessera/error.hpp"

namespace tessera {
namespace {

constexpr double same_rate = 1e-6;  // relative difference of rates that are taken for equal
// A decay that hides in this difference for so long takes more than 1e9 steps for an e-fold: no run waits for it.
constexpr int least_checks = 20;
constexpr long least_steps = 1000;

}  // namespace

LinearGrowth::LinearGrowth(Precision precision)
    : m_epsilon(precision == Precision::float64 ? std::numeric_limits<double>::epsilon()
                                                : std::numeric_limits<float>::epsilon()) {}

void LinearGrowth::add(Check const& check, double time, double dt) {
  m_certain = false;
  double const round_off = m_epsilon * std::max(std::abs(check.maximum), std::abs(check.minimum));
  bool const resolved = check.change * same_rate >= round_off && check.change > 0;
  bool const goes_on = m_checks >= 0 && time > m_time && std::abs(check.change - m_change) <= same_rate * m_change;
  if (!resolved || !goes_on) {
    m_checks = resolved ? 0 : -1;
    m_step = check.step;
    m_time = time;
    m_change = check.change;
    m_mean = check.mean;
    return;
  }
  ++m_checks;
  // By time, not by steps: a frame at a given time makes the step before it shorter.
  double const expected = check.change / dt * (time - m_time);
  bool const all_cells = std::abs(std::abs(check.mean - m_mean) - expected) <= same_rate * expected;
  m_certain = all_cells && m_checks >= least_checks && check.step - m_step >= least_steps;
}

std::string LinearGrowth::save() const {
  char text[160];
  std::snprintf(text, sizeof text, "%d %ld %a %a %a %d", m_checks, m_step, m_time, m_change, m_mean, m_certain ? 1 : 0);
  return text;
}

void LinearGrowth::restore(std::string const& text) {
  int certain = 0;
  int const read =
      std::sscanf(text.c_str(), "%d %ld %la %la %la %d", &m_checks, &m_step, &m_time, &m_change, &m_mean, &certain);
  if (read != 6) throw InputError("checkpoint: what it says of linear growth cannot be read: \"" + text + "\"");
  m_certain = certain != 0;
}

}  // namespace tessera
