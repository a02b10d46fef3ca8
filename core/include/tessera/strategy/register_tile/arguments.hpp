// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <type_traits>

#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/put_ghost.hpp"
#include "tessera/strategy/register_tile/blocked_layout.hpp"
#include "tessera/strategy/register_tile/shape.hpp"
#include "tessera/strategy/register_tile/throttling.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"
#include "tessera/strategy/register_tile/work_partition.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Types and constants of a stage, of its state input `State`, and of its tile.
template <class Bound, std::size_t State, class Numbers>
struct RegisterTileTypes {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Value = typename Target::value_type;
  using Shape = LevelShape<typename Source::reach, Bound::rank, Numbers>;
  static constexpr int V = vector_cells(sizeof(Value));
  /// Ghost layers.
  static constexpr int depth = std::max({Shape::reach_x, Shape::reach_y, Shape::below_z, Shape::above_z});
  using Faces = GhostTable<Value, depth>;
  /// Whether ghosts are written in branches, with factors and terms that a warp loads once: where a thread has several
  /// rows, in double. In float a select is one instruction. In the plane the branch needs registers that tiles do not
  /// have.
  static constexpr bool ghosts_by_branch = Shape::shares_rows && std::is_same_v<Value, double>;
  /// Whether planes keep the blocked layout from one launch to the next.
  static constexpr bool takes_blocked_layout = Numbers::plane_layout == PlaneLayout::blocked;
  static_assert(!takes_blocked_layout || (Shape::shares_rows && !Shape::bulk && Numbers::columns == V),
                "tiles with the blocked layout have several rows, and a thread loads one 16-byte piece of each");
};

/// The argument of the register-tile kernel.
template <class Bound, std::size_t State, class Numbers>
struct RegisterTileArguments {
  using Types = RegisterTileTypes<Bound, State, Numbers>;

  Bound bound;
  TileColumns tiles;
  BlockedLayout layout;
  bool periodic_z;
  WorkPartition partition;
  Throttle throttle;
  typename Types::Faces faces;
  int groups;                    ///< groups of warps that run; fewer than compiled take fewer steps
  double times[Numbers::steps];  ///< time of the values that each level reads
  /// -0. A plane is copied into its slot by adding it, which leaves the value unchanged. The compiler removes plain
  /// copies: it renames registers, and then moves most of them, or spills, at the end of each iteration.
  typename Types::Value negative_zero = typename Types::Value(-0.0);

  // Costs as multiples of a step inside the grid, measured ("Work partition" in docs/time_tiling_trials.md).

  /// The cost of a part of a column beyond its planes, with so many blocks. A part ends where the inner loops end,
  /// which run whole periods. If more than half of the blocks end with a column of their own, the parts left over are
  /// short: each costs up to 45 planes more.
  [[nodiscard]] PartOfColumn part(int blocks) const {
    using Shape = typename Types::Shape;
    int const lag = Shape::out_lag(groups);
    int const begins = tiles.count() % blocks > blocks / 2 ? 36 : 6;
    return {Shape::early_planes(groups),
            lag,
            Shape::shares_rows ? begins : 0,
            Shape::held,
            lag % Shape::held,
            periodic_z,
            lag + Shape::below_z,
            lag + Shape::ends_early,
            Shape::shared_sums && Shape::reach_x == 1 ? 0.7 : 1.5};
  }
  /// Cost of a step of column `c`.
  [[nodiscard]] double plane_cost(int c) const {
    TileAxis const& x = tiles.x;
    int const tx = tiles.tile_x(c);
    bool const low = x.at_low(tx), high = x.at_high(tx);
    if (!x.aligned(tx, Types::V) || (low && high)) return 1.7;
    if (high && bound.n[0] % Types::V != 0) return 1.2;
    return low || high ? at_face(low ? 0.03 : 0.06) : 1.0;
  }

  /// Whether tile `tx` along x loads and stores whole vectors, apart from rows that wrap along y.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool moves_vectors(int tx) const {
    return tiles.x.aligned(tx, Types::V) && tiles.x.begin(tx) % Types::V == 0 && tiles.x.end(tx) % Types::V == 0;
  }
  /// Number of warps of column `c` with a halo along y in the loop without ghosts.
  [[nodiscard]] unsigned halo_warps(int c) const {
    int const tx = tiles.tile_x(c), ty = tiles.tile_y(c);
    TileAxis const& y = tiles.y;
    if (tiles.x.at_low(tx) || tiles.x.at_high(tx) || !moves_vectors(tx)) return 0;
    auto const inside = [&](int row) { return !y.periodic || y.wrap(row) + Numbers::rows <= y.n; };
    int const low = y.origin(ty), high = low + y.extent - Numbers::rows;
    return static_cast<unsigned>(!y.at_low(ty) && inside(low)) + static_cast<unsigned>(!y.at_high(ty) && inside(high));
  }

 private:
  /// Cost of a column at a face of x; `more`: its extra cost in the plane in double. Threads with more cells handle the
  /// ends at less cost.
  [[nodiscard]] static double at_face(double more) {
    using Shape = typename Types::Shape;
    double const in_space = Types::V > 2 ? 0.02 : Shape::by_rows ? 0.03 : 0.07;
    double const in_plane = Types::V > 2 ? more - 0.05 : more;
    return 1 + (Shape::shares_rows ? in_space : in_plane) + (Shape::reach_x > 1 ? 0.04 : 0.0);
  }
};

}  // namespace tessera::detail
