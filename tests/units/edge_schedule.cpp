// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/schedule.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

SweepShape plane(int nx, int ny, std::size_t value_size = 8) {
  SweepShape shape{{nx, 1, ny}, {InputShape{{{-1, 0, -1}, {1, 0, 1}}, 1, value_size, {}}}};
  shape.flux_edges = true;
  return shape;
}

TeamLimits const device{false, 40000, 132 * 2048, 60e6};

Schedule chosen(SweepShape const& shape) { return resolve_flux_edge_schedule({}, shape, device).schedule; }

}  // namespace

TEST_CASE("Edges: a warp for every thirty cells of a tile, and chunks that share out", "[schedule]") {
  Schedule const small = chosen(plane(100, 100));
  CHECK((small.tile_x == 60 && small.tile_y == 1 && small.team_size == 64 && small.chunk_z == 1));
  Schedule const middle = chosen(plane(1000, 1000));  // 17 tiles: 17 * 59 teams are at work at once, 8 * 132 fit
  CHECK(middle.chunk_z == 17);
  Schedule const large = chosen(plane(4096, 4096));
  CHECK((large.chunk_z > 40 && large.chunk_z <= 64));
  Schedule const narrow = chosen(plane(7, 500));
  CHECK((narrow.tile_x == 30 && narrow.team_size == 32));
}

TEST_CASE("Edges: fewer teams at once, the more values a cell has", "[schedule]") {
  CHECK(flux_edge_teams({8, 8}) == 8);
  CHECK(flux_edge_teams({8, 40}) == 8);
  CHECK(flux_edge_teams({4, 20}) == 10);
  CHECK(flux_edge_teams({8, 100}) == 6);
  CHECK(flux_edge_teams({8, 1000}) == 4);
}

TEST_CASE("Edges: scratch for the cells that wait", "[schedule]") {
  ResolvedSchedule const r = resolve_flux_edge_schedule({}, plane(1000, 1000), device);
  CHECK(r.scratch_bytes >= 2 * 60 * 17 + sizeof(int));
}

TEST_CASE("Edges: what cannot be is refused", "[schedule]") {
  auto const refused = [](Schedule const& request, std::string const& why) {
    CHECK_THROWS_MATCHES(resolve_flux_edge_schedule(request, plane(1000, 1000), device), InputError,
                         MessageMatches(ContainsSubstring(why)));
  };
  refused({"edges", 61}, "one row of at most 60 cells");
  refused({"edges", 60, 2}, "one row of at most 60 cells");
  refused({"edges", 60, 1, 400}, "has at most 332 rows here");
  refused({"edges", 60, 1, 8, 128}, "here 64: leave it out");
  refused({"edges", 0, 0, 0, 0, Placement::planes}, "placement = planes is team's");
}

TEST_CASE("Edges: whole grids, of no more cells than 32 bits count", "[schedule]") {
  CHECK(suits_flux_edges(plane(1000, 1000)));
  CHECK_FALSE(suits_flux_edges(plane(60000, 60000)));
  SweepShape part = plane(1000, 1000);
  part.part = true;
  CHECK_FALSE(suits_flux_edges(part));
  SweepShape other = plane(1000, 1000);
  other.flux_edges = false;
  CHECK_FALSE(suits_flux_edges(other));
}
