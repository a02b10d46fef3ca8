// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "spaces.hpp"
#include "tessera/solution.hpp"

namespace stencil_tests {

/// f(x, y, z) at the cell centres, x fastest; coordinates past the rank are 0.
template <int Rank, class F>
std::vector<double> sample(tessera::Grid<Rank> const& grid, F const& f) {
  std::vector<double> values;
  for (long p = 0; p < grid.size(); ++p) {
    double at[3] = {};
    long rest = p;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      at[axis] = grid.origin[axis] + (static_cast<double>(rest % grid.cells[axis]) + 0.5) * grid.spacing[axis];
      rest /= grid.cells[axis];
    }
    values.push_back(f(at[0], at[1], at[2]));
  }
  return values;
}

/// The largest absolute difference; infinity if a value is none.
inline double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t p = 0; p < a.size() && p < b.size(); ++p) {
    double const d = std::abs(a[p] - b[p]);
    worst = std::isfinite(d) ? std::max(worst, d) : INFINITY;
  }
  return worst;
}

}  // namespace stencil_tests
