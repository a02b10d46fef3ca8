// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "register_tile/layer_star.hpp"
#include "tessera/stencils/poisson.hpp"

// Tiles that several blocks make together: each way in which levels keep what they have met sends rows at other
// moments. And counters: groups in the plane that wait for each other by them, and rows that are copied whole
// (the box). numbers.cpp has such tiles, too.

namespace register_tiles {

struct Star : stencils::WeightedStar<3, 1, double> {
  using register_tile = RegisterTileNumbers<2, 3, 3, 3, 1, 1, 3, LevelStorage::planes, 2>;
};
struct MakeStar {
  static auto op() { return Star{{{0.4, 0.1}}}; }
};
/// Rows are read two steps after they were sent. What a warp's last rows read of the next warp is filled in row by row,
/// for levels, too, that some of these rows leave out in a halo.
struct FarStar : stencils::WeightedStar<3, 2, float> {
  using register_tile = RegisterTileNumbers<4, 5, 2, 2, 1, 1, 3, LevelStorage::planes, 3>;
};
struct MakeFarStar {
  static auto op() { return FarStar{{{0.4F, 0.07F, 0.03F}}}; }
};
struct Box : stencils::WeightedBox<3, double> {
  using register_tile =
      RegisterTileNumbers<2, 2, 4, 3, 1, 1, 4, LevelStorage::partial_sums, 3, Synchronisation::counters>;
};
struct MakeBox {
  static auto op() { return Box{{{0.3, 0.05, 0.02, 0.01}}}; }
};

using Counted =
    LayerStar<1, double,
              RegisterTileNumbers<6, 1, 1, 2, 3, 2, 3, LevelStorage::partial_sums, 1, Synchronisation::counters>>;

TEST_CASE("Register tiles give the bits of single steps: clusters of blocks", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth, Star, MakeStar>>();
  agree<steps::Model<3, steps::warmth_float, FarStar, MakeFarStar>>();
  agree<steps::Model<3, steps::warmth, Box, MakeBox>>();
}

TEST_CASE("Register tiles give the bits of single steps: warps that wait by counters", "[register_tiles]") {
  agree<steps::Model<2, steps::warmth, Counted, Counted>>();
}

}  // namespace register_tiles
