// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/reach.hpp"
#include "tessera/schedule.hpp"
#include "tessera/strategy/column/window_shape.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

template <class R>
using Doubles = detail::ColumnShape<3, 8, 0, detail::InputType<R, double, 1>>;

/// By layers.
template <class R>
using Layers = detail::ColumnShape<3, 8, 0, detail::InputType<detail::LayerReach<R, 3>, double, 1>>;

template <class T, class R>
using Plane = detail::ColumnShape<2, sizeof(T), 0, detail::InputType<R, T, 1>>;

template <class T, class R>
using Line = detail::ColumnShape<1, sizeof(T), 0, detail::InputType<R, T, 1>>;

template <class R>
SweepShape cube(int n) {
  SweepShape shape{{n, n, n}, {InputShape{stored_hull<R, 3>, 1, 8, {}}}};
  shape.columns.rows = Doubles<R>::R;
  shape.output_bytes = 8;
  return shape;
}

TeamLimits const device{false, 40000, 132 * 2048, 60e6};

}  // namespace

TEST_CASE("A window holds what an operator reads, once", "[schedule]") {
  using Star = detail::WindowShape<Star<1>, 3, 2, 1>;
  CHECK(Star::values == 3 * 2 + 2 + 2 * 2);  // the column, its ends in x, and the rows beside it
  using Rows = detail::WindowShape<tessera::Star<1>, 3, 2, 4>;
  CHECK(Rows::values == 4 * (3 * 2 + 2) + 2 * 2);
  using Cube = detail::WindowShape<Box<1>, 3, 2, 1>;
  CHECK(Cube::values == 3 * 3 * 4);
  using Line = detail::WindowShape<tessera::Star<2>, 2, 4, 1>;
  CHECK(Line::values == 5 * 4 + 4);
  using Flat = detail::WindowShape<tessera::Star<2>, 2, 2, 8, true>;
  CHECK(Flat::values == 8 * 6 + 4 * 2);  // eight rows with their ends in x, and two rows below and above them
  CHECK(Flat::at_begin.count == 0);      // nothing stays from step to step
}

TEST_CASE("A thread owns as many rows as its registers hold", "[schedule]") {
  CHECK(Doubles<Star<1>>::R == 4);
  CHECK(Doubles<Star<2>>::R == 2);
  CHECK(Doubles<Star<4>>::R == 1);
  CHECK(Doubles<Box<1>>::R == 2);
  CHECK(Doubles<Star<2>>::period == 5);
}

TEST_CASE("Partial sums leave registers for more rows", "[schedule]") {
  CHECK(Layers<Box<1>>::R == 4);
  CHECK(Layers<Box<1>>::registers == 2 * ((4 + 2) * (2 + 2) + 2 * 4 * 2));  // a plane's window, two sums a cell
  CHECK(Layers<Box<1>>::period == 1);
  CHECK(Layers<Box<2>>::R == 1);
  STATIC_REQUIRE(!detail::LayerReach<Box<1>, 3>::has(0, 0, 1));
  STATIC_REQUIRE(detail::LayerReach<Box<1>, 3>::has(1, 1, 0));
  STATIC_REQUIRE(point_count<detail::LayerReach<Star<1>, 2>, 2> == 3);
}

TEST_CASE("On grids of two axes a thread loads as many rows at once as its registers hold", "[schedule]") {
  using Near = Plane<double, Star<1>>;
  CHECK((Near::flat && Near::cells_z == 8 && Near::cells_y == 1 && Near::period == 1));
  CHECK(Plane<float, Star<1>>::cells_z == 8);
  CHECK(Plane<double, Star<2>>::cells_z == 4);
  using Far = Plane<double, Box<4>>;
  CHECK((!Far::flat && Far::cells_z == 1 && Far::period == 9));

  SweepShape shape{{1000, 1, 1000}, {InputShape{stored_hull<Star<1>, 2>, 1, 8, {}}}};
  shape.output_bytes = 8;
  shape.columns.step = Near::cells_z;
  ResolvedSchedule const resolved = resolve_column_schedule({}, shape, device);
  CHECK((resolved.schedule.chunk_z == 8 && resolved.schedule.tile_x == 256));
  CHECK_THAT(resolved.reason, ContainsSubstring("2 x 8 cells and their neighbours at once"));
}

