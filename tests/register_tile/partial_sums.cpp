// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/poisson.hpp"

namespace register_tiles {

struct MakeBox27 {
  static auto op() { return stencils::WeightedBox<3, double>{{0.3, 0.05, 0.02, 0.01}}; }
};

TEST_CASE("Register tiles give the bits of single steps: a box summed by layers", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth, stencils::WeightedBox<3, double>, MakeBox27>>();
}

}  // namespace register_tiles
