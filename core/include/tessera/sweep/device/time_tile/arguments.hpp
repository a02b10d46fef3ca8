// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "tessera/bound_stage.hpp"
#include "tessera/sweep/device/put_ghost.hpp"
#include "tessera/sweep/device/time_tile/column_shares.hpp"
#include "tessera/sweep/device/time_tile/shape.hpp"
#include "tessera/sweep/device/time_tile/tile_axis.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// What follows from a stage, the input `State` that it takes from step to step, and the numbers of its tile.
template <class Bound, std::size_t State, class Numbers>
struct TimeTileTypes {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Value = typename Target::value_type;
  using Shape = LevelShape<typename Source::reach, Bound::rank, Numbers>;
  static constexpr int V = vector_cells(sizeof(Value));
  /// Ghost layers.
  static constexpr int depth = std::max({Shape::reach_x, Shape::reach_y, Shape::below_z, Shape::above_z});
  using Faces = FaceMap<Value, depth>;
};

/// What a time-tile kernel is launched with.
template <class Bound, std::size_t State, class Numbers>
struct TimeTileArguments {
  using Types = TimeTileTypes<Bound, State, Numbers>;

  Bound bound;
  TileColumns tiles;
  bool periodic_z;
  ColumnShares shares;
  typename Types::Faces faces;
  int groups;                    ///< that take part: a launch may take the steps of fewer
  double times[Numbers::steps];  ///< of the values that each level reads
  /// -0: what it is added to stays as it is. A plane that stays is put in its place by such a sum. A compiler removes
  /// plain copies, renames registers instead, and then moves nearly all of them, or spills, where the loop turns.
  typename Types::Value nothing = typename Types::Value(-0.0);

  /// What a part of a column takes beside its planes; in space some planes more, for its beginning (0 to 21 were
  /// measured, docs/time_tiling.md). It ends where the loops for the inside do, which go around in whole turns.
  [[nodiscard]] PartOfColumn part() const {
    using Shape = typename Types::Shape;
    return {Shape::more_planes(groups) + (Shape::shares_rows ? 6 : 0), Shape::held,
            Shape::out_lag(groups) % Shape::held};
  }
  /// What a plane of column `c` costs, as a multiple of one inside the grid (docs/time_tiling.md, "Blocks that end
  /// together").
  [[nodiscard]] double plane_cost(int c) const {
    TileAxis const& x = tiles.x;
    int const tx = tiles.tile_x(c);
    bool const low = x.at_low(tx), high = x.at_high(tx);
    if (!x.aligned(tx, Types::V) || (low && high)) return 1.7;
    if (high && bound.n[0] % Types::V != 0) return 1.2;
    return low || high ? 1.05 : 1.0;
  }
};

}  // namespace tessera::detail
