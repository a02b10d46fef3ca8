// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/field_keys.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "messages.hpp"

using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using tessera::Config;
using tessera::Mesh;
using tessera::Schema;

namespace {

/// A program for grids of any rank with one field.
Config with(std::vector<std::string> const& overrides) {
  Schema schema;
  tessera::add_grid_keys(schema, {{8, 4}, {}, true});
  schema.table("initial", "the start");
  schema.add(tessera::key::variant("initial.u", tessera::field_forms(0, "K", "", true), "{ type = \"none\" }", "u"));
  return Config(schema, std::nullopt, overrides);
}

std::vector<double> field(std::vector<std::string> overrides, std::string const& cells) {
  overrides.push_back("grid.cells=" + cells);
  Config const config = with(overrides);
  return tessera::read_field(config, "initial.u", tessera::read_grid(config), "u");
}

}  // namespace

TEST_CASE("a grid of any rank has as many axes as cells say, of 1 m where nothing else is said", "[field_keys]") {
  Mesh const line = tessera::read_grid(with({"grid.cells=[5]"}));
  CHECK(line.rank == 1);
  CHECK(line.cells == std::array<long, 3>{5, 1, 1});
  CHECK(line.spacing == std::array<double, 3>{1, 1, 1});
  Mesh const box = tessera::read_grid(with({"grid.cells=[5, 4, 2]", "grid.length=[1, 2, 3]", "grid.origin=[7, 8, 9]"}));
  CHECK(box.rank == 3);
  CHECK(box.spacing == std::array<double, 3>{0.2, 0.5, 1.5});
  CHECK(box.origin == std::array<double, 3>{7, 8, 9});
}

TEST_CASE("a grid of any rank refuses lists that do not go together", "[field_keys][bad_input]") {
  CHECK_THAT(input_error([] { (void)tessera::read_grid(with({"grid.cells=[1, 2, 3, 4]"})); }),
             ContainsSubstring("4 axes; a grid has three at most"));
  for (std::string const key : {"grid.length", "grid.spacing", "grid.origin"}) {
    CHECK_THAT(input_error([&] { (void)tessera::read_grid(with({key + "=[1]"})); }),
               ContainsSubstring(key + ": expected 2 numbers, one for each axis of grid.cells (default), got 1"));
  }
}

TEST_CASE("shapes stand in the middle of the domain unless they are told", "[field_keys]") {
  auto const bell = field({"initial.u={type=gaussian, value=2, background=1}"}, "[3, 5]");
  CHECK(bell[7] == 3);  // cell (1, 2), the middle
  CHECK(bell[6] == Approx(1 + 2 * std::exp(-1 / (2 * 0.5 * 0.5))));
  auto const ball = field({"initial.u={type=ball}"}, "[8]");
  CHECK(ball == std::vector<double>{0, 0, 1, 1, 1, 1, 0, 0});
  auto const placed = field({"initial.u={type=ball, centre=[1.5], radius=1.1}"}, "[8]");
  CHECK(placed == std::vector<double>{1, 1, 1, 0, 0, 0, 0, 0});
  auto const box = field({"initial.u={type=box, value=5}"}, "[4, 2]");
  CHECK(box == std::vector<double>{0, 5, 5, 0, 0, 5, 5, 0});
  auto const wave = field({"initial.u={type=sine, modes=[2]}"}, "[4]");
  CHECK(wave[0] == Approx(std::sqrt(0.5)));
  CHECK(wave[3] == Approx(-std::sqrt(0.5)));
  CHECK(field({}, "[4]").empty());
}

TEST_CASE("a place with another number of coordinates than the grid is refused", "[field_keys][bad_input]") {
  CHECK_THAT(input_error([] { field({"initial.u={type=ball, centre=[1, 2, 3]}"}, "[8, 8]"); }),
             ContainsSubstring("initial.u.centre: expected 2 numbers, as many as the grid has axes, got 3"));
  CHECK_THAT(input_error([] { field({"initial.u={type=sine, modes=[1]}"}, "[8, 8]"); }),
             ContainsSubstring("initial.u.modes: expected 2 numbers"));
}
