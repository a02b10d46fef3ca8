// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/reach.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/stencils/weighted.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"

using namespace tessera;
using namespace tessera::detail;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

/// In space, nothing beside the cell along y.
struct NoRows {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return y == 0 && x * z == 0; }
};

constexpr FormulaFacts has_partial_sums{.partial_sums = true}, has_shared_sums{.shared_sums = true};

template <Reach Points, int Rank, class Value, FormulaFacts Formula = FormulaFacts{}>
RegisterTileFacts facts_of() {
  using Numbers = typename RegisterTileChoice<Points, Rank, sizeof(Value), Formula>::numbers;
  return register_tile_facts<Numbers, LevelShape<Points, Rank, Numbers>>(vector_cells(sizeof(Value)));
}

StepsShape shape_of(int nx, int ny, int nz, RegisterTileFacts const& tile) {
  StepsShape shape;
  shape.state = 0;
  shape.sweep = {{nx, ny, nz}, {InputShape{stored_hull<Star<1>, 3>, 1, 8}}};
  shape.points = 7;
  shape.tile = tile;
  return shape;
}

TeamLimits limits_of(std::size_t block_scratch_bytes) {
  TeamLimits limits{false, 200 * 1024, 132 * 2048};
  limits.block_scratch_bytes = block_scratch_bytes;
  return limits;
}
TeamLimits const device = limits_of(227 * 1024);

}  // namespace

TEST_CASE("What register tiles hold", "[register_tile]") {
  RegisterTileFacts const star = facts_of<Star<1>, 3, double>();
  CHECK((star.steps == 4 && star.unit == 4 && star.other_unit == 3 && star.threads == 256 && star.blocks == 1));
  CHECK((star.extent == std::array{64, 32} && star.stride == std::array{56, 24}));
  CHECK(star.more_planes == 8);  // four before the first, and four until the fourth level has it
  RegisterTileFacts const box = facts_of<Box<1>, 3, float>();
  CHECK((box.steps == 2 && box.other_unit == 0 && box.extent == std::array{128, 16}));
  CHECK(box.stride == std::array{112, 12});  // a halo of two cells takes the eight of a sector
  RegisterTileFacts const plane = facts_of<Star<1>, 2, double>();
  CHECK((plane.steps == 16 && plane.unit == 4 && plane.other_unit == 3 && plane.threads == 128 && plane.blocks == 2));
  CHECK((plane.extent == std::array{320, 1} && plane.stride == std::array{288, 1}));
  CHECK(plane.more_planes == 16 + 16 + 3);
  RegisterTileFacts const plane_float = facts_of<Star<1>, 2, float>();
  CHECK((plane_float.steps == (has_counters ? 24 : 16) && plane_float.blocks == (has_counters ? 1 : 2)));
  CHECK((plane_float.extent == std::array{640, 1} && plane_float.stride == std::array{has_counters ? 592 : 608, 1}));
  // Groups that are counted meet in every other step, and a plane waits for that.
  CHECK(plane_float.more_planes == (has_counters ? 24 + 24 + 2 * 7 : 16 + 16 + 3));
  RegisterTileFacts const far = facts_of<Star<2>, 3, double>();
  CHECK((far.steps == 2 && far.other_unit == 0 && far.extent == std::array{64, 32}));
  CHECK((far.stride == std::array{56, 24} && far.more_planes == 8));
  // Planes; rows of four each of two levels, of eight warps and one more, in four buffers; counters.
  CHECK(far.shared_bytes == 8 * (4 * 64 * 32 + (4 * 9 + 2) * 4 * 2 * 64 + (has_counters ? 2 * 16 : 0)));
  CHECK(facts_of<Star<2>, 3, float>().extent == std::array{128, 24});
  STATIC_REQUIRE(std::is_same_v<RegisterTileChoice<Star<3>, 3, 8>::numbers, NoTile>);
  STATIC_REQUIRE(std::is_same_v<RegisterTileChoice<Box<2>, 3, 8>::numbers, NoTile>);
  STATIC_REQUIRE(RegisterTileChoice<Box<1>, 2, 8>::numbers::level_storage == LevelStorage::rotating_planes);
  STATIC_REQUIRE(RegisterTileChoice<Box<1>, 2, 4>::numbers::level_storage != LevelStorage::rotating_planes);
  // Rows of y that no level hands over: a thread would not know where they are.
  STATIC_REQUIRE(std::is_same_v<RegisterTileChoice<NoRows, 3, 8>::numbers, NoTile>);
}

