// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace tessera::stencils {

/// One constituent of a tide: amplitude cos(2 pi (t - reference) / period - phase).
struct Constituent {
  double amplitude;  ///< m
  double period;     ///< s
  double phase;      ///< radians
  double reference;  ///< s
};

/// A number that changes with time: a constant, plus constituents, plus a piecewise linear series that is constant
/// outside its range. Plain data that points to device memory.
struct Signal {
  double constant = 0;
  Constituent const* constituents = nullptr;
  int constituent_count = 0;
  double const* times = nullptr;   ///< s, ascending
  double const* values = nullptr;  ///< one for each of `times`
  int points = 0;

  /// The value at time `t`, s.
  KOKKOS_FUNCTION double at(double t) const {
    constexpr double turn = 6.283185307179586;
    double value = constant;
    for (int i = 0; i < constituent_count; ++i) {
      Constituent const& c = constituents[i];
      value += c.amplitude * Kokkos::cos(turn * (t - c.reference) / c.period - c.phase);
    }
    return points > 0 ? value + series(t) : value;
  }

 private:
  KOKKOS_FUNCTION double series(double t) const {
    if (!(t > times[0])) return values[0];
    if (!(t < times[points - 1])) return values[points - 1];
    int low = 0, high = points - 1;
    while (high - low > 1) {
      int const middle = (low + high) / 2;
      (times[middle] <= t ? low : high) = middle;
    }
    double const part = (t - times[low]) / (times[high] - times[low]);
    return values[low] + part * (values[high] - values[low]);
  }
};

}  // namespace tessera::stencils
