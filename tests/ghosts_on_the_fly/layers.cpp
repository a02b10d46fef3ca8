// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "ghosts_on_the_fly/on_the_fly.hpp"
#include "tessera/stencils/weighted.hpp"

namespace on_the_fly {

// Sums by layers meet planes of ghosts, whose values they make of the planes mirrored there.

TEST_CASE("Steps without ghosts in memory give the oracle's bits: columns of boxes by layers", "[ghosts_on_the_fly]") {
  agrees<double>(stencils::WeightedBox<3, double>{{0.3, 0.05, 0.02, 0.01}}, {"column"});
  agrees<float>(stencils::Weighted<3, stencils::ByAxes<2>, float>{{0.3F, 0.05F, 0.02F}}, {"column"});
}

/// A weight for the points of each shell around the cell.
struct Shells : Box<2> {
  static constexpr int groups = 2;
  static constexpr int group(int x, int y, int z) {
    return std::max({detail::absolute(x), detail::absolute(y), detail::absolute(z)});
  }
};

TEST_CASE("Steps without ghosts in memory give the oracle's bits: columns of a box that is two cells deep",
          "[ghosts_on_the_fly]") {
  agrees<double>(stencils::Weighted<3, Shells, double>{{0.3, 0.015, 0.003}}, {"column"});
}

}  // namespace on_the_fly
