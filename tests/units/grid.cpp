// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/grid.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <limits>

#include "tessera/storage/layout.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

TEST_CASE("A grid needs cells along every axis", "[grid]") {
  CHECK_NOTHROW(Grid<3>{{1, 1, 1}}.check());
  CHECK_THROWS_MATCHES((Grid<3>{{4, 0, 4}}.check()), InputError, MessageMatches(ContainsSubstring("0 cells along y")));
  CHECK_THROWS_MATCHES((Grid<2>{{-3, 4}}.check()), InputError, MessageMatches(ContainsSubstring("-3 cells along x")));
  CHECK_THROWS_AS(Grid<1>{}.check(), InputError);
}

TEST_CASE("A grid needs a positive, finite spacing", "[grid]") {
  for (double const bad :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    Grid<3> grid{{4, 4, 4}};
    grid.spacing[2] = bad;
    CAPTURE(bad);
    CHECK_THROWS_MATCHES(grid.check(), InputError, MessageMatches(ContainsSubstring("spacing along z")));
  }
}

TEST_CASE("A grid counts its cells without overflow", "[grid]") {
  CHECK((Grid<3>{{3, 5, 7}}.size()) == 105);
  CHECK((Grid<3>{{4096, 4096, 4096}}.size()) == 68719476736);
}

TEST_CASE("Storage puts y of the plane where it is swept", "[grid]") {
  Grid<2> grid{{5, 9}};
  grid.spacing = {0.5, 2};
  grid.origin = {1, -1};
  grid.periodic = {false, true};
  StoredGrid const s = stored(grid);
  CHECK((s.n[0] == 5 && s.n[1] == 1 && s.n[2] == 9));
  CHECK((s.spacing[0] == 0.5 && s.spacing[1] == 1 && s.spacing[2] == 2));
  CHECK((s.origin[0] == 1 && s.origin[2] == -1));
  CHECK((!s.periodic[0] && !s.periodic[1] && s.periodic[2]));
  CHECK((storage_axis<2>(1) == 2 && storage_axis<3>(1) == 1 && storage_axis<1>(0) == 0));
  CHECK((axis_letter(2, 2) == 'y' && axis_letter(3, 2) == 'z' && axis_letter(1, 0) == 'x'));
}

namespace {

/// What every layout promises.
void check_layout(Layout const& l, std::size_t value_size) {
  CAPTURE(l.n[0], l.n[1], l.n[2], l.lo[0], l.hi[0], l.components, value_size);
  auto const unit = static_cast<std::ptrdiff_t>(row_alignment / value_size);
  bool const aligned =
      l.origin % unit == 0 && l.stride_y % unit == 0 && l.stride_z % unit == 0 && l.stride_c % unit == 0;
  CHECK(aligned);
  auto const bytes = [&](std::ptrdiff_t stride) { return static_cast<std::size_t>(stride) * value_size; };
  CHECK(bytes(l.stride_y) % 4096 != 0);
  CHECK(bytes(l.stride_z) % 4096 != 0);

  bool const rows_fit = l.stride_y >= l.n[0] + l.lo[0] + l.hi[0];
  bool const planes_fit = l.stride_z >= l.stride_y * (l.n[1] + l.lo[1] + l.hi[1]);
  bool const components_fit = l.stride_c >= l.stride_z * (l.n[2] + l.lo[2] + l.hi[2]);
  CHECK((rows_fit && planes_fit && components_fit));
  CHECK(l.at(-l.lo[0], -l.lo[1], -l.lo[2], 0) >= 0);
  CHECK(l.at(l.n[0] + l.hi[0] - 1, l.n[1] + l.hi[1] - 1, l.n[2] + l.hi[2] - 1, l.components - 1) < l.size);
}

}  // namespace

TEST_CASE("Rows are aligned, ghosts fit, and no stride is a power of two", "[layout]") {
  for (int const nx : {1, 2, 15, 16, 17, 127, 128, 254, 510, 512, 1000, 1024, 2048, 4096}) {
    for (int const ny : {1, 3, 8, 30, 64, 512}) {
      for (int const depth : {0, 1, 2, 4}) {
        for (std::size_t const value_size : {4U, 8U}) {
          StoredGrid grid;
          grid.n[0] = nx, grid.n[1] = ny, grid.n[2] = 5;
          Hull const ghosts{{-depth, -depth / 2, -depth}, {depth / 2, depth, depth}};
          check_layout(make_layout(grid, ghosts, 1 + depth % 2, value_size), value_size);
        }
      }
    }
  }
}

TEST_CASE("The plane and the line are stored without rows and planes that they do not have", "[layout]") {
  Layout const plane = make_layout(stored(Grid<2>{{100, 50}}), stored_hull<Star<1>, 2>, 1, 8);
  CHECK((plane.lo[1] == 0 && plane.hi[1] == 0 && plane.lo[2] == 1));
  CHECK(plane.stride_z == plane.stride_y);
  Layout const line = make_layout(stored(Grid<1>{{100}}), stored_hull<Star<1>, 1>, 1, 8);
  CHECK(line.size <= 16 + 112 + 16);
}
