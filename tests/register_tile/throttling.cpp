// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/heat.hpp"

namespace register_tiles {

struct MakeHeat {
  static auto op() { return stencils::Heat<3, double>{{0.1, 0.125, 0.15}}; }
};
using HeatModel = steps::Model<3, steps::warmth, stencils::Heat<3, double>, MakeHeat>;

// With about as many columns as a device holds tiles, or more: whole ones, inside along x, whose tiles meet. An
// emulated device finds counters that are not left as they were.
TEST_CASE("Register tiles that keep pace give the bits of single steps", "[register_tiles]") {
  test::for_each_space([](auto const& exec) {
    if constexpr (detail::has_register_tiles<std::decay_t<decltype(exec)>>) {
      bool const small = detail::multiprocessors(exec) < 8;
      using Cells = std::array<int, 3>;
      Cells const one_round = small ? Cells{176, 40, 28} : Cells{512, 512, 40};
      Cells const rounds = small ? Cells{232, 80, 25} : Cells{900, 509, 41};
      int turn = 0;
      for (Cells const& cells : {one_round, rounds}) {
        for (unsigned periodic : {0U, 2U}) agree_on<HeatModel>(exec, cells, periodic, turn++);
      }
    }
  });
}

}  // namespace register_tiles
