// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "tessera/error.hpp"

namespace tessera {
namespace {

// In units in the last place of the largest value: changes up to the first are round-off, and the decay of
// changes is told only from those above the second.
constexpr double round_off = 2;
constexpr double trustworthy = 16;

}  // namespace

SteadyState::SteadyState(double tolerance, Precision precision)
    : m_tolerance(tolerance),
      m_epsilon(precision == Precision::float64 ? std::numeric_limits<double>::epsilon()
                                                : std::numeric_limits<float>::epsilon()) {}

void SteadyState::add(Check const& check) {
  m_range = std::max(m_range, check.maximum - check.minimum);
  double const floor = m_epsilon * std::max(std::abs(check.maximum), std::abs(check.minimum));
  bool const at_floor = check.change <= round_off * floor;
  if (m_step >= 0 && at_floor) {
    judge_floor(floor);
  } else if (m_step >= 0) {
    if (check.change > trustworthy * floor) learn_rate(check);
    m_error.reset();
    if (m_cautious_rate > 0) {
      m_error = check.change / std::expm1(m_cautious_rate);
      if (*m_error <= target()) m_verdict = Verdict::steady;
    }
  }
  m_step = check.step;
  m_change = check.change;
}

void SteadyState::learn_rate(Check const& check) {
  double const rate = std::log(m_change / check.change) / static_cast<double>(check.step - m_step);
  double const before = m_rate;
  m_rate = std::isfinite(rate) && rate > 0 ? rate : 0;
  bool const known = m_rate > 0 && before > 0;
  m_cautious_rate = known ? m_rate * std::min(1.0, m_rate / before) : 0;
}

void SteadyState::judge_floor(double floor) {
  double const change = round_off * floor;
  if (m_cautious_rate > 0) {
    m_error = change / std::expm1(m_cautious_rate);
    m_verdict = *m_error <= target() ? Verdict::steady : Verdict::precision_floor;
  } else if (m_change <= change) {  // twice in a row, and nothing is known of the decay
    m_verdict = m_range > 0 ? Verdict::precision_floor : Verdict::steady;
  }
}

std::optional<double> SteadyState::steps_left() const noexcept {
  if (!m_error) return std::nullopt;
  return *m_error <= target() ? 0.0 : std::log(*m_error / target()) / m_cautious_rate;
}

std::string SteadyState::save() const {
  char text[200];
  std::snprintf(text, sizeof text, "%ld %a %a %a %a %a", m_step, m_range, m_change, m_rate, m_cautious_rate,
                m_error.value_or(-1));
  return text;
}

void SteadyState::restore(std::string const& text) {
  double error = -1;
  int const read = std::sscanf(text.c_str(), "%ld %la %la %la %la %la", &m_step, &m_range, &m_change, &m_rate,
                               &m_cautious_rate, &error);
  if (read != 6) throw InputError("checkpoint: what it says of the steady state cannot be read: \"" + text + "\"");
  m_error = error < 0 ? std::nullopt : std::optional(error);
  m_verdict = m_error && *m_error <= target() ? Verdict::steady : Verdict::going_on;
}

}  // namespace tessera
