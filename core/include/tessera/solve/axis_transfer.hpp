// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

namespace tessera {

/// What a value beyond an end of an axis is, from the value that mirrors it, where the boundary is homogeneous.
struct AxisEnds {
  bool periodic = false;
  double low = 1;   ///< ghost = low * mirror: -1 for a value on the face, 0 for one in the ghost, 1 for a gradient
  double high = 1;  ///< the same at the other end
};

/// The coarse cells that a fine one interpolates from, linearly: weight_a a + weight_b b.
struct Interpolation {
  int a = 0, b = 0;
  double weight_a = 1, weight_b = 0;
};

/// The fine cells that a coarse one takes the mean of, by the lengths of their overlaps.
struct Gathering {
  static constexpr int most = 4;
  int cell[most] = {};
  double weight[most] = {};
  int count = 0;
};

/// The transfer between `fine` and `coarse` cells of an axis of the same length, fine / 2 <= coarse <= fine. The cells
/// need not be nested, so every number of them can be coarsened. An end whose value stands in the ghost lies half a
/// cell further out, on both grids.
struct AxisTransfer {
  double ratio = 1;  ///< of the coarse spacing to the fine
  std::vector<Interpolation> to_fine;
  std::vector<Gathering> to_coarse;
};

/// The transfer of an axis.
AxisTransfer make_axis_transfer(int fine, int coarse, AxisEnds const& ends);

}  // namespace tessera
