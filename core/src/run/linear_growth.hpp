// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// Tells whether a solution has no steady state because every step adds the same amount to every cell, as heat does
/// that comes into an insulated box: u(t) = rate * t + shape.
///
/// A largest change per step that stays the same is not enough: the middle of a large heated box warms at a constant
/// rate for thousands of steps before it feels a cold wall. So the mean must move at the rate of the largest change as
/// well. No cell changes faster than that, so all cells then change at that rate, those at the walls too, and nothing
/// is left that could slow the growth down. A slow decay of all cells alike changes less from check to check.
class LinearGrowth {
 public:
  /// Changes count only as far as the precision resolves them; in float they seldom do.
  explicit LinearGrowth(Precision precision);

  /// Takes the next check of a run until steady, with the time that its step had reached and the length of a step, both
  /// in s.
  void add(Check const& check, double time, double dt);

  /// Whether it is certain: the rates were equal to within 1e-6 over 20 checks and 1000 steps.
  [[nodiscard]] bool certain() const noexcept { return m_certain; }

  /// All that `add` has learnt, as text for a checkpoint, and back, to the same bits.
  [[nodiscard]] std::string save() const;
  void restore(std::string const& text);

 private:
  double m_epsilon;
  int m_checks = -1;  ///< since the one that they are compared with, of which the rest is; negative: there is none
  long m_step = 0;
  double m_time = 0;
  double m_change = 0;
  double m_mean = 0;
  bool m_certain = false;
};

}  // namespace tessera
