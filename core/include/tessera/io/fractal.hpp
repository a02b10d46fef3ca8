// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// Smooth noise of many sizes, the same on every machine: random numbers come from integer hashes, and the rest is sums
/// and products. A function of the place alone, so that grids of any spacing see the same landscape.
struct FractalNoise {
  long seed = 1;             ///< another one gives another landscape
  double size = 1;           ///< metres of the largest features
  int octaves = 8;           ///< each has half the size of the one before
  double persistence = 0.5;  ///< height of an octave relative to the one before

  /// The noise at a place (m): between -1 and 1, mean 0.
  [[nodiscard]] double at(double x, double y) const;
};

/// A made coast: a drowned valley that opens to the south-west, with islands in it and hills around it. Its shape
/// scales with the domain of the grid, so that all grids over one domain see the same ground.
struct MadeCoast {
  long seed = 2;         ///< another one gives another coast
  double deepest = 60;   ///< metres below 0 in the mouth of the valley, about
  double highest = 250;  ///< metres above 0 in the hills, about
};

/// Elevations (m, up) of the coast at the cell centres of a 2D grid, x fastest, south to north.
[[nodiscard]] std::vector<double> made_terrain(MadeCoast const& coast, Mesh const& mesh);

}  // namespace tessera
