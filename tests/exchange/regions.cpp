// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "regions/models.hpp"

#include "exchange/cut_run.hpp"

using namespace regions;
using exchange::check_cuts;
using exchange::ways_2d;
using exchange::ways_3d;

TEST_CASE("Parities are those of the whole grid on any ranks", "[cut]") {
  CHECK(check_cuts<RedBlack<double, 3>>({10, 7, 9}, ways_3d, {}, true) > 0);
}
TEST_CASE("Boxes of cells, copies and old versions are those of the whole grid on any ranks", "[cut]") {
  CHECK(check_cuts<Mixed<double, 2>>({17, 9}, ways_2d) > 0);
}
TEST_CASE("Masks mark the same cells on any ranks", "[cut]") {
  CHECK(check_cuts<Masked<double, 2>>({16, 11}, ways_2d, {}, true) > 0);
}
