// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/shallow_water/side.hpp"

namespace tessera::stencils {

/// Whether water comes over a range of this kind that is not there at the start.
inline bool brings_water(SideKind kind) {
  return kind == SideKind::level || kind == SideKind::radiation || kind == SideKind::discharge;
}

/// What a clock must know of a range of a side over which water may come: how fast its waves can be in a step to come.
/// A level or a discharge may rise in a step on dry ground, where no wave of the state limits that step.
struct Inlet {
  SideKind kind;  ///< level, radiation or discharge
  Signal signal;
  double share;       ///< of a discharge: the largest of a cell, per metre, 1/m
  double lowest_bed;  ///< under a level, m
  double per_normal;  ///< inverse of the cells' length across the side, 1/m

  /// The rate, 1/s, at which waves of what comes in `over` cross a cell at least, at any depth of the water inside.
  /// Under a level it is that of water at rest up to the level. Of a discharge q per metre it is that of the critical
  /// state, whose velocity and celerity are cbrt(g q): q / h + 2 sqrt(g h) is least there. `per_length` is 1 / dx + 1 /
  /// dy.
  KOKKOS_FUNCTION double rate(double gravity, double per_length, Span const& over) const {
    double const most = signal.most(over);
    if (kind != SideKind::discharge) return per_length * Kokkos::sqrt(gravity * largest(most - lowest_bed, 0.0));
    return (per_length + per_normal) * Kokkos::cbrt(gravity * largest(most * share, 0.0));
  }
};

/// All that drives a flow from outside, as its clock sees it. Plain data that points to device memory.
struct Forcings {
  Signal rain{};                  ///< m/s
  double rained_area = 0;         ///< m^2: areas of cells times their shares of the rain
  double largest_rain_share = 1;  ///< of a cell
  Inlet const* inlets = nullptr;
  int inlet_count = 0;

  /// The rate, 1/s, at which waves of what comes in `over` cross a cell: by the inlets, and by the rain as a sheet of
  /// water that stands at the end.
  KOKKOS_FUNCTION double rate(double gravity, double per_length, Span const& over) const {
    double const depth = rain.mean(over) * (over.end - over.begin) * largest_rain_share;
    double fastest = per_length * Kokkos::sqrt(gravity * depth);
    for (int i = 0; i < inlet_count; ++i) fastest = largest(fastest, inlets[i].rate(gravity, per_length, over));
    return fastest;
  }
};

}  // namespace tessera::stencils
