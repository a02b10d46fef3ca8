// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/ahead_last.hpp"
#include "register_tiles/agree.hpp"
#include "tessera/stencils/weighted.hpp"

namespace register_tiles {

/// Seven points with a weight each, in two functions (AheadLast): between them go two values.
struct Unequal {
  using reach = Star<1>;
  static constexpr bool ahead_last = true;
  using register_tile = RegisterTileNumbers<2, 3, 2, 2, 1, 1, 3>;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return with_ahead(without_ahead(u), u);
  }
  struct Begun {
    double sum, behind;
  };
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Begun without_ahead(U const& u) const {
    double const x = 0.11 * u(-1, 0, 0) + 0.07 * u(1, 0, 0), y = 0.13 * u(0, -1, 0) + 0.05 * u(0, 1, 0);
    return {0.4 * u() + x + y, u(0, 0, -1)};
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double with_ahead(Begun const& begun, U const& u) const {
    return begun.sum + 0.1 * (u(0, 0, 1) + 1.25 * begun.behind);
  }
};
struct MakeUnequal {
  static auto op() { return Unequal{}; }
};

/// Five points in the plane in the same way.
struct UnequalInPlane {
  using reach = Star<1>;
  static constexpr bool ahead_last = true;
  using register_tile = RegisterTileNumbers<6, 1, 1, 2, 3, 2, 3>;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return with_ahead(without_ahead(u), u);
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Unequal::Begun without_ahead(U const& u) const {
    return {0.5 * u() + (0.11 * u(-1, 0) + 0.07 * u(1, 0)), u(0, -1)};
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double with_ahead(Unequal::Begun const& begun, U const& u) const {
    return begun.sum + 0.15 * (u(0, 1) + 1.125 * begun.behind);
  }
};
struct MakeUnequalInPlane {
  static auto op() { return UnequalInPlane{}; }
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
struct MakeSlanted {
  static auto op() { return Slanted{}; }
};

/// Sums by layers (ByLayers) that keep planes begin so too, where the layer ahead is a point: here two rows away.
struct PlanesOfLayers : stencils::WeightedStar<2, 2, float> {
  using register_tile = RegisterTileNumbers<4, 1, 1, 2, 2, 1, 4, Keeps::planes, 1, Meets::by_counters>;
};
struct MakePlanesOfLayers {
  static auto op() { return PlanesOfLayers{{{0.4F, 0.1F, 0.05F}}}; }
};

TEST_CASE("Register tiles give the bits of single steps: operators that begin without the plane ahead",
          "[register_tiles]") {
  STATIC_CHECK(AheadLast<Unequal>);
  agree<steps::Model<3, steps::warmth, Unequal, MakeUnequal>>();
  STATIC_CHECK(AheadLast<UnequalInPlane>);
  agree<steps::Model<2, steps::warmth, UnequalInPlane, MakeUnequalInPlane>>();
  STATIC_CHECK(AheadLast<Slanted>);
  agree<steps::Model<2, steps::warmth_float, Slanted, MakeSlanted>>();
  STATIC_CHECK(ByLayers<PlanesOfLayers>);
  agree<steps::Model<2, steps::warmth_float, PlanesOfLayers, MakePlanesOfLayers>>();
}

}  // namespace register_tiles
