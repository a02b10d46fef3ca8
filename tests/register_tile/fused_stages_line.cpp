// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/fused_stages.hpp"
#include "tessera/stencils/jacobi.hpp"

namespace register_tiles {

struct line : Quantity<double> {};
struct thin_line : Quantity<float> {};

template <class Q, class Op>
void agree_on_a_line() {
  agree_in_rows<1, Types<Q>>([](Grid<1> const& grid) {
    return Program{grid, Stage<Op, Reads<Q>, Writes<Q>>{Op::average()}};
  });
}
TEST_CASE("Rows in registers give the bits of single steps: means on a line", "[register_tiles]") {
  agree_on_a_line<line, stencils::Jacobi1D3<double>>();
  agree_on_a_line<thin_line, stencils::Jacobi1D7<float>>();
}
TEST_CASE("Rows in registers give the bits of single steps: a chain on a line", "[register_tiles]") {
  agree_in_rows<1, steps::ChainStates>(
      [](Grid<1> const& grid) { return steps::chain<1, true>(grid).template boundary<steps::wall>(Neumann{0.25}); });
}

}  // namespace register_tiles
