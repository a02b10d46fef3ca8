// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "tessera/backend/native_launch.hpp"
#include "tessera/strategy/fused_stages/kernels.hpp"
#include "tessera/strategy/fused_stages/strategy.hpp"
#include "tessera/strategy/steps_launch.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The ghost tables of all writes.
template <class Kinds, class... Bounds, int... Ws>
auto row_faces(Pack<Bounds...> const& bounds, std::integer_sequence<int, Ws...>) {
  using Plan = typename Kinds::Plan;
  auto const one = [&]<int W>(std::integral_constant<int, W>) {
    constexpr int stage = Plan::template stage<W>;
    auto const& target = bounds.template get<stage>().targets.template get<Plan::template place<W>>();
    return GhostTable<typename Kinds::template value<W>, Plan::ghosts>(target.faces);
  };
  return pack(one(std::integral_constant<int, Ws>{})...);
}

/// The work partition of the columns of tiles, cached for each number of steps while the tiles stay the same.
template <class Wiring, class... Bounds>
WorkPartition const& row_partition(RowArguments<Types<Bounds...>, Wiring> const& args, int blocks) {
  using Plan = typename RowTypes<Types<Bounds...>, Wiring>::Plan;
  constexpr double narrow_cost = 1.75;  // cost of a row moved cell by cell, measured
  thread_local std::array<KeptPartition<4>, fused_stages_steps<2>> all;
  TileAxis const& x = args.x;
  return all[static_cast<std::size_t>(args.times.steps - 1)].of({x.n, args.n, blocks, x.periodic}, [&] {
    auto const cost = [&](int tile) { return x.aligned(tile, Plan::vector) ? 1.0 : narrow_cost; };
    return WorkPartition(x.count, args.n, blocks, {RowSweep<Types<Bounds...>, Wiring>::more_rows(args.times.steps)},
                         cost);
  });
}

/// Rows of a single step per block. A part computes `more` rows besides its own; the device holds `held` blocks at
/// once. Few rows keep the memory accesses of running blocks close together; fewer still where blocks would be idle.
inline int row_chunk(int rows, int columns, int held, int more) {
  long const fair = static_cast<long>(rows) * columns / held;
  return static_cast<int>(std::clamp(fair, 2L, std::max(2L, 6L * more)));
}

/// Partitions a plane among blocks, of which the device holds `held` at once. Returns the number of blocks.
template <class Wiring, class... Bounds>
int set_partition(RowArguments<Types<Bounds...>, Wiring>& args, int held) {
  if (args.times.steps == 1) {
    args.chunk = row_chunk(args.n, args.x.count, held, RowSweep<Types<Bounds...>, Wiring>::more_rows(1));
    return args.x.count * ((args.n + args.chunk - 1) / args.chunk);
  }
  args.partition = row_partition(args, std::min(held, WorkPartition::max_blocks));
  return args.partition.blocks;
}

/// Launches the kernel: a plane is swept along y, with a warp for each step; a tile of a line takes all steps in one
/// warp.
template <class Wiring, class... Bounds>
void launch_row_sweep(Native const& exec, Pack<Bounds...> const& bounds, StepTimes const& times,
                      std::string const& label) {
  using List = Types<Bounds...>;
  using Kinds = RowTypes<List, Wiring>;
  using Plan = typename Kinds::Plan;
  auto const& first = bounds.template get<0>();
  bool const* const periodic = first.targets.template get<0>().faces.periodic;
  RowArguments<List, Wiring> args{
      bounds,
      TileAxis(first.n[0], Kinds::extent, round_up(times.steps * Plan::halo, Plan::unit), Plan::unit, periodic[0]),
      periodic[2],
      first.n[2],
      row_faces<Kinds>(bounds, std::make_integer_sequence<int, Plan::writes>{}),
      times,
      {},
      0};
  auto const bytes = static_cast<std::size_t>(facts_of_row_plan<Plan, Kinds::rank>().shared_bytes(times.steps));
  if constexpr (Kinds::rank == 1) {
    int const blocks = std::min((args.x.count + line_tile_warps - 1) / line_tile_warps, 64 * multiprocessors(exec));
    launch_native(exec, row_line_kernel<List, Wiring>, blocks, {32, line_tile_warps}, bytes, label, args);
  } else {
    auto const kernel = row_sweep_kernel<List, Wiring>;
    int const blocks = set_partition(args, blocks_held(exec, kernel, 32 * times.steps, bytes, label));
    launch_native(exec, kernel, blocks, {32, times.steps}, bytes, label, args);
  }
}

template <class Wiring, class... Bounds>
void launch_fused_stages(Wiring, Native const& exec, Pack<Bounds...> const& bounds, StepTimes const& times,
                         std::string const& label) {
  using Kinds = RowTypes<Types<Bounds...>, Wiring>;
  if constexpr (Kinds::rank < 3) {
    if constexpr (Kinds::Plan::fits) launch_row_sweep<Wiring>(exec, bounds, times, label);
  }
}

}  // namespace tessera::detail

namespace tessera {

/// Takes the steps of a launch, all stages. Reads and writes no ghosts of what stages write.
template <class Launch>
void launch_steps(FusedStages, Launch const& launch) {
  detail::launch_fused_stages(typename Launch::wiring{}, launch.exec, launch.binder.all_launched(), launch.times,
                              launch.label + "/fused_stages");
}

}  // namespace tessera
