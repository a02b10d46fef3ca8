// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/loop_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera {

bool LoopEvents::is_step_of(std::optional<long> every) const { return every && m_simulation.step() % *every == 0; }

bool LoopEvents::is_time_of(std::optional<double> every) const {
  if (!every) return false;
  double const count = std::round(m_simulation.time() / *every);
  return count > 0 && std::abs(m_simulation.time() - count * *every) <= slack();
}

bool LoopEvents::steps_done() const { return m_settings.steps && m_simulation.step() >= *m_settings.steps; }

bool LoopEvents::end_reached() const { return m_settings.end && m_simulation.time() >= *m_settings.end - slack(); }

long LoopEvents::steps_ahead() const {
  long const step = m_simulation.step();
  long least = m_settings.check_every - step % m_settings.check_every;
  for (auto const& every : {m_settings.frame_every, m_settings.checkpoint_every}) {
    if (every) least = std::min(least, *every - step % *every);
  }
  if (m_settings.steps) least = std::min(least, *m_settings.steps - step);
  return least;
}

bool LoopEvents::input_ended() const {
  return m_settings.input_end && m_simulation.time() >= m_settings.input_end->time - slack();
}

bool LoopEvents::heads_for_end() const { return m_settings.end && *m_settings.end < next_time_of_problem(); }

double LoopEvents::next_time() const {
  return std::min(m_settings.end.value_or(std::numeric_limits<double>::infinity()), next_time_of_problem());
}

double LoopEvents::next_time_of_problem() const {
  double next = m_settings.input_end ? m_settings.input_end->time : std::numeric_limits<double>::infinity();
  for (auto const& every : {m_settings.frame_every_time, m_settings.record_every_time}) {
    if (every) next = std::min(next, (std::floor((m_simulation.time() + slack()) / *every) + 1) * *every);
  }
  return next;
}

double LoopEvents::steps_until(double time) const { return (time - m_simulation.time()) / m_simulation.dt(); }

}  // namespace tessera
