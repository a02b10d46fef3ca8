// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "register_tile/layer_star.hpp"

namespace register_tiles {

/// A star of 13 points, a level for each group of warps.
using FarStar =
    LayerStar<3, double,
              RegisterTileNumbers<6, 1, 1, 1, 3, 1, 3, LevelStorage::partial_sums, 1, Synchronisation::counters>>;

/// 25 points with a weight each, so that ghosts beyond two faces are read.
struct FarBox {
  using reach = Box<2>;
  static constexpr bool has_partial_sums = true;
  using register_tile = RegisterTileNumbers<8, 1, 1, 2, 2, 1, 3, LevelStorage::partial_sums>;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION float operator()(U const& u) const {
    return sum_layers<2, float>(*this, u);
  }
  template <int Layer, class U>
  KOKKOS_FORCEINLINE_FUNCTION float add_layer(float sum, U const& u) const {
    if (Layer == -2) sum = 0;
    for (int x = -2; x <= 2; ++x) sum += (0.04F + 0.003F * static_cast<float>(2 * Layer + x)) * u(x, 0);
    return sum;
  }
};
struct MakeFarBox {
  static auto op() { return FarBox{}; }
};

/// With the numbers that such operators have if they name none.
using PlainFarStar = LayerStar<3, float, void>;

TEST_CASE("Register tiles give the bits of single steps: far layers in the plane", "[register_tiles]") {
  agree<steps::Model<2, steps::warmth, FarStar, FarStar>>();
  agree<steps::Model<2, steps::warmth_float, FarBox, MakeFarBox>>();
  agree<steps::Model<2, steps::warmth_float, PlainFarStar, PlainFarStar>>();
}

}  // namespace register_tiles
