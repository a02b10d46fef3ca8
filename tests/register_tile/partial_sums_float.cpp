// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/poisson.hpp"

namespace register_tiles {

struct MakeLaplace {
  static auto op() { return stencils::laplace_step<3, float>(0.8); }
};

TEST_CASE("Register tiles give the bits of single steps: a box without corners, by layers", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth_float, stencils::Laplace<3, float>, MakeLaplace>>();
}

}  // namespace register_tiles
