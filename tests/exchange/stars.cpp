// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/operators.hpp"
#include "exchange/cut_run.hpp"

using namespace tessera;
using exchange::check_cuts;
using exchange::stage;
using exchange::ways_3d;

namespace {

struct Star7 {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) { return Program{grid, stage(agreement::LongStar<1, double>{0.4, {0.07}})}; }
};
struct Star25 {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, stage(agreement::LongStar<4, double>{0.4, {0.07, 0.02, 0.03, 0.01}})};
  }
};

}  // namespace

TEST_CASE("A 7-point star gives the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<Star7>({13, 11, 9}, ways_3d) == 80);
  CHECK(check_cuts<Star7>({8, 1, 3}, ways_3d) > 0);  // parts of one plane, and a grid of one row
}
TEST_CASE("A star of reach 4 gives the same bits on any ranks that fit", "[cut]") {
  CHECK(check_cuts<Star25>({16, 3, 25}, ways_3d) > 0);
}
TEST_CASE("Team sweeps of any schedule give the same bits on any ranks", "[cut]") {
  using enum Placement;
  for (Schedule const& schedule :
       {Schedule{"naive"}, Schedule{"team", 8, 4, 3, 0, memory}, Schedule{"team", 5, 3, 2, 0, planes},
        Schedule{"team", 64, 7, 100, 0, memory, Streaming::on}}) {
    CHECK(check_cuts<Star7>({70, 7, 8}, {{8}, {3, {3, 1, 1}}}, schedule) == 16);
  }
}
