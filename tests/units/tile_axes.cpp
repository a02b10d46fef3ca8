// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <vector>

#include "tessera/strategy/register_tile/blocked_layout.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"
#include "tessera/strategy/register_tile/tile_count.hpp"

using namespace tessera;
using namespace tessera::detail;

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
