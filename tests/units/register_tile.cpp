// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/reach.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/stencils/weighted.hpp"
#include "tessera/strategy/register_tile/blocked_layout.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"
#include "tessera/strategy/register_tile/work_partition.hpp"

using namespace tessera;
using namespace tessera::detail;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

/// A tile of a register sweep along one axis.
struct Cut {
  int extent, halo, unit;
};
constexpr Cut cuts[] = {{64, 4, 4}, {128, 8, 8},  {384, 16, 8}, {32, 4, 1},
                        {16, 2, 1}, {320, 16, 4}, {640, 16, 8}, {1, 0, 1}};

/// Tiles `t` and `t + 1` leave no cell out, and hold what they need to store their own.
void check_tile(TileAxis const& axis, int unit, int t) {
  CAPTURE(axis.n, axis.extent, axis.halo, axis.periodic, t);
  long const first = axis.origin(t), last = first + axis.extent;
  bool const low = axis.at_low(t), high = axis.at_high(t);
  CHECK(axis.begin(t) < axis.end(t));
  CHECK(axis.begin(t) == (t == 0 ? 0 : axis.end(t - 1)));
  CHECK((t < axis.count - 1 || axis.end(t) == axis.n));
  CHECK(first + (low ? 0 : axis.halo) <= axis.begin(t));
  CHECK(last - (high ? 0 : axis.halo) >= axis.end(t));
  CHECK((axis.periodic ? first >= -axis.n && last <= 2L * axis.n : first >= 0 && last <= axis.n));
  CHECK((first % unit == 0 || high));
  CHECK(axis.begin(t) % unit == 0);
}

}  // namespace

TEST_CASE("Tiles that overlap cover an axis", "[register_tile]") {
  for (Cut const& cut : cuts) {
    for (bool const periodic : {false, true}) {
      for (int const n : {1, 2, 7, 31, 64, 65, 127, 128, 131, 320, 509, 641, 4099, 65537, 1 << 30}) {
        if (n < cut.extent) continue;
        TileAxis const axis(n, cut.extent, cut.halo, cut.unit, periodic);
        CHECK(axis.count == tile_count(n, cut.extent, axis.stride, periodic));
        for (int t = 0; t < std::min(axis.count, 1000); ++t) check_tile(axis, cut.unit, t);
        for (int t = std::max(0, axis.count - 3); t < axis.count; ++t) check_tile(axis, cut.unit, t);
      }
    }
  }
}

TEST_CASE("Every cell of a plane has its place in the blocked layout", "[register_tile]") {
  for (int const vector : {2, 4}) {
    for (int const n : {64, 68, 120, 124, 128, 508, 512, 516, 1000}) {
      for (int const rows : {1, 7, 80}) {
        TileAxis const x(n, 32 * vector, round_up(4, 2 * vector), 2 * vector, false);
        if (n < x.extent) continue;
        BlockedLayout const layout(x, rows, {});
        CAPTURE(n, rows, layout.width, layout.lead, layout.count, layout.rest);
        std::set<std::ptrdiff_t> places;
        for (int j = 0; j < rows; ++j) {
          for (int i = 0; i < n; ++i) places.insert(layout.place(i, j).cell);
        }
        CHECK(places.size() == static_cast<std::size_t>(n) * static_cast<std::size_t>(rows));
        CHECK(*places.begin() == 0);
        CHECK(*places.rbegin() == static_cast<std::ptrdiff_t>(n) * rows - 1);
        // A thread loads, and stores, a vector of each of several rows.
        for (int i = 0; i < n; i += vector) {
          BlockedLayout::Place const first = layout.place(i, 0), last = layout.place(i, rows - 1);
          CHECK(first.cell % vector == 0);
          CHECK(first.stride % vector == 0);
          CHECK(layout.place(i + vector - 1, 0).cell == first.cell + vector - 1);
          CHECK(last.cell == first.cell + std::ptrdiff_t{rows - 1} * first.stride);
        }
      }
    }
  }
}

