// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/exchange/part.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

/// A cube whose cells are read `reach` away along every axis.
Cuttable cube(int n, int reach = 1) {
  Cuttable grid;
  grid.cells = {n, n, n};
  grid.least = {reach, reach, reach};
  for (double& bytes : grid.halo_bytes) bytes = 8.0 * reach;
  return grid;
}

}  // namespace

TEST_CASE("process grids cut z first, x last, and compactly", "[parts]") {
  CHECK(choose_process_grid(cube(256), 1) == std::array{1, 1, 1});
  CHECK(choose_process_grid(cube(256), 2) == std::array{1, 1, 2});
  CHECK(choose_process_grid(cube(256), 4) == std::array{1, 2, 2});
  CHECK(choose_process_grid(cube(256), 5) == std::array{1, 1, 5});
  CHECK(choose_process_grid(cube(256), 4, {0, 1, 0}) == std::array{1, 1, 4});
  CHECK(choose_process_grid(cube(256), 4, {4, 1, 1}) == std::array{4, 1, 1});

  Cuttable flat = cube(64);
  flat.rank = 2;  // y is stored as z
  flat.cells = {64, 1, 64};
  CHECK(choose_process_grid(flat, 4) == std::array{1, 4, 1});
}

TEST_CASE("process grids avoid a long remainder", "[parts]") {
  Cuttable grid = cube(64);
  grid.cells = {512, 512, 9};  // 9 planes for 8 parts would leave one with twice as many
  CHECK(choose_process_grid(grid, 8) == std::array{1, 8, 1});
}

TEST_CASE("parts cover the grid once, and sizes differ by one at most", "[parts]") {
  for (int const n : {7, 8, 13}) {
    Cuttable const grid = cube(n);
    auto const parts = cut_grid(grid, {2, 3, 4});
    REQUIRE(parts.size() == 24);
    std::vector<int> owners(static_cast<std::size_t>(n * n * n));
    for (GridPart const& part : parts) {
      for (std::size_t a = 0; a < 3; ++a) {
        int const even = n / std::array{2, 3, 4}[a];
        CHECK((part.cells[a] == even || part.cells[a] == even + 1));
      }
      for (int k = 0; k < part.cells[2]; ++k)
        for (int j = 0; j < part.cells[1]; ++j)
          for (int i = 0; i < part.cells[0]; ++i)
            ++owners[static_cast<std::size_t>(part.first[0] + i + n * (part.first[1] + j + n * (part.first[2] + k)))];
    }
    CHECK(std::count(owners.begin(), owners.end(), 1) == n * n * n);
  }
}

TEST_CASE("neighbours are mutual; two ranks on a periodic axis are each other's twice", "[parts]") {
  Cuttable grid = cube(12);
  grid.periodic = {true, false, false};
  auto const parts = cut_grid(grid, {2, 3, 1});
  for (std::size_t r = 0; r < parts.size(); ++r) {
    CHECK(parts[r].neighbour[0] == parts[r].neighbour[1]);
    CHECK(parts[r].exchanged(0));
    CHECK_FALSE(parts[r].cut(2));
    for (std::size_t face = 0; face < 6; ++face) {
      int const other = parts[r].neighbour[face];
      if (other == GridPart::nobody) continue;
      CHECK(parts[static_cast<std::size_t>(other)].neighbour[face ^ 1U] == static_cast<int>(r));
    }
  }
  CHECK_FALSE(parts[0].exchanged(2));
  CHECK(parts[0].exchanged(3));
}

TEST_CASE("more processes than the grid can take are refused, with the largest number", "[parts]") {
  CHECK_THROWS_MATCHES(choose_process_grid(cube(4, 2), 16), InputError,
                       MessageMatches(ContainsSubstring("16 processes") && ContainsSubstring("take 8 processes")));
  Cuttable line = cube(12, 4);
  line.rank = 1;
  line.cells = {12, 1, 1};
  CHECK(choose_process_grid(line, 3) == std::array{3, 1, 1});
  CHECK_THROWS_MATCHES(choose_process_grid(line, 5), InputError, MessageMatches(ContainsSubstring("take 3 processes")));
  CHECK_THROWS_MATCHES(choose_process_grid(cube(64), 3, {2, 2, 1}), InputError,
                       MessageMatches(ContainsSubstring("2 x 2 x 1") && ContainsSubstring("3 processes")));
  CHECK_THROWS_MATCHES(choose_process_grid(cube(64, 4), 32, {32, 1, 1}), InputError,
                       MessageMatches(ContainsSubstring("leave the process grid out")));
}
