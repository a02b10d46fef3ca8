// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/program_plan.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/program.hpp"

using namespace tessera;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::StartsWith;

namespace units {

struct level : Quantity<double> {};
struct flow : Quantity<float, 2> {};

/// Operators are only named here: nothing is computed.
template <class R, class W>
struct Formula;
template <class R, class... Ws>
struct Formula<R, Writes<Ws...>> {
  using reach = R;
  template <class... Points>
  KOKKOS_FUNCTION auto operator()(Points const&...) const {
    if constexpr (sizeof...(Ws) == 1) {
      return 0.0;
    } else {
      return pack(typename Ws::value_type{}...);
    }
  }
};

template <class Op, class R, class W>
using Named = Stage<Formula<Op, W>, R, W>;

Grid<3> closed() { return Grid<3>{{8, 8, 8}}; }
Grid<3> wrapped() {
  Grid<3> grid{{8, 8, 8}};
  grid.periodic = {true, true, true};
  return grid;
}

}  // namespace units

using namespace units;

TEST_CASE("Ghost layers are what all readers reach", "[plan]") {
  auto const program = Program{wrapped(), Named<Star<2>, Reads<level>, Writes<flow>>{},
                               Named<Reaches<Box<1>, Star<3>>, Reads<level, flow>, Writes<level>>{}};
  Plan const plan = make_plan(program.info());
  REQUIRE(plan.quantities.size() == 2);
  CHECK(plan.quantities[0].ghosts == Hull{{-2, -2, -2}, {2, 2, 2}});
  CHECK(plan.quantities[1].ghosts == Hull{{-3, -3, -3}, {3, 3, 3}});
  CHECK(plan.bytes_per_cell == std::vector<std::size_t>{8 + 8, 8 + 8 + 8});
}

TEST_CASE("A quantity that is read around the cell while it is written has two buffers", "[plan]") {
  auto const plan = make_plan(Program{wrapped(), Named<Star<1>, Reads<level>, Writes<level>>{}}.info());
  CHECK(plan.quantities[0].buffers == 2);
  CHECK(plan.quantities[0].written);
}

TEST_CASE("A quantity that its writers read in their own cell alone is updated in place", "[plan]") {
  auto const program = Program{wrapped(), Named<Reaches<Star<1>, Centre>, Reads<level, flow>, Writes<flow>>{},
                               Named<Reaches<Star<1>, Centre>, Reads<flow, level>, Writes<level>>{}};
  auto const plan = make_plan(program.info());
  CHECK(plan.quantities[0].buffers == 1);
  CHECK(plan.quantities[1].buffers == 1);
}

TEST_CASE("Old versions take buffers", "[plan]") {
  auto const leap = Program{wrapped(), Named<Reaches<Star<1>, Centre>, Reads<level, Old<level>>, Writes<level>>{}};
  CHECK(make_plan(leap.info()).quantities[0].buffers == 2);  // the new version overwrites the older, cell by cell
  auto const wide = Program{wrapped(), Named<Star<1>, Reads<level, Old<level>>, Writes<level>>{}};
  CHECK(make_plan(wide.info()).quantities[0].buffers == 3);
  auto const older = Program{wrapped(), Named<Centre, Reads<Old<level, 3>>, Writes<level>>{}};
  CHECK(make_plan(older.info()).quantities[0].buffers == 4);
}

TEST_CASE("What the next step reads outlives a step", "[plan]") {
  auto const heat = Program{wrapped(), Named<Star<1>, Reads<level, flow>, Writes<level>>{}};
  CHECK(make_plan(heat.info()).quantities[0].live == 1);
  auto const leap = Program{wrapped(), Named<Star<1>, Reads<level, Old<level>>, Writes<level>>{}};
  CHECK(make_plan(leap.info()).quantities[0].live == 2);
  // Two substeps, the second of which starts from the first one's beginning; and a flux that no next step needs.
  auto const heun = Program{wrapped(), Named<Star<1>, Reads<level>, Writes<flow>>{},
                            Named<Star<1>, Reads<level, flow>, Writes<level>>{},
                            Named<Star<1>, Reads<level, Old<level>>, Writes<level>>{}};
  auto const plan = make_plan(heun.info());
  CHECK(plan.quantities[0].live == 1);
  CHECK(plan.quantities[1].live == 0);
  CHECK(plan.quantities[0].buffers == 3);
}

