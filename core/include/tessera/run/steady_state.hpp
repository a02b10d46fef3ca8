// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// Judges how far a decaying solution is from its steady state.
///
/// Late in the decay the change per step shrinks by a factor rho with each step, so what remains is the sum of a
/// geometric series: change * rho / (1 - rho). rho comes from two successive checks. While faster modes still decay,
/// rho grows from check to check and the sum is too small; so the rate of decay (-log rho) is taken to fall once more
/// as it fell between the last checks. With a single mode left this changes nothing.
///
/// Below one unit in the last place of the data, changes are round-off and say nothing: then the error that the
/// precision can reach, one such unit * rho / (1 - rho) with the last trustworthy rho, is what is known.
class SteadyState {
 public:
  /// `tolerance` bounds the remaining error relative to the range (maximum - minimum) of the data, the largest seen:
  /// what decays to nothing would else never be within it.
  SteadyState(double tolerance, Precision precision);

  enum class Verdict {
    going_on,
    steady,          ///< the remaining error is within the tolerance
    precision_floor  ///< the precision does not let the error be told to be within the tolerance
  };

  /// Takes the next check; they come in order of their steps, a fixed number of steps apart.
  void add(Check const& check);

  [[nodiscard]] Verdict verdict() const noexcept { return m_verdict; }
  /// The remaining error in the unit of the data; none before three checks, or while it does not decay.
  [[nodiscard]] std::optional<double> error() const noexcept { return m_error; }
  /// The error that would be within the tolerance, in the unit of the data.
  [[nodiscard]] double target() const noexcept { return m_tolerance * m_range; }
  /// How many more steps it takes, counted from the last check; none where `error` is none.
  [[nodiscard]] std::optional<double> steps_left() const noexcept;

  /// All that `add` has learnt, as text for a checkpoint, and back, to the same bits.
  [[nodiscard]] std::string save() const;
  void restore(std::string const& text);

 private:
  void learn_rate(Check const& check);
  void judge_floor(double floor);

  double m_tolerance;
  double m_epsilon;
  double m_range = 0;
  long m_step = -1;             ///< of the last check
  double m_change = 0;          ///< at the last check
  double m_rate = 0;            ///< -log(rho) between the last two checks; 0: unknown
  double m_cautious_rate = 0;   ///< the one that the estimate goes by; 0: unknown
  std::optional<double> m_error;
  Verdict m_verdict = Verdict::going_on;
};

}  // namespace tessera
