// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/heat.hpp"

#include "golden/models.hpp"

namespace golden {

template <int Rank, class T>
struct HeatOp {
  static auto make() { return stencils::Heat<Rank, T>::make(1.0, spacing<Rank>(), 0.15); }
};
template <int Rank, class T>
void hold_heat() {
  hold<OneStage<Rank, T, HeatOp<Rank, T>>>("heat" + std::to_string(Rank) + "d/" + precision<T>());
}

TEST_CASE("Heat on a line, as it was", "[golden]") {
  hold_heat<1, double>();
  hold_heat<1, float>();
}
TEST_CASE("Heat in the plane, as it was", "[golden]") {
  hold_heat<2, double>();
  hold_heat<2, float>();
}
TEST_CASE("Heat in space, as it was", "[golden]") {
  hold_heat<3, double>();
  hold_heat<3, float>();
}

}  // namespace golden
