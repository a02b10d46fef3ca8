// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reach.hpp"

// Reaches that the corpus has beside Star, Box and Centre.

namespace tessera::bench::corpus {

/// The cells from `From` to `To` (at most 0 and at least 0) along each axis.
template <int From, int To>
struct Axes {
  static constexpr int radius = -From > To ? -From : To;
  static constexpr bool has(int x, int y, int z) {
    int const away = (x != 0) + (y != 0) + (z != 0), along = x + y + z;
    return away <= 1 && along >= From && along <= To;
  }
};

/// The cells from `From` to `To` (at most 0 and at least 0) along axis `Axis`.
template <int Axis, int From, int To>
struct Line {
  static constexpr int radius = -From > To ? -From : To;
  static constexpr bool has(int x, int y, int z) {
    int const along = Axis == 0 ? x : Axis == 1 ? y : z;
    return x + y + z == along && (x != 0) + (y != 0) + (z != 0) <= 1 && along >= From && along <= To;
  }
};

/// The cell, and along each axis its neighbour at `X`, `Y`, `Z` (-1 or 1; 0: none), as staggered fields are read.
template <int X, int Y, int Z = 0>
struct Sides {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) {
    bool const one = (x != 0) + (y != 0) + (z != 0) <= 1;
    return one && (x == 0 || x == X) && (y == 0 || y == Y) && (z == 0 || z == Z);
  }
};

/// One neighbour in the plane, without the cell itself.
template <int X, int Y>
struct Only {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return x == X && y == Y && z == 0; }
};

/// The 19 points of the box of radius 1 without its corners.
struct WithoutCorners {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return Box<1>::has(x, y, z) && (x == 0 || y == 0 || z == 0); }
};

/// The 13 points of the plane that are at most 2 steps away.
struct Diamond {
  static constexpr int radius = 2;
  static constexpr bool has(int x, int y, int z) { return detail::absolute(x) + detail::absolute(y) <= 2 && z == 0; }
};

}  // namespace tessera::bench::corpus
