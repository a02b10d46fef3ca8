// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "tessera/backend/native_launch.hpp"
#include "tessera/storage/launch_memory.hpp"
#include "tessera/strategy/register_tile/kernel.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"
#include "tessera/strategy/steps_launch.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The tiles along x of a launch of `steps` steps. They cover whole vectors: rows are padded, and the last tile begins
/// on a 16-byte boundary.
template <std::size_t State, class Numbers, class Bound>
TileAxis x_tiles(Bound const& bound, int steps) {
  using Types = RegisterTileTypes<Bound, State, Numbers>;
  bool const periodic = bound.targets.template get<0>().faces.periodic[0];
  int const cells = periodic ? bound.n[0] : round_up(bound.n[0], Types::V);
  return {cells, Numbers::extent_x, Types::Shape::halo_x(steps, Types::V), sector_cells(Types::V), periodic};
}

/// Sets the tiles of a kernel on its grid.
template <class Bound, std::size_t State, class Numbers>
void set_tiles(RegisterTileArguments<Bound, State, Numbers>& args) {
  using Types = RegisterTileTypes<Bound, State, Numbers>;
  using Shape = typename Types::Shape;
  int const steps = args.groups * Numbers::levels;
  auto const& faces = args.bound.targets.template get<0>().faces;
  bool const* const periodic = faces.periodic;
  args.tiles.x = x_tiles<State, Numbers>(args.bound, steps);
  int const rows = args.bound.n[1], halo = Shape::halo_y(steps);
  bool const wraps = Shape::shares_rows && periodic[1];
  int const cluster = tile_cluster(rows, Numbers::extent_y, halo, Numbers::cluster, wraps);
  args.tiles.y = TileAxis(rows, cluster * Numbers::extent_y, halo, 1, wraps);
  args.periodic_z = periodic[2];
  args.faces = typename Types::Faces(faces);
}

/// The work partition of the columns among the blocks or clusters that run `at_once`. It is cached for each number of
/// groups while the tiles stay the same.
template <class Bound, std::size_t State, class Numbers>
WorkPartition const& column_partition(RegisterTileArguments<Bound, State, Numbers> const& args, int at_once) {
  thread_local std::array<KeptPartition<5>, Numbers::groups> all;
  int const blocks = std::min(at_once, WorkPartition::max_blocks);
  TileColumns const& tiles = args.tiles;
  int const planes = args.bound.n[2];
  return all[static_cast<std::size_t>(args.groups - 1)].of(
      {args.bound.n[0], tiles.y.n, planes, blocks, tiles.x.periodic + 2 * tiles.y.periodic}, [&] {
        auto const cost = [&](int column) { return args.plane_cost(column); };
        return WorkPartition(tiles.count(), planes, blocks, args.part(blocks), cost);
      });
}

/// Sets inter-block throttling for warps of the halo, one counter per round of whole columns.
template <class Bound, std::size_t State, class Numbers>
void set_throttle(RegisterTileArguments<Bound, State, Numbers>& args, Native const& exec,
                  LaunchMemory<Native>& memory) {
  if constexpr (RegisterTileTypes<Bound, State, Numbers>::Shape::trims_halo) {
    args.throttle.counters = memory.words(exec, Throttle::most_rounds, 0, 0);
    WorkPartition const& partition = args.partition;
    for (int c = 0; c < std::min(partition.columns, Throttle::most_rounds * partition.blocks); ++c) {
      if (partition.stays_whole(c)) args.throttle.warps[c / partition.blocks] += args.halo_warps(c);
    }
  }
}

/// Launches the kernel of one stage for the steps of `times`.
template <class Numbers, std::size_t State, class Bound>
void launch_tile(Native const& exec, Bound const& bound, LaunchMemory<Native>& memory, StepTimes const& times,
                 BlockedLayout const& layout, std::string const& label) {
  constexpr std::size_t bytes = RegisterTileKernel<Bound, State, Numbers>::shared_bytes;
  auto const kernel = register_tile_kernel<Bound, State, Numbers>;
  RegisterTileArguments<Bound, State, Numbers> args{bound, {}, layout, false, {}, {}, {}, times.steps / Numbers::levels,
                                                    {}};
  set_tiles(args);
  int const cluster = args.tiles.y.extent / Numbers::extent_y;
  BlockShape const shape{32, Numbers::warps * args.groups, cluster};
  args.partition = column_partition(
      args, cluster == 1 ? multiprocessors(exec) * Numbers::blocks : clusters_held(exec, kernel, shape, bytes, label));
  set_throttle(args, exec, memory);
  std::copy(times.time, times.time + times.steps, args.times);
  launch_native(exec, kernel, args.partition.blocks * cluster, shape, bytes, label, args);
}

/// The tile numbers of one stage.
template <std::size_t State, class Bound>
struct TileNumbersOfBound;
template <std::size_t State, int Rank, class Op, class... Ss, class Target, class Results>
struct TileNumbersOfBound<State, BoundStage<Rank, Op, Types<Ss...>, Types<Target>, Results>> {
  using type = typename TileNumbersOf<Op, typename TypeAt<Types<Ss...>, State>::type::reach, Rank,
                                      sizeof(typename Target::value_type), sizeof...(Ss)>::type;
};

/// Takes the steps of `times` in one launch. It reads and writes no ghosts of the state. The blocked layout is that of
/// a launch of the most steps, however many this one takes.
template <std::size_t State, class Bound>
void launch_register_tile(StateInput<State>, Native const& exec, Bound const& bound, LaunchMemory<Native>& memory,
                          StepTimes const& times, PlaneLayouts const& layouts, std::string const& name) {
  using Numbers = typename TileNumbersOfBound<State, Bound>::type;
  if constexpr (!std::is_same_v<Numbers, NoTile>) {
    BlockedLayout const layout(x_tiles<State, Numbers>(bound, Numbers::steps), bound.n[1], layouts);
    if constexpr (has_fewer_levels<Numbers, Bound::inputs>) {
      if (times.steps % Numbers::levels != 0) {
        return launch_tile<FewerLevels<Numbers>, State>(exec, bound, memory, times, layout, name);
      }
    }
    launch_tile<Numbers, State>(exec, bound, memory, times, layout, name);
  }
}

}  // namespace tessera::detail

namespace tessera {

template <class Launch>
void launch_steps(RegisterTile, Launch const& launch) {
  if constexpr (Launch::state >= 0) {
    detail::launch_register_tile(detail::StateInput<Launch::state>{}, launch.exec, launch.binder.template launched<0>(),
                                 launch.memory, launch.times, launch.layouts, launch.label + "/register_tile");
  }
}

}  // namespace tessera
