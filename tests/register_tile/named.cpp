// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/stencils/poisson.hpp"

namespace register_tiles {

struct MakeHeat {
  static auto op() { return stencils::Heat<3, float>{{0.1F, 0.125F, 0.15F}}; }
};
struct MakeStar {
  static auto op() { return stencils::WeightedStar<3, 1, double>{{0.4, 0.1}}; }
};
struct MakeFarStar {
  static auto op() { return stencils::WeightedStar<3, 2, double>{{0.4, 0.07, 0.03}}; }
};

TEST_CASE("Register tiles give the bits of single steps: numbers that stencils in space name", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth_float, stencils::Heat<3, float>, MakeHeat>>();
  agree<steps::Model<3, steps::warmth, stencils::WeightedStar<3, 1, double>, MakeStar>>();
  agree<steps::Model<3, steps::warmth, stencils::WeightedStar<3, 2, double>, MakeFarStar>>();
}

}  // namespace register_tiles