TEST_CASE("A quantity that is only read has one buffer", "[plan]") {
  auto const program = Program{wrapped(), Named<Star<1>, Reads<level, flow>, Writes<level>>{}};
  auto const plan = make_plan(program.info());
  CHECK(plan.quantities[1].buffers == 1);
  CHECK_FALSE(plan.quantities[1].written);
}

TEST_CASE("A read past a face without a boundary is refused, with the remedy", "[plan]") {
  auto const open =
      Program{closed(), Named<Star<2>, Reads<level>, Writes<level>>{}}.boundary<level>(Face::x_low, Neumann{0.0});
  CHECK_THROWS_MATCHES(make_plan(open.info()), InputError,
                       MessageMatches(StartsWith("stage Formula<") &&
                                      Catch::Matchers::ContainsSubstring(
                                          "reads level 2 cells past x_high, where it has no boundary: add "
                                          ".boundary<level>(Face::x_high, ...) or make the axis periodic")));
  CHECK_NOTHROW(make_plan(open.boundary<level>(Neumann{0.0}).info()));
  auto const plane = Program{Grid<2>{{4, 4}}, Named<Star<1>, Reads<level>, Writes<level>>{}}
                         .boundary<level>(Face::x_low, Neumann{0.0})
                         .boundary<level>(Face::x_high, Neumann{0.0});
  CHECK_THROWS_MATCHES(make_plan(plane.info()), InputError,
                       MessageMatches(Catch::Matchers::ContainsSubstring("1 cell past y_low")));
}

TEST_CASE("A read of the own cell alone needs no boundary", "[plan]") {
  CHECK_NOTHROW(make_plan(Program{closed(), Named<Centre, Reads<level>, Writes<level>>{}}.info()));
}

TEST_CASE("Programs that mean nothing are refused", "[plan]") {
  auto const twice = Program{wrapped(), Named<Star<1>, Reads<level>, Writes<level, level>>{}};
  CHECK_THROWS_MATCHES(make_plan(twice.info()), InputError,
                       MessageMatches(Catch::Matchers::ContainsSubstring("writes level twice")));
  auto const never = Program{wrapped(), Named<Star<1>, Reads<level, Old<flow>>, Writes<level>>{}};
  CHECK_THROWS_MATCHES(make_plan(never.info()), InputError,
                       MessageMatches(Catch::Matchers::ContainsSubstring("old version of flow is read, but no stage")));
}

TEST_CASE("Boundaries of faces that cannot have them are refused", "[plan]") {
  Grid<2> grid{{4, 6}};
  grid.periodic = {true, false};
  Program const program{grid, Named<Star<1>, Reads<level>, Writes<level>>{}};
  CHECK_THROWS_MATCHES(program.boundary<level>(Face::x_low, Neumann{0.0}), InputError,
                       MessageMatches(StartsWith("the boundary of level on x_low: the axis is periodic")));
  CHECK_THROWS_MATCHES(program.boundary<level>(Face::z_high, Neumann{0.0}), InputError,
                       MessageMatches(StartsWith("the boundary of level on z_high: the grid has 2 axes")));
  CHECK_THROWS_MATCHES(program.boundary<level>(Face::y_low, Dirichlet{FaceValues{{1, 2, 3}}}), InputError,
                       MessageMatches(StartsWith("the boundary of level on y_low: 3 values for a face of 4 cells")));
  CHECK_NOTHROW(program.boundary<level>(Neumann{0.0}));
  CHECK_THROWS_AS((Program{Grid<1>{{0}}, Named<Star<1>, Reads<level>, Writes<level>>{}}), InputError);
}

TEST_CASE("Names are those of the source", "[plan]") {
  CHECK(type_name<level>() == "level");
  CHECK(type_name<Formula<Star<1>, Writes<level>>>().starts_with("Formula<"));
  CHECK(face_name(Face::y_high) == "y_high");
}