TEST_CASE("How many tiles an axis takes", "[register_tile]") {
  STATIC_REQUIRE(tile_stride(64, 4, 2) == 56);
  STATIC_REQUIRE(tile_stride(64, 3, 4) == 56);  // no tile begins between 16-byte boundaries
  STATIC_REQUIRE((round_up(0, 4) == 0 && round_up(1, 4) == 4 && round_up(4, 4) == 4));
  // Faces: 64 cells are one tile's, and each further one stores 56 more.
  STATIC_REQUIRE((tile_count(64, 64, 56, false) == 1 && tile_count(65, 64, 56, false) == 2));
  STATIC_REQUIRE((tile_count(120, 64, 56, false) == 2 && tile_count(121, 64, 56, false) == 3));
  // Around an axis each stores 56.
  STATIC_REQUIRE((tile_count(64, 64, 56, true) == 2 && tile_count(112, 64, 56, true) == 2));
  STATIC_REQUIRE(tile_count(113, 64, 56, true) == 3);
  constexpr int most = std::numeric_limits<int>::max();
  STATIC_REQUIRE((tile_count(most, 1, 1, false) == most && tile_count(most, 1, 1, true) == most));
  STATIC_REQUIRE(tile_count(most, 64, 56, true) == 38347923);  // 38347922 x 56 = 2^31 - 16
}

TEST_CASE("Blocks make tiles together where fewer cells are computed", "[register_tile]") {
  CHECK(tile_cluster(512, 40, 4, 2, false) == 2);  // 7 x 80 rows, 16 x 40
  CHECK(tile_cluster(512, 40, 4, 1, false) == 1);
  CHECK(tile_cluster(79, 40, 4, 2, false) == 1);
  CHECK(tile_cluster(80, 40, 4, 2, true) == 1);    // periodic: 2 x 80 rows, 3 x 40
  CHECK(tile_cluster(80, 40, 4, 2, false) == 2);   // one tile, 3 x 40
  CHECK(tile_cluster(128, 32, 4, 2, false) == 1);  // 3 x 64 rows, 5 x 32
  for (int n = 32; n < 3000; ++n) {
    TileAxis const one(n, 32, 4, 1, false), both(n, n < 64 ? n : 64, n < 64 ? 0 : 4, 1, false);
    bool const fewer = n >= 64 && both.count * 64 * in_cluster < one.count * 32;
    CHECK(tile_cluster(n, 32, 4, 2, false) == (fewer ? 2 : 1));
  }
}

TEST_CASE("Every column of tiles has its place", "[register_tile]") {
  for (int const cells_x : {64, 65, 200, 1000}) {
    for (int const cells_y : {32, 33, 70, 500}) {
      for (bool const periodic : {false, true}) {
        TileColumns const tiles{TileAxis(cells_x, 64, 4, 2, false), TileAxis(cells_y, 32, 4, 1, periodic)};
        CAPTURE(tiles.x.count, tiles.y.count, periodic);
        std::set<int> seen;
        for (int c = 0; c < tiles.count(); ++c) {
          int const x = tiles.tile_x(c), y = tiles.tile_y(c);
          REQUIRE((x >= 0 && x < tiles.x.count && y >= 0 && y < tiles.y.count));
          CHECK(seen.insert(y * tiles.x.count + x).second);
        }
      }
    }
  }
}

namespace {

/// The planes that blocks sweep of each column, as kernels walk through their shares; checks that none is swept twice
/// or left out, and that columns are cut where they may be. Returns the cost of each block.
template <class Cost>
std::vector<double> walk(int columns, int planes, int blocks, PartOfColumn const& rule, Cost const& cost) {
  WorkPartition const shares(columns, planes, blocks, rule, cost);
  std::vector<std::vector<std::array<int, 2>>> parts(static_cast<std::size_t>(shares.columns));
  std::vector<double> work;
  for (int block = 0; block < shares.blocks; ++block) {
    double sum = 0;
    WorkPartition::Part part{};
    for (auto at = shares.walk(block); shares.next(at, part);) {
      REQUIRE((part.column >= 0 && part.column < shares.columns && part.begin < part.end));
      REQUIRE((part.begin == 0 || (part.begin + rule.cut_offset) % rule.cut_unit == 0));
      if (part.round >= 0) {
        REQUIRE((part.column == block + part.round * shares.blocks && part.begin == 0 && part.end == shares.planes));
      }
      REQUIRE((part.round >= 0) ==
              (part.column % shares.blocks == block && part.begin == 0 && shares.stays_whole(part.column)));
      parts[static_cast<std::size_t>(part.column)].push_back({part.begin, part.end});
      sum += cost(part.column) * rule.cost(part.begin, part.end, planes);
    }
    work.push_back(sum);
  }
  for (auto& column : parts) {
    std::sort(column.begin(), column.end());
    int swept = 0;
    for (auto const& [begin, end] : column) {
      REQUIRE(begin == swept);
      swept = end;
    }
    REQUIRE(swept == shares.planes);
  }
  return work;
}
double same_tile(int) { return 1; }

/// Parts of a star of five points in the plane in double.
constexpr PartOfColumn five_points{
    .before = 24, .after = 38, .cut_unit = 2, .open = false, .low = 39, .high = 38, .ends = 1.5};

}  // namespace

