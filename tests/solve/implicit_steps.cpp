// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <numbers>

#include "tessera/solve/implicit_steps.hpp"
#include "tessera/solve/steady_solver.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

struct warmth : Quantity<double> {};
using Step = stencils::Heat<2, double>;

struct Waves {
  double kx, ky;
  double operator()(At<2> const& at) const { return std::cos(kx * at.x()) * std::cos(ky * at.y()); }
};

/// How a wave shrinks in one step of `ratio` explicit ones: computed, and by the method's stability function of z.
struct Shrinking {
  double found, z;
};
Shrinking shrink(ImplicitMethod method, double ratio) {
  Exec const exec;
  std::array<int, 2> const cells{20, 15};
  std::array<double, 2> const spacing{0.3, 0.5};
  double const dt = 0.9 * stencils::heat_step_limit(1.0, spacing);
  auto const on = [&](Grid<2> const& grid) {
    return Program{grid, Stage<Step, Reads<warmth>, Writes<warmth>>{Step::make(1.0, grid.spacing, dt)}};
  };
  Grid<2> grid{cells, spacing};
  grid.periodic = {true, true};
  Waves const waves{2 * std::numbers::pi / 6, 3 * 2 * std::numbers::pi / 7.5};
  Solution run{exec, on(grid)};
  run.set<warmth>(sample<warmth>(grid, waves));
  double const before = run.get<warmth>()[0];
  ImplicitSteps steps{run, on, ratio, method, 1e-12};
  steps.advance(1);
  auto const rate = [](double k, double h) { return 4 / (h * h) * std::pow(std::sin(k * h / 2), 2); };
  double const z = -ratio * dt * (rate(waves.kx, spacing[0]) + rate(waves.ky, spacing[1]));
  return {run.get<warmth>()[0] / before, z};
}

}  // namespace

TEST_CASE("Implicit steps shrink waves as their stability functions say", "[implicit]") {
  using Catch::Matchers::WithinAbs;
  for (double const ratio : {0.5, 7.0, 300.0}) {
    auto const [euler, z] = shrink(ImplicitMethod::backward_euler, ratio);
    CHECK_THAT(euler, WithinAbs(1 / (1 - z), 1e-10));
    CHECK_THAT(shrink(ImplicitMethod::crank_nicolson, ratio).found, WithinAbs((1 + z / 2) / (1 - z / 2), 1e-10));
    double const w = 1 - std::sqrt(0.5);
    CHECK_THAT(shrink(ImplicitMethod::sdirk2, ratio).found,
               WithinAbs((1 + (1 - 2 * w) * z) / std::pow(1 - w * z, 2), 1e-10));
  }
}

TEST_CASE("Implicit steps refuse what is no step", "[implicit]") {
  Exec const exec;
  auto const on = [](Grid<2> const& grid) {
    return Program{grid, Stage<Step, Reads<warmth>, Writes<warmth>>{Step::make(1.0, grid.spacing, 0.1)}};
  };
  Grid<2> grid{{8, 8}};
  grid.periodic = {true, true};
  Solution run{exec, on(grid)};
  CHECK_THROWS_AS((ImplicitSteps{run, on, -1.0}), InputError);
  CHECK_THROWS_AS((ImplicitSteps{run, on, std::nan("")}), InputError);
}

namespace {

struct Cubic {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& u) const {
    return u() + 0.1 * (u(1, 0) + u(-1, 0) - 2 * u() * u());
  }
};
struct Edge {
  KOKKOS_FUNCTION double operator()(double inner, At<2> const&) const { return inner; }
};

}  // namespace

TEST_CASE("Solvers refuse what is not linear and boundaries that they cannot know", "[implicit]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Exec const exec;
  Grid<2> const grid{{8, 8}};
  auto const cubic = [](Grid<2> const& g) {
    return Program{g, Stage<Cubic, Reads<warmth>, Writes<warmth>>{}}.boundary<warmth>(Dirichlet{0.0});
  };
  Solution bent{exec, cubic(grid)};
  CHECK_THROWS_MATCHES((SteadySolver{bent, cubic}), InputError,
                       MessageMatches(ContainsSubstring("Cubic is not linear in warmth")));
  auto const open = [](Grid<2> const& g) {
    return Program{g, Stage<Step, Reads<warmth>, Writes<warmth>>{Step::make(1.0, g.spacing, 0.1)}}.boundary<warmth>(
        Ghost{Edge{}});
  };
  Solution run{exec, open(grid)};
  CHECK_THROWS_MATCHES((SteadySolver{run, open}), InputError,
                       MessageMatches(ContainsSubstring("the boundary of warmth on x_low is a user's function")));
}
