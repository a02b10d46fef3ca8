// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tiles/rows.hpp"
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

// Several components and number types, a coefficient that is read from memory beside the cell, operators that know
// place and time.
TEST_CASE("Rows in registers give the bits of single steps: a chain in the plane", "[register_tiles]") {
  agree_in_rows<2, steps::ChainStates>(
      [](Grid<2> const& grid) { return steps::chain<2, false>(grid).template boundary<steps::wall>(Neumann{0.25}); });
}

}  // namespace register_tiles
