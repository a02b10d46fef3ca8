// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "tessera/strategy/register_tile/work_partition.hpp"

using namespace tessera;
using namespace tessera::detail;

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
