// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"
#include "tessera/stencils/weighted.hpp"

namespace register_tiles {

template <class T>
struct MakeStar5 {
  static auto op() { return stencils::WeightedStar<2, 1, T>{{T(0.4), T(0.1)}}; }
};

TEST_CASE("Register tiles give the bits of single steps: numbers of stars of five points", "[register_tiles]") {
  agree<steps::Model<2, steps::warmth, stencils::WeightedStar<2, 1, double>, MakeStar5<double>>>();
  agree<steps::Model<2, steps::warmth_float, stencils::WeightedStar<2, 1, float>, MakeStar5<float>>>();
}

}  // namespace register_tiles
