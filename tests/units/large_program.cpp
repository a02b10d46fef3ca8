// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "tessera/solution.hpp"

// A program of ten stages and six fields, as large as a solver of a flow with several substances: it is planned, and
// agrees with the oracle. What its kernels do is tested elsewhere.

namespace large_program {

using namespace tessera;

struct density : Quantity<double> {};
struct momentum_x : Quantity<double> {};
struct momentum_y : Quantity<double> {};
struct energy : Quantity<double> {};
struct tracer : Quantity<double> {};
struct pressure : Quantity<double> {};

/// Spreads a field, faster where another is large.
struct Spread {
  double rate;
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class V>
  KOKKOS_FUNCTION double operator()(U const& u, V const& v) const {
    double const change = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u();
    return fma(rate * (1 + 0.1 * v()), change, u());
  }
};
/// Pushes a field along the slope of another.
template <int Axis>
struct Push {
  double rate;
  using reach = Reaches<Centre, Star<1>>;
  template <class U, class V>
  KOKKOS_FUNCTION double operator()(U const& u, V const& v) const {
    return fma(rate, v.along(Axis, -1) - v.along(Axis, 1), u());
  }
};
/// A field from two others in the same cell.
struct Combine {
  double a, b;
  using reach = Centre;
  template <class U, class V>
  KOKKOS_FUNCTION double operator()(U const& u, V const& v) const {
    return fma(a, u(), b * v());
  }
};
/// Carries a field with the flow.
struct Carry {
  double rate;
  using reach = Reaches<Box<1>, Star<1>, Star<1>>;
  template <class U, class X, class Y>
  KOKKOS_FUNCTION double operator()(U const& u, X const& x, Y const& y) const {
    double const along_x = x(1, 0) * u(1, 0) - x(-1, 0) * u(-1, 0), along_y = y(0, 1) * u(0, 1) - y(0, -1) * u(0, -1);
    return fma(-rate, along_x + along_y, u()) + rate * (u(1, 1) - u(-1, -1));
  }
};

/// The ten stages.
auto make(Grid<2> const& grid) {
  return Program{grid,
                 Stage<Combine, Reads<density, energy>, Writes<pressure>>{{0.4, 0.1}},
                 Stage<Push<0>, Reads<momentum_x, pressure>, Writes<momentum_x>>{{0.05}},
                 Stage<Push<1>, Reads<momentum_y, pressure>, Writes<momentum_y>>{{0.05}},
                 Stage<Spread, Reads<momentum_x, density>, Writes<momentum_x>>{{0.02}},
                 Stage<Spread, Reads<momentum_y, density>, Writes<momentum_y>>{{0.02}},
                 Stage<Carry, Reads<density, momentum_x, momentum_y>, Writes<density>>{{0.01}},
                 Stage<Carry, Reads<energy, momentum_x, momentum_y>, Writes<energy>>{{0.01}},
                 Stage<Carry, Reads<tracer, momentum_x, momentum_y>, Writes<tracer>>{{0.01}},
                 Stage<Spread, Reads<tracer, density>, Writes<tracer>>{{0.1}},
                 Stage<Combine, Reads<energy, pressure>, Writes<energy>>{{0.99, 0.01}}}
      .boundary<density>(Neumann{0.0})
      .boundary<momentum_x>(Dirichlet{0.0})
      .boundary<momentum_y>(Dirichlet{0.0})
      .boundary<energy>(Neumann{0.0})
      .boundary<tracer>(Neumann{0.0})
      .boundary<tracer>(Face::x_low, Dirichlet{1.0})
      .boundary<pressure>(Neumann{0.0});
}

/// Three steps from the same start.
std::vector<double> tracer_after_steps(Schedule const& schedule) {
  Solution run{Kokkos::DefaultExecutionSpace{}, make({.cells = {37, 23}}), schedule};
  std::vector<double> start;
  for (int cell = 0; cell < 37 * 23; ++cell) start.push_back(0.01 * (cell * 7919 % 101));
  run.set<density>(start);
  run.set<energy>(start);
  run.set<tracer>(start);
  run.set<momentum_x>(0.1);
  run.set<momentum_y>(-0.2);
  run.set<pressure>(0.0);
  run.advance(3);
  return run.get<tracer>();
}

TEST_CASE("Ten stages on six fields agree with the oracle", "[large]") {
  CHECK(tracer_after_steps({}) == tracer_after_steps({.strategy = "naive"}));
}

TEST_CASE("Ten stages on six fields are planned", "[large]") {
  auto const program = make({.cells = {512, 512}});
  CHECK(program.info().stages.size() == 10);
  ExecutionPlan const plan = plan_execution(Kokkos::DefaultExecutionSpace{}, program);
  CHECK(plan.buffers.quantities.size() == 6);
  CHECK(plan.step.size() == 10);
  CHECK(plan.steps.steps == 1);
}

}  // namespace large_program
