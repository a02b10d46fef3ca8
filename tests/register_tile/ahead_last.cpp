// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/operator/ahead_last.hpp"
#include "register_tile/agree.hpp"
#include "register_tile/layer_star.hpp"

namespace register_tiles {

/// A star with a weight for each point, in two functions (AheadLast): between them go two values.
template <int Rank, class Numbers>
struct Unequal {
  using reach = Star<1>;
  static constexpr bool ahead_last = true;
  using register_tile = Numbers;
  static constexpr int swept = Rank - 1;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return with_ahead(without_ahead(u), u);
  }
  struct Begun {
    double sum, behind;
  };
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Begun without_ahead(U const& u) const {
    double sum = 0.4 * u() + (0.11 * u.along(0, -1) + 0.07 * u.along(0, 1));
    if constexpr (Rank == 3) sum += 0.13 * u.along(1, -1) + 0.05 * u.along(1, 1);
    return {sum, u.along(swept, -1)};
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double with_ahead(Begun const& begun, U const& u) const {
    return begun.sum + 0.1 * (u.along(swept, 1) + 1.25 * begun.behind);
  }
};
using UnequalInSpace = Unequal<3, RegisterTileNumbers<2, 3, 2, 2, 1, 1, 3>>;
using UnequalInPlane = Unequal<2, RegisterTileNumbers<6, 1, 1, 2, 3, 2, 3>>;
template <class Op>
struct Make {
  static auto op() { return Op{}; }
};

/// One whose row behind is read by other cells of the next, too: it may not be dropped cell by cell.
struct Slanted {
  struct reach {
    static constexpr int radius = 1;
    static constexpr bool has(int x, int y, int z) { return z == 0 && (x * y == 0 || (x == 1 && y == -1)); }
  };
  static constexpr bool ahead_last = true;
  using register_tile = RegisterTileNumbers<4, 1, 1, 2, 2, 2, 3>;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION float operator()(U const& u) const {
    return with_ahead(without_ahead(u), u);
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION float without_ahead(U const& u) const {
    return 0.5F * u() + 0.1F * u(-1, 0) + (0.125F * u(0, -1) + 0.0625F * u(1, -1));
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION float with_ahead(float begun, U const& u) const {
    return begun + 0.2F * u(0, 1);
  }
};

/// Sums by layers (HasPartialSums) that keep planes begin so too, where the layer ahead is a point: here two rows away.
using PlanesOfLayers =
    LayerStar<2, float, RegisterTileNumbers<4, 1, 1, 2, 2, 1, 4, LevelStorage::planes, 1, Synchronisation::counters>>;

TEST_CASE("Register tiles give the bits of single steps: operators that begin without the plane ahead",
          "[register_tiles]") {
  STATIC_CHECK(AheadLast<UnequalInSpace>);
  agree<steps::Model<3, steps::warmth, UnequalInSpace, Make<UnequalInSpace>>>();
  STATIC_CHECK(AheadLast<UnequalInPlane>);
  agree<steps::Model<2, steps::warmth, UnequalInPlane, Make<UnequalInPlane>>>();
  STATIC_CHECK(AheadLast<Slanted>);
  agree<steps::Model<2, steps::warmth_float, Slanted, Make<Slanted>>>();
  STATIC_CHECK(HasPartialSums<PlanesOfLayers>);
  agree<steps::Model<2, steps::warmth_float, PlanesOfLayers, PlanesOfLayers>>();
}

}  // namespace register_tiles
