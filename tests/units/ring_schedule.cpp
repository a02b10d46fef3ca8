// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/reach.hpp"
#include "tessera/schedule.hpp"
#include "tessera/strategy/column/strategy.hpp"
#include "tessera/strategy/column_ring/shape.hpp"
#include "tessera/strategy/column_ring/strategy.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

template <class R, class T = double, int Components = 1>
using Input = detail::InputType<R, T, Components>;

template <class... Inputs>
constexpr RingFacts facts(int formula = 0) {
  return detail::ring_facts<3, 8, Inputs...>(formula);
}

template <class R>
SweepShape cube(int n) {
  SweepShape shape{{n, n, n}, {InputShape{stored_hull<R, 3>, 1, 8, {}}}};
  shape.ring = facts<Input<R>>();
  shape.output_bytes = 8;
  return shape;
}

TeamLimits device() {
  TeamLimits limits{false, 40000, 132 * 2048, 60e6};
  limits.block_scratch_bytes = 227 * 1024;
  return limits;
}

}  // namespace

TEST_CASE("Stages with one wide input have a ring, others have none", "[schedule]") {
  CHECK(facts<Input<Star<1>>>().bytes == 0);
  CHECK(facts<Input<Star<2>>>().bytes > 0);
  CHECK(facts<Input<Box<1>>, Input<Centre>>().bytes > 0);
  CHECK(facts<Input<Box<1>>, Input<Star<2>>>().bytes == 0);  // two of them
  CHECK(facts<Input<Star<2>, double, 2>>().bytes == 0);
  CHECK(facts<Input<Star<2>, float>>().bytes == 0);  // beside doubles
  CHECK(facts<Input<Box<2>>>().bytes == 0);          // more registers than there are
  CHECK(facts<Input<Star<2>>>(200).bytes == 0);
  CHECK(detail::ring_facts<2, 8, Input<Star<2>>>(0).bytes == 0);
}

TEST_CASE("A ring holds the planes that enter a window, and those under way", "[schedule]") {
  using Star4 = detail::RingPlanes<Star<4>, double, 2, 4>;
  CHECK((Star4::span == 5 && Star4::ahead == 2 && Star4::slots == 7));
  CHECK((Star4::pitch == 64 + 8 && Star4::rows == 32 + 8));
  CHECK(Star4::bytes == 7 * 72 * 40 * 8);
  using Cube = detail::RingPlanes<Box<1>, float, 4, 2>;
  CHECK((Cube::span == 1 && Cube::ahead == 3 && Cube::pitch == 128 + 2 * 4 && Cube::rows == 16 + 2));
  constexpr RingFacts floats = detail::ring_facts<3, 4, Input<Star<2>, float>>(0);
  CHECK((floats.tile_x == 128 && floats.tile_y == 16 && floats.blocks == 2));
}

TEST_CASE("Rings: chunks let the last block be done first", "[schedule]") {
  Schedule const large = resolve_ring_schedule({}, cube<Star<4>>(512), device()).schedule;
  CHECK((large.tile_x == 64 && large.tile_y == 32 && large.chunk_z == 32 && large.team_size == 256));
  CHECK(resolve_ring_schedule({}, cube<Box<1>>(512), device()).schedule.chunk_z == 16);
  Schedule const thin = resolve_ring_schedule({}, cube<Star<2>>(3), device()).schedule;
  CHECK(thin.chunk_z == 3);
  CHECK(resolve_ring_schedule({"column_ring", 0, 0, 5}, cube<Star<2>>(64), device()).schedule.chunk_z == 5);
}

TEST_CASE("Rings are the default where they fit and have work for all", "[schedule]") {
  CHECK(suits_ring({}, cube<Star<4>>(512), device()));
  CHECK_FALSE(suits_ring({}, cube<Star<1>>(512), device()));
  CHECK(suits_ring({}, cube<Star<4>>(256), device()));
  CHECK_FALSE(suits_ring({}, cube<Star<4>>(128), device()));
  CHECK_FALSE(suits_ring({"", 64}, cube<Star<4>>(512), device()));
  SweepShape floats = cube<Star<4>>(512);
  floats.output_bytes = 4;
  CHECK(suits_ring({}, floats, device()));
  CHECK(relative_cost(ColumnRing{}, {}, floats, device()) > relative_cost(Column{}, {}, floats, device()));
  TeamLimits small = device();
  small.block_scratch_bytes = 100 * 1024;
  CHECK_FALSE(suits_ring({}, cube<Star<4>>(512), small));
  SweepShape layers = cube<Box<1>>(512);
  CHECK(suits_ring({}, layers, device()));
  layers.columns.partial_sums = true;
  CHECK_FALSE(suits_ring({}, layers, device()));
  SweepShape part = cube<Star<4>>(512);
  part.part = true;
  CHECK_FALSE(suits_ring({}, part, device()));
}

TEST_CASE("Rings: what cannot be is refused with what can", "[schedule]") {
  auto const refused = [](Schedule const& request, SweepShape const& shape, TeamLimits const& limits,
                          char const* text) {
    CHECK_THROWS_MATCHES(resolve_ring_schedule(request, shape, limits), InputError,
                         MessageMatches(ContainsSubstring(text)));
  };
  refused({}, cube<Star<1>>(64), device(), "one wide input");
  refused({}, cube<Star<4>>(64), TeamLimits{}, "161280 bytes of shared memory");
  refused({"column_ring", 32}, cube<Star<4>>(64), device(), "has 64 here");
  refused({"column_ring", 0, 16}, cube<Star<4>>(64), device(), "has 32 here");
  refused({"column_ring", 0, 0, 0, 128}, cube<Star<4>>(64), device(), "has 256 here");
  refused({"column_ring", 0, 0, 0, 0, Placement::memory}, cube<Star<4>>(64), device(), "placement = memory");
}
