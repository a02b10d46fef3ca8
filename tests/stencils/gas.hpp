// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <numbers>

#include "stencils/support.hpp"
#include "tessera/stencils/navier_stokes.hpp"

// Runs of an isothermal gas in a periodic box of 2 pi.

namespace stencil_tests {

using tessera::stencils::Gas;
using tessera::stencils::Passes;

constexpr double pi = std::numbers::pi;

/// A periodic grid whose cells are as long as `n` of them in 2 pi.
inline tessera::Grid<3> box(int n, std::array<int, 3> const& cells) {
  double const h = 2 * pi / n;
  return {.cells = cells, .spacing = {h, h, h}, .periodic = {true, true, true}};
}

/// The fields of a gas on the host.
struct GasFields {
  std::vector<double> l, v[3];
};

/// The fields after `steps` steps of `dt` seconds, on the default execution space. Compiled in gas.cpp alone.
template <Passes How, class T>
GasFields advance_gas(tessera::Grid<3> const& grid, Gas const& gas, double dt, long steps, GasFields const& start);

/// The root of the mean of squares of a - b.
inline double rms(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t p = 0; p < a.size(); ++p) sum += (a[p] - b[p]) * (a[p] - b[p]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

/// Zero everywhere.
inline std::vector<double> zeros(tessera::Grid<3> const& grid) {
  return std::vector<double>(static_cast<std::size_t>(grid.size()), 0.0);
}

}  // namespace stencil_tests
