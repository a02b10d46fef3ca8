// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// Judges how far a decaying solution is from its steady state.
///
/// Late in the decay the change per step shrinks by a factor rho with each step, so what remains is the sum of a
/// geometric series: change * rho / (1 - rho). The rate of decay, -log(rho), comes from checks between which the change
/// fell by half an e-fold, so that round-off in the changes does not hide it. While faster modes still die, the rate
/// falls and the sum is too small; so the rate is taken to go on falling for two e-folds as it fell over the last one.
/// With a single mode left this alters nothing.
///
/// Below a unit or two in the last place of the data, changes are round-off and say nothing: then the error that the
/// precision can reach, two such units * rho / (1 - rho) with the last trustworthy rho, is what is known.
class SteadyState {
 public:
  /// `tolerance` bounds the remaining error relative to the range (maximum - minimum) of the data, the largest seen:
  /// what decays to nothing would else never be within it. `slowest_rate` is one that no part decays slower than, per
  /// step, if it is known; else 0. The estimate then goes by no faster one.
  /// `Checks::iterations`: between two checks lies one iteration of a solver. Its changes end not at round-off, but at
  /// what a residual's round-off becomes; where six in a row bring no smaller change, that is reached.
  enum class Checks { steps, iterations };
  SteadyState(double tolerance, Precision precision, double slowest_rate = 0, Checks checks = Checks::steps);

  enum class Verdict {
    going_on,
    steady,          ///< the remaining error is within the tolerance
    precision_floor  ///< the precision does not let the error be told to be within the tolerance
  };

  /// Takes the next check; they come in the order of their steps.
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
  /// One check whose change is well above round-off.
  struct Known {
    double step;
    double log_change;
  };

  void learn_rate(Check const& check);
  void judge_floor(double floor);
  void judge_stagnation(double change);
  [[nodiscard]] std::size_t window_before(std::size_t last) const;

  double m_tolerance;
  double m_epsilon;
  double m_slowest_rate;
  Checks m_checks;
  double m_least = 0;   ///< change of all iterations so far
  double m_since = -1;  ///< iterations since then; negative: there was none
  double m_range = 0;
  double m_change = -1;        ///< at the last check; negative: there was none
  double m_cautious_rate = 0;  ///< the one that the estimate goes by; 0: unknown
  std::optional<double> m_error;
  std::vector<Known> m_known;  ///< oldest first, as far back as the rate needs
  Verdict m_verdict = Verdict::going_on;
};

}  // namespace tessera
