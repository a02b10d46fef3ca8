// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/weighted.hpp"

#include "golden/models.hpp"

namespace golden {

template <class T>
struct StarOp {
  static auto make() { return stencils::WeightedStar<3, 2, T>{{T(0.3), T(0.08), T(0.025)}}; }
};
template <class T>
struct BoxOp {
  static auto make() { return stencils::WeightedBox<3, T>{{T(0.3), T(0.05), T(0.02), T(0.015)}}; }
};

TEST_CASE("A weighted star of reach 2, as it was", "[golden]") {
  hold<OneStage<3, double, StarOp<double>>>("star2/double");
  hold<OneStage<3, float, StarOp<float>>>("star2/float");
}
TEST_CASE("A weighted box of 27 points, as it was", "[golden]") {
  hold<OneStage<3, double, BoxOp<double>>>("box27/double");
  hold<OneStage<3, float, BoxOp<float>>>("box27/float");
}

}  // namespace golden
