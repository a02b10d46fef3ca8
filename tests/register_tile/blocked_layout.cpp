// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/weighted.hpp"

// The blocked layout of planes from one launch to the next, where x and y are not periodic: with clusters and without;
// with values of both sizes; where levels wait, and where they do not. Calls of advance have launches that store it,
// that load it, that do both, and that do neither.

namespace register_tiles {

template <int Columns, int Rows, int Levels, LevelStorage How, int Cluster>
using BlockedTile = RegisterTileNumbers<Columns, Rows, 3, Levels, 1, 1, 3, How, Cluster, Synchronisation::barriers,
                                        PlaneLayout::blocked>;

struct BlockedStar : stencils::WeightedStar<3, 1, double> {
  using register_tile = BlockedTile<2, 5, 4, LevelStorage::planes, 2>;
};
struct MakeBlockedStar {
  static auto op() { return BlockedStar{{{0.4, 0.1}}}; }
};
struct FarBlockedStar : stencils::WeightedStar<3, 2, float> {
  using register_tile = BlockedTile<4, 5, 2, LevelStorage::planes, 1>;
};
struct MakeFarBlockedStar {
  static auto op() { return FarBlockedStar{{{0.4F, 0.07F, 0.03F}}}; }
};
struct BlockedBox : stencils::WeightedBox<3, double> {
  using register_tile = BlockedTile<2, 3, 3, LevelStorage::partial_sums, 2>;
};
struct MakeBlockedBox {
  static auto op() { return BlockedBox{{{0.3, 0.05, 0.02, 0.01}}}; }
};

TEST_CASE("Register tiles give the bits of single steps: the blocked layout", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth, BlockedStar, MakeBlockedStar>>();
  agree<steps::Model<3, steps::warmth_float, FarBlockedStar, MakeFarBlockedStar>>();
  agree<steps::Model<3, steps::warmth, BlockedBox, MakeBlockedBox>>();
}

}  // namespace register_tiles
