// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/fused_stages.hpp"
#include "tessera/stencils/fdtd.hpp"

namespace register_tiles {

using namespace tessera::stencils;

template <class T>
void agree_in_waves() {
  agree_in_rows<2, Types<ex<T>, ey<T>, hz<T>>>(
      [](Grid<2> const& grid) { return fdtd_program<T>(grid, Medium{}, 0.4); });
}
TEST_CASE("Rows in registers give the bits of single steps: waves", "[register_tiles]") {
  agree_in_waves<double>();
  agree_in_waves<float>();
}

struct AheadReach {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int) { return (y == 0 && x * x <= 1) || (x == 0 && y == 3); }
};
struct FarAhead {
  using reach = AheadReach;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return tessera::fma(0.3, u(0, 3), 0.6 * u() + 0.05 * (u(-1, 0) - u(1, 0)));
  }
};
// A part of a few rows at the high face has to load those that its ghosts mirror.
TEST_CASE("Rows in registers give the bits of single steps: far ahead, and not behind", "[register_tiles]") {
  agree_in_rows<2, Types<steps::warmth>>([](Grid<2> const& grid) {
    return Program{grid, Stage<FarAhead, Reads<steps::warmth>, Writes<steps::warmth>>{}};
  });
}

// Several components and number types, a coefficient that is read from memory beside the cell, operators that know
// place and time.
TEST_CASE("Rows in registers give the bits of single steps: a chain in the plane", "[register_tiles]") {
  agree_in_rows<2, steps::ChainStates>(
      [](Grid<2> const& grid) { return steps::chain<2, false>(grid).template boundary<steps::wall>(Neumann{0.25}); });
}

}  // namespace register_tiles
