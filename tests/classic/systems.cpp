// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classic/kernels.hpp"
#include "classic/models.hpp"

using namespace tessera;

namespace agreement {

struct warmth : Quantity<double> {};
struct diffusivity : Quantity<double> {};
struct prey : Quantity<double> {};
struct hunters : Quantity<float> {};

/// Two inputs, both read around the cell.
struct VariableModel {
  static constexpr int rank = 3;
  using Op = stencils::HeatVariable<3, double>;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Op, Reads<warmth, diffusivity>, Writes<warmth>>{Op{{0.11, 0.07, 0.05}}}};
  }
};

/// Two results of two number types, one of them in place, from inputs of different hulls.
struct Chase {
  double rate;
  using reach = Reaches<Star<2>, Centre>;
  template <class P, class H>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(P const& p, H const& h) const {
    double const eaten = rate * p() * static_cast<double>(h());
    double const spread = rate * (p(2, 0, 0) + p(0, -1, 0) + p(0, 0, 2) - 3 * p());
    return pack(p() + spread - eaten, h() + static_cast<float>(eaten));
  }
};

struct ChaseModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Chase, Reads<prey, hunters>, Writes<prey, hunters>>{Chase{0.1}}};
  }
};

/// A leapfrog that reads the old version too, by a reach without symmetry.
struct Leap {
  double c, damping;
  using reach = Reaches<Star<1>, LopsidedReach>;
  template <class U, class O>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, O const& old) const {
    double const lap = u(1, 0, 0) + u(-1, 0, 0) + u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1) - 6 * u();
    return 2 * u() - old() + c * lap + damping * (old(1, 2, -1) + old(0, 0, -2) - 2 * old(-3, 0, 0));
  }
};

struct LeapModel {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Leap, Reads<warmth, Old<warmth>>, Writes<warmth>>{Leap{0.1, 0.05}}};
  }
};

TEST_CASE("Variable coefficients, kernels as naive", "[classic]") { classic_agrees_with_naive<VariableModel>(); }
TEST_CASE("Three components, kernels as naive", "[classic]") { classic_agrees_with_naive<StirModel<double>>(); }
TEST_CASE("Components in teams, kernels as naive", "[classic]") { classic_agrees_in_teams<StirModel<double>>(); }
TEST_CASE("Two results, one in place, kernels as naive", "[classic]") { classic_agrees_with_naive<ChaseModel>(); }
TEST_CASE("A leapfrog with two hulls, kernels as naive", "[classic]") { classic_agrees_with_naive<LeapModel>(); }

}  // namespace agreement