namespace {

/// Seven points with one coefficient, as a user writes them down.
template <class T>
struct Plain {
  T spread;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const beside = u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0);
    return tessera::fma(spread, beside + u(0, 0, -1) + u(0, 0, 1) - 6 * u(), u());
  }
};
/// The same with the point ahead last.
template <class T>
struct PlainAheadLast {
  T spread;
  using reach = Star<1>;
  static constexpr bool ahead_last = true;
  template <class U>
  KOKKOS_FUNCTION T without_ahead(U const& u) const {
    T const beside = u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0);
    return tessera::fma(spread, beside + u(0, 0, -1), (1 - 6 * spread) * u());
  }
  template <class U>
  KOKKOS_FUNCTION T with_ahead(T begun, U const& u) const {
    return tessera::fma(spread, u(0, 0, 1), begun);
  }
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    return with_ahead(without_ahead(u), u);
  }
};
/// A formula that takes registers beside what it reads.
template <class T>
struct Long : Plain<T> {
  static constexpr int registers = 8;
};

template <class Op, class T, std::size_t Inputs = 1>
using NumbersOf = typename TileNumbersOf<Op, Star<1>, 3, sizeof(T), Inputs>::type;
template <class A, class B, class T>
inline constexpr bool equal_numbers = std::is_same_v<NumbersOf<A, T>, NumbersOf<B, T>>;

}  // namespace

TEST_CASE("A user's star has the register tile of the library's", "[register_tile]") {
  using namespace stencils;
  STATIC_REQUIRE(equal_numbers<Plain<float>, Heat<3, float>, float>);
  STATIC_REQUIRE(equal_numbers<Plain<double>, Heat<3, double>, double>);
  STATIC_REQUIRE(equal_numbers<Plain<float>, WeightedStar<3, 1, float>, float>);
  STATIC_REQUIRE(equal_numbers<PlainAheadLast<float>, WeightedStar<3, 1, float>, float>);
  STATIC_REQUIRE(equal_numbers<PlainAheadLast<double>, WeightedStar<3, 1, double>, double>);
  // Clusters of blocks are what smaller tiles pay with: where there are none, a star has the numbers of all others.
  STATIC_REQUIRE(equal_numbers<Plain<double>, PlainAheadLast<double>, double> == !has_counters);
  STATIC_REQUIRE(equal_numbers<Plain<float>, Long<float>, float> == !has_counters);
  STATIC_REQUIRE(std::is_same_v<NumbersOf<Plain<float>, float>, NumbersOf<Plain<float>, float, 2>> == !has_counters);
}

TEST_CASE("Register tiles of sums by pairs", "[register_tile]") {
  RegisterTileFacts const near = facts_of<Star<1>, 2, double, has_shared_sums>();
  CHECK((near.steps == 24 && near.unit == 3 && near.other_unit == 2 && near.threads == 256 && near.blocks == 1));
  CHECK((near.extent == std::array{448, 1} && near.stride == std::array{400, 1} && near.layer_points == 0));
  CHECK(near.more_planes == 24 + 24 + (has_counters ? 2 * 7 : 7));
  CHECK(facts_of<Star<1>, 2, float, has_shared_sums>().steps == 24);
  RegisterTileFacts const far = facts_of<Star<3>, 2, double, has_shared_sums>();
  CHECK((far.steps == 8 && far.unit == 1 && far.other_unit == 0 && far.stride == std::array{336, 1}));
  // In double groups meet in every other row, in a loop of six; in float that would be too long for the caches.
  CHECK(far.more_planes == 8 * 3 + 8 * 3 + (has_counters ? 2 * 7 : 7));
  CHECK(facts_of<Star<3>, 2, float, has_shared_sums>().more_planes == 8 * 3 + 8 * 3 + 7);
  STATIC_REQUIRE(std::is_same_v<RegisterTileChoice<Star<4>, 2, 8, has_shared_sums>::numbers, NoTile>);
  STATIC_REQUIRE(RegisterTileChoice<Star<1>, 3, 8, has_shared_sums>::numbers::level_storage == LevelStorage::planes);
}

