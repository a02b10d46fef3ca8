// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include "tessera/run/loop.hpp"

namespace tessera {

/// When something is due in a run: what its settings mean at the simulation's step and time.
class LoopEvents {
 public:
  /// Both must outlive the events.
  LoopEvents(Simulation const& simulation, LoopSettings const& settings)
      : m_simulation(simulation), m_settings(settings) {}

  /// Whether this is a step for something that is due every so many steps.
  [[nodiscard]] bool is_step_of(std::optional<long> every) const;
  /// Whether it is a time for something that is due at whole multiples of `every` s.
  [[nodiscard]] bool is_time_of(std::optional<double> every) const;
  /// Whether the steps, or the time, that the run is to have are reached.
  [[nodiscard]] bool steps_done() const;
  [[nodiscard]] bool end_reached() const;
  /// Whether the input that drives the run is at its end.
  [[nodiscard]] bool input_ended() const;
  /// Whether the next time to be hit is that of the end alone.
  [[nodiscard]] bool heads_for_end() const;

  /// How many steps until something is due by its step.
  [[nodiscard]] long steps_ahead() const;
  /// The next time that is to be hit, s; infinity if there is none.
  [[nodiscard]] double next_time() const;
  /// How many steps of the present length lie before `time`.
  [[nodiscard]] double steps_until(double time) const;

  /// Times that differ by less than this part of a step are the same one.
  static constexpr double same_time = 1e-6;

 private:
  /// The next time of a frame or a record, or at which the input ends; infinity if there is none.
  [[nodiscard]] double next_time_of_problem() const;
  [[nodiscard]] double slack() const { return same_time * m_simulation.dt(); }

  Simulation const& m_simulation;
  LoopSettings const& m_settings;
};

}  // namespace tessera
