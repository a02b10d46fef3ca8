// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/weighted.hpp"

#include "agreement/compare.hpp"
#include "tessera/stencils/jacobi.hpp"
#include "tessera/stencils/poisson.hpp"

using namespace tessera;

namespace agreement {

template <class T>
struct mean : Quantity<T> {};
struct load : Quantity<double> {};

/// Another weight for each group.
template <int Rank, class Groups, class T>
struct WeightedModel {
  static constexpr int rank = Rank;
  using Op = stencils::Weighted<Rank, Groups, T>;
  static auto program(Grid<Rank> const& grid) {
    Op op{{T(0.3)}};
    for (int g = 1; g <= Groups::groups; ++g) op.weight[g] = T(0.7) / static_cast<T>(Op::points + 3 * g);
    return Program{grid, Stage<Op, Reads<mean<T>>, Writes<mean<T>>>{op}};
  }
};

template <int Rank>
struct PoissonModel {
  static constexpr int rank = Rank;
  using Op = stencils::Poisson<Rank, double>;
  static auto program(Grid<Rank> const& grid) {
    return Program{grid, Stage<Op, Reads<mean<double>, load>, Writes<mean<double>>>{Op::make(0.3, 0.9)}};
  }
};

TEST_CASE("Seven points on a line, team as naive", "[weighted]") {
  team_agrees_with_naive<WeightedModel<1, stencils::ByDistance<3>, double>>();
}
TEST_CASE("Thirteen points in the plane, team as naive", "[weighted]") {
  team_agrees_with_naive<WeightedModel<2, stencils::ByDistance<3>, double>>();
}
TEST_CASE("Nine points in the plane in float, team as naive", "[weighted]") {
  team_agrees_with_naive<WeightedModel<2, stencils::ByAxes<2>, float>>();
}
TEST_CASE("Seven points in space in float, team as naive", "[weighted]") {
  team_agrees_with_naive<WeightedModel<3, stencils::ByDistance<1>, float>>();
}
TEST_CASE("Nineteen points in space, team as naive", "[weighted]") {
  team_agrees_with_naive<WeightedModel<3, stencils::ByAxes<2>, double>>();
}
TEST_CASE("The Poisson step in the plane, team as naive", "[weighted]") { team_agrees_with_naive<PoissonModel<2>>(); }

}  // namespace agreement
