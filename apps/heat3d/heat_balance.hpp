// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

namespace heat3d {

/// A sum and that of the magnitudes, K/s. long double, since a grid may have 10^9 cells.
struct HeatSum {
  long double value = 0;
  long double size = 0;

  void add(double term) {
    value += term;
    size += term < 0 ? -term : term;
  }
  /// Whether the terms cancel to within the round-off of sums and of numbers that were written with ten digits.
  [[nodiscard]] bool cancels() const;
};

/// How fast the mean temperature of a box changes that exchanges heat by given gradients alone: its integral over the
/// box changes by that of the source, and by diffusivity times gradient over the faces (Gauss's theorem), here in the
/// sums that the scheme makes of them.
struct HeatBalance {
  double source = 0;     ///< the part of the source, K/s
  double gradients = 0;  ///< the part of the faces with a given gradient, K/s
  double size = 0;       ///< the same with all parts taken without their signs, K/s

  [[nodiscard]] double rate() const { return source + gradients; }
  /// Whether the parts cancel (HeatSum).
  [[nodiscard]] bool is_zero() const;
};

/// What the given gradient on a face adds to a cell beside it, K/s: diffusivity times gradient over the spacing. `cell`
/// counts in (z, y, x) order.
[[nodiscard]] double gradient_gain(Problem const& problem, std::size_t face, std::size_t cell);

/// The balance of a problem; of faces with a given temperature it knows nothing.
[[nodiscard]] HeatBalance heat_balance(Problem const& problem);

/// A rate, 1/s, that no temperature decays slower than where the diffusivity varies: the least diffusivity above 0
/// times the least eigenvalue of the Laplacian of the scheme in the box (Rayleigh's principle: no face conducts less
/// than the worse of its cells). 0 where the diffusivity is one number, or nothing can decay. Cells of 0 may lengthen
/// the way of the heat, and the rate is then an estimate.
[[nodiscard]] double slowest_rate(Problem const& problem);

/// Throws InputError if the config wants a steady state and there is none: no face has a given temperature, and more
/// heat comes in than goes out, or less.
void require_steady_state(tessera::Config const& config, Problem const& problem);

}  // namespace heat3d
