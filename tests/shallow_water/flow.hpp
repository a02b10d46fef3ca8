// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"
#include "tessera/stencils/shallow_water.hpp"

namespace flow_tests {

namespace st = tessera::stencils;
using Values = std::vector<double>;
using Place = std::function<double(double x, double y)>;

inline double zero(double, double) { return 0; }

/// A rule in the cells `first` to `last` of a face; it has its discharge in equal parts.
struct Range {
  std::size_t face;
  std::size_t first, last;
  int rule;
};

/// A flow from a start to an end.
struct Flow {
  tessera::Grid<2> grid;
  Place bed = zero, depth = zero, u = zero, v = zero, concentration = zero;
  st::FlowSetup setup{};                ///< sides and rules left out
  std::vector<st::SideRule> rules{{}};  ///< number 0 is the wall
  int sides[4] = {0, 0, 0, 0};          ///< the rule of x_low, x_high, y_low, y_high
  std::vector<Range> ranges{};          ///< with other rules than their side
  double conveyance = 0;                ///< at sides of normal depth, m^(1/3)/s
  double end = 1e9;                     ///< s
  long steps = 1000000;                 ///< at most
};

/// How it is computed.
struct How {
  tessera::Precision precision = tessera::Precision::float64;
  st::FlowAlgorithm algorithm = st::FlowAlgorithm::fused;
  std::string strategy{};  ///< empty: the default
  bool paper = false;      ///< the paper's bare sign and its pollutant's row
  int order = 1;           ///< 2 goes with `fused`
};

/// What came out; fields are (y, x), x fastest.
struct Outcome {
  Values bed, h, qx, qy, hc;
  Values start_h, start_hc;
  Values totals;  ///< as st::totals, with the last step
  double time = 0;
  long steps = 0;
  double mean_step = 0, shortest_step = 0;  ///< s; the shortest of every sixteenth

  [[nodiscard]] double c(std::size_t cell) const { return hc[cell] / h[cell]; }
};

/// Runs a flow in fields of `T`; compiled in run_*.cpp.
template <class T, class Exec>
Outcome run_in(Exec const& exec, Flow const& flow, How const& how);
extern template Outcome run_in<double>(Kokkos::DefaultExecutionSpace const&, Flow const&, How const&);
extern template Outcome run_in<float>(Kokkos::DefaultExecutionSpace const&, Flow const&, How const&);

/// Runs a flow on the default execution space.
inline Outcome run(Flow const& flow, How const& how = {}) {
  Kokkos::DefaultExecutionSpace const exec;
  return how.precision == tessera::Precision::float64 ? run_in<double>(exec, flow, how)
                                                      : run_in<float>(exec, flow, how);
}

/// f(x, y) at the cell centres.
inline Values sample(tessera::Grid<2> const& grid, Place const& f) {
  Values values;
  for (int j = 0; j < grid.cells[1]; ++j) {
    for (int i = 0; i < grid.cells[0]; ++i) {
      values.push_back(f(grid.origin[0] + (i + 0.5) * grid.spacing[0], grid.origin[1] + (j + 0.5) * grid.spacing[1]));
    }
  }
  return values;
}

inline double total(Values const& values) {
  double sum = 0;
  for (double v : values) sum += v;
  return sum;
}
inline double least_of(Values const& values) { return *std::min_element(values.begin(), values.end()); }
inline double largest_of(Values const& values) { return *std::max_element(values.begin(), values.end()); }
/// The largest absolute value; infinity if one is none.
inline double size(Values const& values) {
  double worst = 0;
  for (double v : values) worst = std::isfinite(v) ? std::max(worst, std::abs(v)) : INFINITY;
  return worst;
}
inline double distance(Values const& a, Values const& b) {
  Values d(a);
  for (std::size_t i = 0; i < a.size(); ++i) d[i] -= b[i];
  return size(d);
}
inline double mean_distance(Values const& a, Values const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

/// What the budget misses, as a part of what there is: volume now - volume at the start - what came.
inline double water_missing(Outcome const& o, tessera::Grid<2> const& grid) {
  double const area = grid.spacing[0] * grid.spacing[1], now = total(o.h) * area, start = total(o.start_h) * area;
  return std::abs(now - start - o.totals[st::total_water] + o.totals[st::total_seeped_water] -
                  o.totals[st::total_rain]) /
         std::max(now, start);
}
inline double pollutant_missing(Outcome const& o, tessera::Grid<2> const& grid) {
  double const area = grid.spacing[0] * grid.spacing[1], now = total(o.hc) * area, start = total(o.start_hc) * area;
  return std::abs(now - start - o.totals[st::total_pollutant] + o.totals[st::total_seeped_pollutant]) /
         std::max(now, start);
}

/// The flow with x and y exchanged.
inline Flow turned(Flow const& flow) {
  Flow other = flow;
  auto const turn = [](Place const& f) { return [f](double x, double y) { return f(y, x); }; };
  other.bed = turn(flow.bed);
  other.depth = turn(flow.depth);
  other.u = turn(flow.v);
  other.v = turn(flow.u);
  other.concentration = turn(flow.concentration);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    other.grid.cells[axis] = flow.grid.cells[1 - axis];
    other.grid.spacing[axis] = flow.grid.spacing[1 - axis];
    other.grid.origin[axis] = flow.grid.origin[1 - axis];
    other.grid.periodic[axis] = flow.grid.periodic[1 - axis];
  }
  for (int f = 0; f < 4; ++f) other.sides[f] = flow.sides[(f + 2) % 4];
  for (Range& range : other.ranges) range.face = (range.face + 2) % 4;
  return other;
}
/// A field with x and y exchanged; `grid` is the field's own.
inline Values turned(Values const& values, tessera::Grid<2> const& grid) {
  Values other;
  for (int i = 0; i < grid.cells[0]; ++i) {
    for (int j = 0; j < grid.cells[1]; ++j) other.push_back(values[static_cast<std::size_t>(j * grid.cells[0] + i)]);
  }
  return other;
}

}  // namespace flow_tests
