// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include "tessera/grid.hpp"
#include "tessera/operator/hull.hpp"

namespace tessera {

/// The neighbours that an operator reads: a predicate over offsets, and the largest offset. Any struct with these two
/// members is a reach.
template <class R>
concept Reach = requires {
  { R::has(0, 0, 0) } -> std::convertible_to<bool>;
  { R::radius } -> std::convertible_to<int>;
};

/// The largest offset that an operator may read.
inline constexpr int largest_reach = 16;

namespace detail {
constexpr int absolute(int v) { return v < 0 ? -v : v; }
}  // namespace detail

/// The centre and up to `R` neighbours along each axis: 2 Rank R + 1 points.
template <int R>
struct Star {
  static constexpr int radius = R;
  static constexpr bool has(int x, int y, int z) {
    int const away = (x != 0) + (y != 0) + (z != 0);
    return away <= 1 && detail::absolute(x + y + z) <= R;
  }
};

/// All points within `R` along each axis: (2R + 1)^Rank points.
template <int R>
struct Box {
  static constexpr int radius = R;
  static constexpr bool has(int x, int y, int z) {
    return detail::absolute(x) <= R && detail::absolute(y) <= R && detail::absolute(z) <= R;
  }
};

/// The point itself.
using Centre = Star<0>;

/// One reach for each input, in the order of the stage's reads.
template <Reach... Rs>
struct Reaches {};

namespace detail {

template <Reach R, int Rank, class F>
constexpr void for_each_offset(F&& f) {
  int const r = R::radius;
  int const ry = Rank > 1 ? r : 0;
  int const rz = Rank > 2 ? r : 0;
  for (int z = -rz; z <= rz; ++z) {
    for (int y = -ry; y <= ry; ++y) {
      for (int x = -r; x <= r; ++x) {
        if (R::has(x, y, z)) f(x, y, z);
      }
    }
  }
}

/// The same with the offsets in storage axes.
template <Reach R, int Rank, class F>
constexpr void for_each_stored_offset(F&& f) {
  for_each_offset<R, Rank>([&](int x, int y, int z) { Rank == 2 ? f(x, 0, y) : f(x, y, z); });
}

/// The offsets of a reach that a hull bounds.
enum class Part { all, column, beside };

template <Reach R, int Rank, Part P>
constexpr Hull make_stored_hull() {
  static_assert(R::radius >= 0 && R::radius <= largest_reach, "an operator reads at most largest_reach cells away");
  Hull h;
  for_each_stored_offset<R, Rank>([&](int x, int y, int z) {
    bool const on_column = x == 0 && y == 0;
    if ((P == Part::column && !on_column) || (P == Part::beside && on_column)) return;
    h = unite(h, Hull{{x, y, z}, {x, y, z}});
  });
  return h;
}

template <Reach R, int Rank>
constexpr bool find_diagonal() {
  bool diagonal = false;
  for_each_offset<R, Rank>([&](int x, int y, int z) {
    if (int(x != 0) + int(y != 0) + int(z != 0) > 1) diagonal = true;
  });
  return diagonal;
}

template <Reach R, int Rank>
constexpr bool find_odd() {
  bool odd = true;
  for_each_offset<R, Rank>([&](int x, int y, int z) {
    bool const centre = x == 0 && y == 0 && z == 0;
    if (!centre && (x + y + z) % 2 == 0) odd = false;
  });
  return odd;
}

template <Reach R, int Rank>
constexpr int count_points() {
  int n = 0;
  for_each_offset<R, Rank>([&](int, int, int) { ++n; });
  return n;
}

}  // namespace detail

/// The hull of reach `R` on a grid of `Rank` axes, in storage axes.
template <Reach R, int Rank>
inline constexpr Hull stored_hull = detail::make_stored_hull<R, Rank, detail::Part::all>();

/// The hull of the offsets along the swept axis alone, (0, 0, dz): the column of the cell.
template <Reach R, int Rank>
inline constexpr Hull column_hull = detail::make_stored_hull<R, Rank, detail::Part::column>();

/// The hull of the other offsets: its planes are those in which an operator reads beside the column.
template <Reach R, int Rank>
inline constexpr Hull beside_hull = detail::make_stored_hull<R, Rank, detail::Part::beside>();

/// Whether reach `R` has a point offset along more than one axis: ghosts beyond edges of the grid are then read.
template <Reach R, int Rank>
inline constexpr bool is_diagonal = detail::find_diagonal<R, Rank>();

/// Whether every neighbour in reach `R` has the other parity: red cells read black ones.
template <Reach R, int Rank>
inline constexpr bool is_odd = detail::find_odd<R, Rank>();

/// The number of points of reach `R` on a grid of `Rank` axes.
template <Reach R, int Rank>
inline constexpr int point_count = detail::count_points<R, Rank>();

}  // namespace tessera
