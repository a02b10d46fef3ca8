// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/weighted.hpp"

namespace register_tiles {

/// An operator with numbers of its own, whose levels wait, in tiles of two blocks.
struct Waiting : stencils::WeightedStar<3, 1, double> {
  using register_tile = RegisterTileNumbers<2, 3, 3, 3, 1, 1, 4, LevelStorage::waiting_planes, 2>;
};
struct MakeWaiting {
  static auto op() { return Waiting{{{0.4, 0.1}}}; }
};

/// In the plane, where groups of warps follow one another.
struct WaitingInPlane : steps::Spread<2, 1, float> {
  using register_tile = RegisterTileNumbers<8, 1, 1, 2, 3, 2, 3, LevelStorage::waiting_planes>;
};
struct MakeWaitingInPlane {
  static auto op() { return WaitingInPlane{}; }
};

/// In the plane, whose planes stay in their registers: a star, and a box whose groups wait by counters.
struct Circulating : steps::Spread<2, 1, float> {
  using register_tile = RegisterTileNumbers<8, 1, 1, 3, 2, 2, 3, LevelStorage::rotating_planes>;
};
struct MakeCirculating {
  static auto op() { return Circulating{}; }
};
struct CirculatingBox : agreement::Box9<double> {
  using register_tile =
      RegisterTileNumbers<4, 1, 1, 2, 3, 2, 3, LevelStorage::rotating_planes, 1, Synchronisation::counters>;
};
struct MakeCirculatingBox {
  static auto op() { return CirculatingBox{{0.2, 0.015}}; }
};

TEST_CASE("Register tiles give the bits of single steps: an operator's own numbers", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth, Waiting, MakeWaiting>>();
  agree<steps::Model<2, steps::warmth_float, WaitingInPlane, MakeWaitingInPlane>>();
  agree<steps::Model<2, steps::warmth_float, Circulating, MakeCirculating>>();
  agree<steps::Model<2, steps::warmth, CirculatingBox, MakeCirculatingBox>>();
}

}  // namespace register_tiles
