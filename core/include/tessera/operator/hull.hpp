// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

/// The bounding box of the neighbours that are read: lo <= 0 <= hi along the three storage axes.
struct Hull {
  int lo[3] = {0, 0, 0};
  int hi[3] = {0, 0, 0};

  friend constexpr bool operator==(Hull const&, Hull const&) = default;
};

/// The letter of a storage axis for the user of a grid of `rank` axes: a 2D grid stores its y as z.
constexpr char axis_letter(int rank, int storage_axis) {
  return rank == 2 && storage_axis == 2 ? 'y' : "xyz"[storage_axis];
}

/// Whether the hull is the centre cell alone.
constexpr bool is_centre(Hull const& h) { return h == Hull{}; }

/// The bounding box of both.
constexpr Hull unite(Hull a, Hull const& b) {
  for (int axis = 0; axis < 3; ++axis) {
    a.lo[axis] = b.lo[axis] < a.lo[axis] ? b.lo[axis] : a.lo[axis];
    a.hi[axis] = b.hi[axis] > a.hi[axis] ? b.hi[axis] : a.hi[axis];
  }
  return a;
}

}  // namespace tessera
