// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "regions/spaces_with_column.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace regions {

struct value : Quantity<double> {};
struct made : Quantity<double> {};
struct chosen : Quantity<std::uint16_t> {};
struct most : Quantity<double, 1, GlobalScalar> {};

struct Shift {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return u.along(0, 1);
  }
};
struct Highest {
  using reach = Centre;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u) const {
    return Reduce<Max>{u()};
  }
};
using ShiftStage = Stage<Shift, Reads<value>, Writes<value>>;
using HighestStage = Stage<Highest, Reads<value>, Writes<most>>;

/// What is said of a program of one stage on a plane of 6 x 5 cells that is periodic along y, when it is planned.
template <class StageType>
std::string refusal(StageType const& stage, std::array<int, 2> const& cells = {6, 5}) {
  Grid<2> grid{cells};
  grid.periodic = {false, true};
  try {
    make_plan(Program{grid, stage}.template boundary<value>(Neumann{0.0}).info());
  } catch (InputError const& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("Cells that the grid does not have are refused", "[regions]") {
  ShiftStage const s;
  CHECK(refusal(s.over(Cells{{0, 0}, {6, 5}})) == "");
  CHECK(refusal(s.over(Cells{{0, 0}, {7, 5}})) ==
        "stage Shift acts on cells 0 to 7 along x; the grid has 6 cells along x: say from 0 to 6, or less");
  CHECK(refusal(s.over(Cells{{0, -1}, {6, 5}})) ==
        "stage Shift acts on cells -1 to 5 along y; the grid has 5 cells along y: say from 0 to 5, or less");
  CHECK(refusal(s.over(Cells{{0, 0}, {6, 9}}).over(Cells{{0, 0}, {2, 2}})) != "");
  CHECK(refusal(s.over(Cells{{4, 0}, {2, 5}})) ==
        "stage Shift acts on Cells that end before they begin; `to` is at least `from`");
  CHECK(refusal(s.over(Cells{{0, 0, 0}, {1, 1, 1}})) ==
        "stage Shift acts on Cells of 3 axes, the grid has 2; give `from` and `to` one number for each axis");
  CHECK(refusal(s.over(Interior{-1})) == "stage Shift acts on Interior{-1}; the layers left out are 0 or more");
}

TEST_CASE("Layers at faces that are not there are refused", "[regions]") {
  ShiftStage const s;
  CHECK(refusal(s.over(Face::x_high, 6)) == "");
  CHECK(refusal(s.over(Face::x_low, 7)) ==
        "stage Shift acts on 7 layers at x_low; the grid has 6 cells along x: name at most that many");
  CHECK(refusal(s.over(Face::x_low, -1)).starts_with("stage Shift acts on -1 layers at x_low"));
  CHECK(refusal(s.over(Face::y_low)) ==
        "stage Shift acts on 1 layer at y_low; the axis is periodic and has no faces: "
        "name the cells, .over(Cells{...})");
  CHECK(refusal(s.over(Face::z_low)) == "stage Shift acts on 1 layer at z_low; the grid has 2 axes");
}

TEST_CASE("A stage that does not act beside a face needs no boundary there", "[regions]") {
  auto const said = [](auto const& stage) -> std::string {
    try {
      make_plan(Program{Grid<2>{{6, 5}}, stage}.info());
    } catch (InputError const& error) {
      return error.what();
    }
    return {};
  };
  CHECK(said(ShiftStage{}.over(Interior{1})) == "");
  CHECK(said(ShiftStage{}.over(Interior{3})) == "");  // no cells at all
  CHECK(said(ShiftStage{}).starts_with("stage Shift reads value 1 cell past x_low, where it has no boundary"));
  CHECK(said(ShiftStage{}.over(Cells{{1, 1}, {5, 5}}))
            .starts_with("stage Shift reads value 1 cell past y_high, where it has no boundary"));
  CHECK(said(ShiftStage{}.over(Cells{{1, 1}, {6, 4}}))
            .starts_with("stage Shift reads value 1 cell past x_high, where it has no boundary"));
}

TEST_CASE("A parity and a periodic axis with an odd number of cells do not go together", "[regions]") {
  CHECK(refusal(ShiftStage{}.over(Parity<1>{}), {5, 6}) == "");  // along x there are faces
  CHECK(refusal(ShiftStage{}.over(Parity<1>{}), {6, 5}) ==
        "stage Shift acts on cells of one parity, but y is periodic with 5 cells, an odd number, so that neighbours "
        "across its ends have the same parity; take an even one");
}

TEST_CASE("What a stage leaves as it is outlives a step", "[regions]") {
  using Making = Stage<Shift, Reads<value>, Writes<made>>;
  auto const live = [](auto const& stage) {
    auto const program = Program{Grid<2>{{6, 5}}, stage}.template boundary<value>(Neumann{0.0});
    return make_plan(program.info()).quantities[1].live;
  };
  CHECK(live(Making{}) == 0);
  CHECK(live(Making{}.over(Interior{1})) == 1);
}

TEST_CASE("The greatest of no cells is refused", "[regions]") {
  CHECK(refusal(HighestStage{}.over(Interior{2})) == "");
  CHECK(refusal(HighestStage{}.over(Interior{3})) ==
        "stage Highest makes most the least or greatest of the cells that it acts in, and on this grid there are none; "
        "let it act in some");
}

TEST_CASE("Strategies for whole grids refuse parts, and another one is found", "[regions]") {
  using Host = Kokkos::DefaultHostExecutionSpace;
  auto const program = [](auto const& stage) {
    return Program{Grid<2>{{6, 6}}, stage}.template boundary<value>(Neumann{0.0});
  };
  Solution run{Host{}, program(ShiftStage{}.over(Interior{1}).where<chosen>())};
  CHECK(run.plan().step[0].resolved.schedule.strategy == "team");
  CHECK_THAT(run.explain(),
             ContainsSubstring("; strategy column acts on whole grids alone") &&
                 ContainsSubstring("acts on x 1 to 5, y 1 to 5, where chosen; copies value in the other") &&
                 ContainsSubstring("stage Shift acts on part of the grid"));
  CHECK_THROWS_MATCHES(run.schedule(Schedule{"column"}), InputError,
                       MessageMatches(ContainsSubstring("stage Shift acts on part of the grid, which strategy "
                                                        "'column' does not do; use team or naive")));
  Schedule several;
  several.steps_per_launch = 2;
  CHECK_THROWS_MATCHES(run.schedule(several), InputError,
                       MessageMatches(ContainsSubstring("stage Shift acts on part of the grid")));
  Solution whole{Host{}, program(ShiftStage{})};
  CHECK(whole.plan().step[0].resolved.schedule.strategy == "column");

  Schedule planes{"team"};
  planes.placement = Placement::planes;
  CHECK_THROWS_MATCHES((Solution{Host{}, program(ShiftStage{}.over(Parity<0>{})), planes}), InputError,
                       MessageMatches(ContainsSubstring("use placement = memory")));
}

}  // namespace regions
