// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// Counts steps and time as a `Simulation` must: one addition per step in double, so that the time depends neither
/// on how steps are grouped nor on where a run was interrupted.
class StepClock {
 public:
  explicit StepClock(double dt) : m_dt(dt) {}

  [[nodiscard]] long step() const noexcept { return m_step; }
  [[nodiscard]] double time() const noexcept { return m_time; }
  [[nodiscard]] double dt() const noexcept { return m_dt; }

  /// `steps` of the usual length.
  void advance(long steps) noexcept {
    m_step += steps;
    for (long i = 0; i < steps; ++i) m_time += m_dt;
  }
  /// One of length `dt`.
  void advance_by(double dt) noexcept {
    ++m_step;
    m_time += dt;
  }
  /// Goes on from elsewhere.
  void set(long step, double time) noexcept {
    m_step = step;
    m_time = time;
  }

 private:
  double m_dt;
  long m_step = 0;
  double m_time = 0;
};

}  // namespace tessera
