// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/poisson.hpp"

namespace register_tiles {

struct MakeBox9 {
  static auto op() { return stencils::WeightedBox<2, double>{{0.4, 0.1, 0.05}}; }
};

TEST_CASE("Register tiles give the bits of single steps: a box in the plane, by layers", "[register_tiles]") {
  agree<steps::Model<2, steps::warmth, stencils::WeightedBox<2, double>, MakeBox9>>();
}

}  // namespace register_tiles
