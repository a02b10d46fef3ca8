// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <chrono>

namespace tessera {

/// Decides how many steps are enqueued at once and when to wait for them, so that no more than about half a second of
/// work is ever under way. It only groups steps; no result depends on it.
class Pacer {
 public:
  /// How many steps to enqueue now, of the `left` ones.
  [[nodiscard]] long next(long left) const { return std::min(left, m_allowed - m_in_flight); }

  void enqueued(long steps) { m_in_flight += steps; }
  [[nodiscard]] bool is_full() const { return m_in_flight >= m_allowed; }

  /// All that was enqueued is done.
  void fenced() {
    auto const now = Clock::now();
    if (m_in_flight > 0) {
      m_seconds_per_step = seconds(now - m_since) / static_cast<double>(m_in_flight);
      double const fitting = budget / std::max(m_seconds_per_step, 1e-9);
      m_allowed = rounded(std::clamp<long>(static_cast<long>(fitting), 1, 4 * m_allowed));
    }
    m_in_flight = 0;
    m_since = now;
  }
  /// What was done since the last fence was not stepping.
  void restart() { m_since = Clock::now(); }

  /// Of wall time, as measured last; 0: not yet.
  [[nodiscard]] double seconds_per_step() const { return m_seconds_per_step; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double budget = 0.5;  // seconds

  static double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }
  /// A multiple of what sweeps of several steps divide well.
  static long rounded(long steps) { return steps >= 120 ? steps / 120 * 120 : steps >= 12 ? steps / 12 * 12 : steps; }

  long m_allowed = 1;
  long m_in_flight = 0;
  double m_seconds_per_step = 0;
  Clock::time_point m_since = Clock::now();
};

}  // namespace tessera
