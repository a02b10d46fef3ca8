// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "locations/models.hpp"

#include "exchange/cut_run.hpp"

using namespace locations;
using exchange::check_cuts;
using exchange::ways_2d;

namespace {

/// Cells, faces across x and nodes read each other, and nodes what they were.
struct Located {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    using T = double;
    return Program{grid, Stage<ToNodes<T>, Reads<middle<T>, across<T>, corner<T>, Old<corner<T>>>, Writes<corner<T>>>{},
                   Stage<ToFaces<T>, Reads<middle<T>, corner<T>, across<T>>, Writes<across<T>>>{},
                   Stage<ToCells<T>, Reads<middle<T>, across<T>, corner<T>>, Writes<middle<T>>>{}};
  }
};

}  // namespace

TEST_CASE("Values on faces and nodes are the same on any ranks", "[cut]") {
  CHECK(check_cuts<Located>({25, 13}, ways_2d) > 20);
  CHECK(check_cuts<Located>({9, 6}, ways_2d) > 0);
}