TEST_CASE("Shares of columns sum up to the grid", "[register_tile]") {
  auto const uneven = [](int c) { return c % 7 == 0 ? 1.7 : c % 3 == 0 ? 1.12 : 1.0; };
  for (int const columns : {1, 2, 3, 13, 63, 131, 132, 133, 264, 509, 5000}) {
    for (int const planes : {1, 2, 7, 64, 513}) {
      for (int const blocks : {1, 2, 132, 264, WorkPartition::max_blocks}) {
        for (PartOfColumn const& rule : {PartOfColumn{}, PartOfColumn{.before = 8, .cut_unit = 2, .cut_offset = 1},
                                         PartOfColumn{.before = 51, .cut_unit = 4, .cut_offset = 2}, five_points}) {
          CAPTURE(columns, planes, blocks, rule.before);
          walk(columns, planes, blocks, rule, same_tile);
          walk(columns, planes, blocks, rule, uneven);
        }
      }
    }
  }
}

TEST_CASE("The longest swept axis is shared out", "[register_tile]") {
  constexpr int blocks = WorkPartition::max_blocks, planes = most_swept_cells;
  std::vector<double> const work = walk(blocks - 1, planes, blocks, {.before = 8}, same_tile);
  double const ideal = static_cast<double>(blocks - 1) * planes / blocks;
  CHECK(*std::max_element(work.begin(), work.end()) < ideal + 32);
}

TEST_CASE("Blocks end together", "[register_tile]") {
  std::vector<double> const work = walk(330, 512, 132, {.before = 20}, same_tile);
  // Two whole columns each, and half of one of the 66 that are left.
  CHECK(*std::max_element(work.begin(), work.end()) < 2 * (512 + 20) + 256 + 20 + 1.5);
  auto const dear = [](int c) { return c < 66 ? 2.0 : 1.0; };  // half of the first blocks have a dear whole column
  std::vector<double> const weighed = walk(198, 512, 132, {.before = 20}, dear);
  auto const [least, greatest] = std::minmax_element(weighed.begin(), weighed.end());
  CHECK(*greatest < *least + 3);
}

TEST_CASE("Blocks end together where ends of columns take longer", "[register_tile]") {
  // 20 of the blocks have a column's last rows and another's.
  std::vector<double> const work = walk(21, 8192, 132, five_points, same_tile);
  auto const [least, greatest] = std::minmax_element(work.begin(), work.end());
  CHECK(*greatest < 1.002 * std::accumulate(work.begin(), work.end(), 0.0) / 132);
  CHECK(*least > 0.95 * *greatest);
  // Parts that are short beside that: rows before the last ones take longer too, and each block has some.
  std::vector<double> const few = walk(3, 1024, 132, five_points, same_tile);
  CHECK(*std::max_element(few.begin(), few.end()) < 3 + five_points.cost(1022, 1024, 1024));
}

TEST_CASE("A part goes as far as it has time for", "[register_tile]") {
  for (int const begin : {0, 10, 24, 25, 500, 1000}) {
    for (int end = begin + 1; end <= 1024; ++end) {
      CAPTURE(begin, end);
      REQUIRE(std::abs(five_points.end(five_points.cost(begin, end, 1024), begin, 1024) - end) < 1e-9);
    }
  }
}

TEST_CASE("Columns that are nearly as many as blocks are begun by one each", "[register_tile]") {
  WorkPartition const shares(63, 512, 66, {.before = 8, .cut_unit = 2}, same_tile);
  WorkPartition::Part part{};
  for (int block = 0; block < 63; ++block) {
    auto at = shares.walk(block);
    REQUIRE(shares.next(at, part));
    CHECK((part.column == block && part.begin == 0 && part.end > 490));
  }
}

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
