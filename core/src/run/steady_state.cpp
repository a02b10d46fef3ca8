// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "tessera/error.hpp"

namespace tessera {
namespace {

// In units in the last place of the largest value: changes up to the first are round-off, and the decay of
// changes is told only from those above the second.
constexpr double round_off = 2;
constexpr double trustworthy = 16;
constexpr double half_fold = 0.5;        // of the change, between the ends of a window
constexpr int windows_ahead = 4;         // for which the rate is taken to go on falling
constexpr std::size_t most_known = 256;  // more are thinned out
constexpr int stagnant = 6;              // iterations without a smaller change

}  // namespace

SteadyState::SteadyState(double tolerance, Precision precision, double slowest_rate, Checks checks)
    : m_tolerance(tolerance),
      m_epsilon(precision == Precision::float64 ? std::numeric_limits<double>::epsilon()
                                                : std::numeric_limits<float>::epsilon()),
      m_slowest_rate(slowest_rate),
      m_checks(checks) {}

void SteadyState::add(Check const& check) {
  m_range = std::max(m_range, check.maximum - check.minimum);
  double const floor = m_epsilon * std::max(std::abs(check.maximum), std::abs(check.minimum));
  if (check.change <= round_off * floor) {
    judge_floor(floor);
  } else {
    if (check.change > trustworthy * floor) learn_rate(check);
    m_error.reset();
    if (m_cautious_rate > 0) {
      m_error = check.change / std::expm1(m_cautious_rate);
      if (*m_error <= target()) m_verdict = Verdict::steady;
    }
  }
  m_change = check.change;
  if (m_checks == Checks::iterations && m_verdict == Verdict::going_on) judge_stagnation(check.change);
}

void SteadyState::judge_stagnation(double change) {
  bool const less = m_since < 0 || change < m_least;
  m_since = less ? 0 : m_since + 1;
  if (less) m_least = change;
  if (m_since < stagnant) return;
  m_error = change;
  m_verdict = change <= target() ? Verdict::steady : Verdict::precision_floor;
}

/// The newest check before `last` from which the change fell by half an e-fold; without one, that in the middle.
std::size_t SteadyState::window_before(std::size_t last) const {
  for (std::size_t i = last; i-- > 0;) {
    if (m_known[i].log_change - m_known[last].log_change >= half_fold) return i;
  }
  return last / 2;
}

void SteadyState::learn_rate(Check const& check) {
  m_known.push_back({static_cast<double>(check.step), std::log(check.change)});
  m_cautious_rate = 0;
  if (m_known.size() < 3) return;
  auto const rate = [&](std::size_t from, std::size_t to) {
    return (m_known[from].log_change - m_known[to].log_change) / (m_known[to].step - m_known[from].step);
  };
  std::size_t const last = m_known.size() - 1;
  std::size_t const middle = std::max<std::size_t>(window_before(last), 1);
  std::size_t const first = window_before(middle);
  double const before = rate(first, middle);
  double const now = rate(middle, last);
  if (now > 0 && before > 0) m_cautious_rate = now * std::pow(std::min(1.0, now / before), windows_ahead);
  if (m_cautious_rate > 0 && m_slowest_rate > 0) m_cautious_rate = std::min(m_cautious_rate, m_slowest_rate);

  bool const enough = m_known[first].log_change - m_known[middle].log_change >= half_fold;
  if (enough) m_known.erase(m_known.begin(), m_known.begin() + static_cast<long>(first));
  if (m_known.size() >= most_known) {  // every second one will do
    std::size_t kept = 0;
    for (std::size_t i = 1; i < m_known.size(); i += 2) m_known[kept++] = m_known[i];
    m_known.resize(kept);
  }
}

void SteadyState::judge_floor(double floor) {
  double const change = round_off * floor;
  if (m_cautious_rate > 0) {
    m_error = change / std::expm1(m_cautious_rate);
    m_verdict = *m_error <= target() ? Verdict::steady : Verdict::precision_floor;
  } else if (m_change >= 0 && m_change <= change) {  // twice in a row, and nothing is known of the decay
    m_verdict = m_range > 0 ? Verdict::precision_floor : Verdict::steady;
  }
}

std::optional<double> SteadyState::steps_left() const noexcept {
  if (!m_error) return std::nullopt;
  return *m_error <= target() ? 0.0 : std::log(*m_error / target()) / m_cautious_rate;
}

std::string SteadyState::save() const {
  char text[180];
  std::snprintf(text, sizeof text, "%a %a %a %a %a %a", m_range, m_change, m_cautious_rate, m_error.value_or(-1),
                m_least, m_since);
  std::string all = text;
  for (auto const& known : m_known) {
    std::snprintf(text, sizeof text, " %a %a", known.step, known.log_change);
    all += text;
  }
  return all;
}

void SteadyState::restore(std::string const& text) {
  std::vector<double> numbers;
  char const* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    double const number = std::strtod(at, &end);
    if (end == at) break;
    numbers.push_back(number);
  }
  if (*at != '\0' || numbers.size() < 6 || numbers.size() % 2 != 0) {
    throw InputError("checkpoint: what it says of the steady state cannot be read");
  }
  m_range = numbers[0];
  m_change = numbers[1];
  m_cautious_rate = numbers[2];
  m_error = numbers[3] < 0 ? std::nullopt : std::optional(numbers[3]);
  m_least = numbers[4];
  m_since = numbers[5];
  m_known.clear();
  for (std::size_t i = 6; i < numbers.size(); i += 2) m_known.push_back({numbers[i], numbers[i + 1]});
  m_verdict = m_error && *m_error <= target() ? Verdict::steady : Verdict::going_on;
}

}  // namespace tessera
