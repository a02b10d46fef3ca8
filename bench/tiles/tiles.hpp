// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "../operators/operators.hpp"
#include "../sweep.hpp"
#include "tessera/stencils/heat.hpp"

namespace tessera::bench {

/// An operator with a register tile of these numbers.
template <class Op, class Numbers>
struct Tiled : Op {
  using register_tile = Numbers;
  static constexpr Tiled average() { return {Op::average()}; }
};

template <class Op, class Numbers, class T, int Rank>
void tiled_sweep(benchmark::State& state, Size const& size) {
  Grid<Rank> grid;
  int const edges[3] = {size.x, size.y, size.z};
  std::copy_n(edges, Rank, grid.cells.begin());
  measure_sweep(state, MainSpace{}, average_program<Tiled<Op, Numbers>, T>(grid), {.strategy = "register_tile"});
}

/// Registers `NAME/SIZE`.
template <class Op, class Numbers, class T, int Rank>
bool add_tile(std::string const& name) {
  Size const size = Rank == 2 ? Size{16384, 16384} : Size{512, 512, 512};
  set_timing(
      benchmark::RegisterBenchmark((name + "/" + size.name(Rank)).c_str(), tiled_sweep<Op, Numbers, T, Rank>, size));
  return true;
}

/// The step of heat7, whose formula has nine operations.
template <class T>
struct Heat7Step : stencils::Heat<3, T> {
  static constexpr Heat7Step average() { return {{{T(0.125), T(0.125), T(0.125)}}}; }
};
template <class T>
using Star7Step = stencils::WeightedStar<3, 1, T>;
template <class T>
using Star13Step = stencils::WeightedStar<3, 2, T>;
template <class T>
using Box27Step = stencils::WeightedBox<3, T>;
template <class T>
using Box19Step = stencils::Weighted<3, stencils::ByAxes<2>, T>;
template <class T>
using Star5Step = stencils::WeightedStar<2, 1, T>;
template <class T>
using Box9Step = stencils::WeightedBox<2, T>;
template <class T>
using Star2D13Step = stencils::WeightedStar<2, 3, T>;

}  // namespace tessera::bench