TEST_CASE("Register tiles with partial sums", "[register_tile]") {
  RegisterTileFacts const box = facts_of<Box<1>, 3, double, has_partial_sums>();
  CHECK((box.steps == 3 && box.other_unit == 2 && box.extent == std::array{64, 32} && box.layer_points == 9));
  CHECK(box.more_planes == 3 + 2 * 3);  // three before the first, and each level makes a plane two steps later
  CHECK(facts_of<Box<1>, 3, double>().layer_points == 0);
  CHECK(facts_of<Box<1>, 2, double, has_partial_sums>().layer_points == 3);
  CHECK(facts_of<Star<1>, 2, float, has_partial_sums>().steps == 16);
  // Rows of y of the plane that enters are there a step later, for which stars in space do not wait.
  STATIC_REQUIRE(RegisterTileChoice<Star<1>, 3, 8, has_partial_sums>::numbers::level_storage == LevelStorage::planes);
  RegisterTileFacts const far = facts_of<Star<3>, 2, double, has_partial_sums>();
  CHECK((far.steps == 8 && far.unit == 1 && far.other_unit == 0 && far.layer_points == 0));
  CHECK((far.extent == std::array{448, 1} && far.stride == std::array{400, 1} && far.more_planes == 8 * 4 - 1 + 8 * 3));
  STATIC_REQUIRE(std::is_same_v<RegisterTileChoice<Star<4>, 2, 8, has_partial_sums>::numbers, NoTile>);
  StepsShape shape = shape_of(512, 512, 512, box);
  shape.points = 27;
  shape.sweep.columns.partial_sums = true;
  CHECK(resolve_register_tile({}, shape, device).steps == 3);
}

TEST_CASE("Register tiles are taken where they pay, and told", "[register_tile]") {
  StepsPlan const plan = resolve_register_tile({}, shape_of(512, 512, 512, facts_of<Star<1>, 3, double>()), device);
  CHECK((plan.steps == 4 && plan.unit == 4 && plan.other_unit == 3));
  CHECK(describe(plan.resolved.schedule) == "tile 64 x 32, chunk 512, team 256, registers, 4 steps per launch");
  CHECK_THAT(explain(plan), ContainsSubstring("time tiling pays"));
}

TEST_CASE("Register tiles of several blocks are taken where they pay, and told", "[register_tile]") {
  RegisterTileFacts tile = facts_of<Star<1>, 3, double>();
  tile.cluster = 2;
  auto const rows = [&](int nx, int ny) {
    return resolve_register_tile({"register_tile"}, shape_of(nx, ny, 512, tile), device).resolved.schedule.tile_y;
  };
  CHECK(rows(512, 512) == 64);
  CHECK(rows(512, 64) == 64);
  CHECK(rows(512, 128) == 32);
  CHECK(rows(512, 63) == 32);
}

TEST_CASE("Grids that register tiles do not fit are refused", "[register_tile]") {
  RegisterTileFacts const tile = facts_of<Star<1>, 3, double>();
  auto const refused = [&](StepsShape const& shape, std::string const& why) {
    StepsPlan const plan = resolve_register_tile({}, shape, device);
    CHECK(plan.steps == 1);
    CHECK_THAT(plan.reason, ContainsSubstring(why));
    CHECK_THROWS_MATCHES(resolve_register_tile(Schedule{"register_tile"}, shape, device), InputError,
                         MessageMatches(ContainsSubstring(why)));
  };
  refused(shape_of(63, 64, 64, tile), "smaller than a register tile, 64 x 32 cells");
  refused(shape_of(64, 31, 64, tile), "smaller than a register tile, 64 x 32 cells");
  refused(shape_of(64, 1, 64, tile), "smaller than a register tile, 64 x 32 cells");
  refused(shape_of(64, 32, most_swept_cells + 1, tile), "the swept axis has more than 1048576 cells");
  refused(shape_of(64, 32, 0, tile), "the swept axis is shorter than the operator reaches");
  refused(shape_of(64, 32, 64, {}), "no register tile is compiled");
  StepsPlan const small = resolve_register_tile({}, shape_of(512, 512, 512, tile), limits_of(100 * 1024));
  CHECK_THAT(small.reason, ContainsSubstring("bytes of shared memory, and a block may have 102400"));
  StepsShape mapped = shape_of(64, 32, 64, tile);
  mapped.uniform_faces = false;
  refused(mapped, "faces of one number");
  CHECK(resolve_register_tile(Schedule{"register_tile"}, shape_of(64, 32, most_swept_cells, tile), device).steps == 4);
  CHECK_THROWS_MATCHES(
      resolve_register_tile(Schedule{"register_tile", 32}, shape_of(64, 32, 64, tile), device), InputError,
      MessageMatches(ContainsSubstring("tile_x = 32; strategy register_tile has 64 here: leave it out")));
  CHECK_THROWS_MATCHES(
      resolve_register_tile(Schedule{"register_tile"}, shape_of(639, 1, 64, facts_of<Star<1>, 2, float>()), device),
      InputError, MessageMatches(ContainsSubstring("smaller than a register tile, 640 cells")));
}
