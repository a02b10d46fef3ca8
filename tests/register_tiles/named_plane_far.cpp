// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tiles/agree.hpp"
#include "tessera/stencils/weighted.hpp"

namespace register_tiles {

struct MakeStar13 {
  static auto op() { return stencils::WeightedStar<2, 3, float>{{0.4F, 0.07F, 0.05F, 0.03F}}; }
};

TEST_CASE("Register tiles give the bits of single steps: numbers that stars of 13 points name", "[register_tiles]") {
  agree<steps::Model<2, steps::warmth_float, stencils::WeightedStar<2, 3, float>, MakeStar13>>();
}

}  // namespace register_tiles