TEST_CASE("On lines a thread loads as many pieces at once as its registers hold", "[schedule]") {
  using Near = Line<double, Star<1>>;
  CHECK((Near::pieces == 8 && Near::V == 2 && !Near::flat && Near::registers == 8 * 4 * 2));
  CHECK((Line<float, Star<3>>::pieces == 8 && Line<double, Star<3>>::pieces == 4));
  CHECK(Plane<double, Star<1>>::pieces == 1);

  SweepShape shape{{1000000, 1, 1}, {InputShape{stored_hull<Star<1>, 1>, 1, 8, {}}}};
  shape.output_bytes = 8;
  CHECK(suits_cells({}, shape));  // a thread of columns would have one load under way
  shape.columns.pieces = Near::pieces;
  CHECK_FALSE(suits_cells({}, shape));
  ResolvedSchedule const resolved = resolve_column_schedule({}, shape, device);
  CHECK((resolved.schedule.tile_x == 128 * 8 * 2 && resolved.schedule.team_size == 128));
  CHECK_THAT(resolved.reason, ContainsSubstring("8 x 2 cells and their neighbours at once"));
  CHECK(resolve_column_schedule({"column", 36}, shape, device).schedule.team_size == 3);  // three by eight pieces
}

TEST_CASE("Columns: chunks are periods of the window, slabs fit in the cache", "[schedule]") {
  Schedule const large = resolve_column_schedule({}, cube<Star<1>>(512), device).schedule;
  CHECK((large.tile_x == 64 && large.tile_y == 16 && large.chunk_z == 6 && large.team_size == 128));
  CHECK(large.slab_y == 0);
  Schedule const huge = resolve_column_schedule({}, cube<Star<1>>(1024), device).schedule;
  CHECK((huge.slab_y > 0 && huge.slab_y < 1024 && huge.slab_y % huge.tile_y == 0));
  CHECK(resolve_column_schedule({}, cube<Star<1>>(64), device).schedule.chunk_z == 3);
  CHECK(resolve_column_schedule({}, cube<Star<4>>(512), device).schedule.chunk_z == 18);
  SweepShape layers = cube<Box<1>>(512);
  layers.columns.partial_sums = true;
  CHECK(resolve_column_schedule({}, layers, device).schedule.chunk_z == 6);
  layers.output_bytes = 4;
  CHECK(resolve_column_schedule({}, layers, device).schedule.chunk_z == 32);
}

TEST_CASE("Columns: numbers that cannot be are refused with what can", "[schedule]") {
  auto const refused = [](Schedule const& request, char const* text) {
    CHECK_THROWS_MATCHES(resolve_column_schedule(request, cube<Star<1>>(64), device), InputError,
                         MessageMatches(ContainsSubstring(text)));
  };
  refused({"column", 63}, "use a multiple of 2");
  refused({"column", 64, 6}, "use a multiple of 4");
  refused({"column", 64, 32}, "use tile_y = 16");
  refused({"column", 64, 16, 6, 64}, "here 128: leave it out");
  refused({"column", 0, 0, 0, 0, Placement::planes}, "placement = planes is team's");
}

TEST_CASE("Grids of a few tiles suit a thread per cell, unless numbers are asked for", "[schedule]") {
  CHECK(suits_cells({}, cube<Star<1>>(64)));
  CHECK_FALSE(suits_cells({}, cube<Star<1>>(128)));
  CHECK_FALSE(suits_cells({"", 64}, cube<Star<1>>(64)));
  SweepShape plane{{1024, 1, 1024}, {InputShape{stored_hull<Star<1>, 2>, 1, 8, {}}}};
  CHECK(suits_cells({}, plane));
  SweepShape more = plane;
  more.inputs.push_back(plane.inputs[0]);
  CHECK_FALSE(suits_cells({}, more));
  plane.n[0] = 1100;
  CHECK_FALSE(suits_cells({}, plane));
  ResolvedSchedule const small = resolve_per_cell_schedule({}, cube<Star<1>>(64));
  CHECK((small.schedule.strategy == "per_cell" && describe(small.schedule) == "per_cell"));
  CHECK_THAT(small.reason, ContainsSubstring("the grid is so small that a thread per cell is faster"));
  CHECK_THAT(resolve_per_cell_schedule({"per_cell"}, cube<Star<1>>(128)).reason, !ContainsSubstring("small"));
  CHECK_THROWS_MATCHES(resolve_per_cell_schedule({"per_cell"}, cube<Star<1>>(1300)), InputError,
                       MessageMatches(ContainsSubstring("31 bits; use column, team or naive")));
}
