// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/operators.hpp"
#include "exchange/cut_run.hpp"

using namespace tessera;
using exchange::check_cuts;
using exchange::stage;
using exchange::ways_3d;

namespace {

struct Corners {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) { return Program{grid, stage(agreement::Box27<double>{0.2, 0.001})}; }
};
struct Crooked {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) { return Program{grid, stage(agreement::Lopsided<double>{0.15})}; }
};

}  // namespace

TEST_CASE("A 27-point box, which reads edges and corners, gives the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<Corners>({13, 7, 8}, ways_3d) == 80);
  CHECK(check_cuts<Corners>({4, 3, 2}, ways_3d) > 0);
}
TEST_CASE("A lopsided reach gives the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<Crooked>({13, 11, 9}, ways_3d) > 0);
}
TEST_CASE("Boxes are the same by every strategy of single steps", "[cut]") {
  for (char const* strategy : {"naive", "team"}) {
    CAPTURE(strategy);
    CHECK(check_cuts<Corners>({9, 7, 8}, {{8}, {4, {4, 1, 1}}}, Schedule{strategy}) == 16);
  }
}
