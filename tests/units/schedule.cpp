// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/schedule.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <regex>

#include "tessera/error.hpp"
#include "tessera/reach.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

TeamLimits const device{false, 200 * 1024, 132 * 2048};
TeamLimits const host{true, 64 * 1024, 16};

template <Reach R>
SweepShape cube(int n, std::size_t value_size = 8, int inputs = 1) {
  SweepShape shape{{n, n, n}, {}};
  for (int i = 0; i < inputs; ++i) shape.inputs.push_back(InputShape{stored_hull<R, 3>, 1, value_size});
  return shape;
}

/// Every number is filled in, and what it needs is there.
void check_runs(SweepShape const& shape, TeamLimits const& limits, ResolvedSchedule const& r) {
  Schedule const& s = r.schedule;
  CAPTURE(shape.n[0], shape.inputs.size(), limits.host, s.tile_x, s.tile_y, s.chunk_z, s.team_size);
  CHECK(s.strategy == "team");
  CHECK((s.tile_x >= 1 && s.tile_y >= 1 && s.chunk_z >= 1 && s.chunk_z <= shape.n[2]));
  CHECK((s.team_size >= 1 && s.team_size <= (limits.host ? 1 : max_team_size)));
  CHECK(s.placement != Placement::automatic);
  CHECK(r.scratch_bytes <= limits.scratch_bytes);
  CHECK_FALSE(r.reason.empty());
  if (s.placement == Placement::planes) CHECK(r.scratch_bytes == ring_bytes(shape, s.tile_x, s.tile_y));
}

}  // namespace

TEST_CASE("Every reach and size has a schedule that fits", "[schedule]") {
  for (auto const& limits : {device, host}) {
    for (int const n : {1, 2, 7, 31, 64, 100, 513}) {
      for (auto const& shape :
           {cube<Star<1>>(n), cube<Star<4>>(n, 4), cube<Box<1>>(n), cube<Star<2>>(n, 8, 4), cube<Centre>(n)}) {
        check_runs(shape, limits, resolve_team_schedule({}, shape, limits));
        Schedule memory;
        memory.placement = Placement::memory;
        check_runs(shape, limits, resolve_team_schedule(memory, shape, limits));
        Schedule planes;
        planes.placement = Placement::planes;
        check_runs(shape, limits, resolve_team_schedule(planes, shape, limits));
      }
    }
  }
}

TEST_CASE("Rings take one plane more than the hull is high", "[schedule]") {
  auto const bytes = [](SweepShape const& shape) {
    return ring_bytes(shape, 32, 8) - ring_bytes(cube<Centre>(8), 32, 8);
  };
  CHECK(bytes(cube<Star<1>>(8)) == 34 * 10 * 4 * 8);
  CHECK(bytes(cube<Star<4>>(8, 4)) == 40 * 16 * 10 * 4);
  CHECK(bytes(cube<Star<1>>(8, 8, 2)) == 2 * 34 * 10 * 4 * 8);
}

TEST_CASE("Neighbours stay in memory on hosts and where there are none", "[schedule]") {
  CHECK(resolve_team_schedule({}, cube<Star<1>>(128), host).schedule.placement == Placement::memory);
  CHECK(resolve_team_schedule({}, cube<Centre>(128), device).schedule.placement == Placement::memory);
  CHECK(resolve_team_schedule({}, cube<Star<1>>(128), device).schedule.placement == Placement::planes);
  TeamLimits const poor{false, 2000, 2048};
  CHECK(resolve_team_schedule({}, cube<Star<4>>(128), poor).schedule.placement == Placement::memory);
}

TEST_CASE("What was asked for is kept", "[schedule]") {
  Schedule const request{"team", 24, 5, 7, 96, Placement::planes};
  Schedule const s = resolve_team_schedule(request, cube<Star<1>>(100), device).schedule;
  CHECK((s.tile_x == 24 && s.tile_y == 5 && s.chunk_z == 7 && s.team_size == 96 && s.placement == Placement::planes));
  Schedule const part{"team", 24};
  CHECK(resolve_team_schedule(part, cube<Star<1>>(100), device).schedule.tile_x == 24);
}

TEST_CASE("A chunk is never longer than the grid", "[schedule]") {
  CHECK(resolve_team_schedule({"team", 0, 0, 1000}, cube<Star<1>>(10), host).schedule.chunk_z == 10);
}

TEST_CASE("A tile that does not fit is refused with one that does", "[schedule]") {
  auto const shape = cube<Star<2>>(256);
  std::string message;
  try {
    (void)resolve_team_schedule({"team", 512, 64, 0, 0, Placement::planes}, shape, host);
  } catch (InputError const& e) {
    message = e.what();
  }
  CHECK_THAT(message,
             ContainsSubstring("a tile of 512 x 64 needs " + std::to_string(ring_bytes(shape, 512, 64)) + " bytes"));
  CHECK_THAT(message, ContainsSubstring(std::to_string(host.scratch_bytes) + " are there"));
  std::smatch largest;
  REQUIRE(std::regex_search(message, largest, std::regex(R"(largest that fits is (\d+) x (\d+))")));
  CHECK_NOTHROW(resolve_team_schedule({"team", std::stoi(largest[1]), std::stoi(largest[2]), 0, 0, Placement::planes},
                                      shape, host));
}

TEST_CASE("Numbers that cannot be are refused by name", "[schedule]") {
  auto const refused = [](Schedule const& request, TeamLimits const& limits, char const* text) {
    CHECK_THROWS_MATCHES(resolve_team_schedule(request, cube<Star<1>>(32), limits), InputError,
                         MessageMatches(ContainsSubstring(text)));
  };
  refused({"team", -1}, host, "tile_x = -1");
  refused({"team", 0, -2}, host, "tile_y = -2");
  refused({"team", 0, 0, -3}, host, "chunk_z = -3");
  refused({"team", 0, 0, 0, -4}, host, "team_size = -4");
  refused({"team", 0, 0, 0, 2}, host, "team_size = 2; at most 1");
  refused({"team", 0, 0, 0, max_team_size + 1}, device, "at most 256");
  TeamLimits const none{false, 300, 2048};
  refused({"team", 0, 0, 0, 0, Placement::planes}, none, "use placement = memory");
  refused({"team", 8, 4, 0, 0, Placement::planes}, none, "300 are there");
}
