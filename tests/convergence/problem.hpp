// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "tessera/boundary.hpp"
#include "tessera/grid.hpp"

namespace convergence {

/// What holds on the two faces of an axis.
enum class Ends { periodic, value, node_value, gradient };

/// Heat on a grid of `Rank` axes: dimensions, ends with their prescribed values, and the numbers of a step.
template <int Rank>
struct Problem {
  std::array<int, Rank> cells{};
  std::array<double, Rank> spacing{};
  std::array<Ends, Rank> ends{};
  double low[Rank] = {};
  double high[Rank] = {};
  double diffusivity = 1;
  double dt = 0;

  /// Cells in x, y, z order, x first: calls f(p, x, y, z) with their number and centre.
  template <class F>
  void for_each_cell(F const& f) const {
    std::size_t count = 1;
    for (int n : cells) count *= static_cast<std::size_t>(n);
    for (std::size_t p = 0; p < count; ++p) {
      double at[3] = {};
      std::size_t rest = p;
      for (std::size_t axis = 0; axis < Rank; ++axis) {
        auto const n = static_cast<std::size_t>(cells[axis]);
        at[axis] = (static_cast<double>(rest % n) + 0.5) * spacing[axis];
        rest /= n;
      }
      f(p, at[0], at[1], at[2]);
    }
  }
  /// f(x, y, z) in every cell.
  template <class F>
  [[nodiscard]] std::vector<double> sample(F const& f) const {
    std::vector<double> values;
    for_each_cell([&](std::size_t, double x, double y, double z) { values.push_back(f(x, y, z)); });
    return values;
  }
};

/// The execution spaces that `space` counts.
int space_count();

/// The field after `steps` of the plain heat step, from `initial`.
template <int Rank, class T = double>
std::vector<double> solve_heat(int space, Problem<Rank> const& problem, std::vector<double> const& initial, long steps);

/// The same with a source (per second).
std::vector<double> solve_source(int space, Problem<1> const& problem, std::vector<double> const& initial,
                                 std::vector<double> const& source, long steps);

/// The same with a diffusivity that varies (its gradient at the ends is zero).
template <int Rank>
std::vector<double> solve_variable(int space, Problem<Rank> const& problem, std::vector<double> const& initial,
                                   std::vector<double> const& diffusivity, std::vector<double> const& source,
                                   long steps);

/// The largest absolute difference.
double distance(std::vector<double> const& a, std::vector<double> const& b);

}  // namespace convergence
