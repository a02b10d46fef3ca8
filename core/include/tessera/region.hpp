// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

#include "tessera/quantity.hpp"

namespace tessera {

/// The whole grid: the default region of a stage.
struct Whole {};

/// The cells [from, to) along each axis, in x, y, z order: `stage.over(Cells{{2, 0}, {10, 5}})`. They lie in the grid
/// and may be empty.
template <int Rank>
struct Cells {
  std::array<int, Rank> from;
  std::array<int, Rank> to;
};
template <int N>
Cells(int const (&)[N], int const (&)[N]) -> Cells<N>;

/// The cells at least `layers` layers away from every face: `stage.over(Interior{1})`. Periodic axes have no faces.
/// Empty on thinner grids.
struct Interior {
  int layers = 1;
};

/// The cells with an even (0) or odd (1) sum of indices: the red or black cells of a chessboard,
/// `stage.over(Parity<0>{})`.
template <int P>
struct Parity {
  static_assert(P == 0 || P == 1,
                "Parity<0> are the cells with an even sum of indices, Parity<1> those with an odd one");
};

namespace detail {

/// The cells of a stage, as the intersection of all that was named; axes and faces in x, y, z order.
struct PartCells {
  static constexpr int any = std::numeric_limits<int>::max();

  int axes = 0;  ///< of the named boxes; 0: none
  std::array<int, 3> from{};
  std::array<int, 3> to{any, any, any};
  std::array<int, 3> least{}, greatest{};                   ///< of any box, for checks
  bool reversed = false;                                    ///< a box ends before it begins
  std::array<int, 6> layers{any, any, any, any, any, any};  ///< at each face, at most
  int margin = 0;                                           ///< to every face, at least
};

}  // namespace detail

/// Part of a grid: cells of one parity `Colour` (-1: both) in which quantity `Mask` (void: none) is not zero.
/// Stage::over and Stage::where make it.
template <int Colour, class Mask>
struct SubGrid {
  static constexpr int colour = Colour;
  using mask = Mask;
  detail::PartCells cells;
};

namespace detail {

/// The intersection of a region with another one.
template <int Colour, class Mask, int Rank>
constexpr SubGrid<Colour, Mask> narrow(SubGrid<Colour, Mask> part, Cells<Rank> const& cells) {
  PartCells& all = part.cells;
  all.axes = Rank;
  for (std::size_t a = 0; a < static_cast<std::size_t>(Rank); ++a) {
    int const from = cells.from[a], to = cells.to[a];
    all.from[a] = from > all.from[a] ? from : all.from[a];
    all.to[a] = to < all.to[a] ? to : all.to[a];
    all.least[a] = from < all.least[a] ? from : all.least[a];
    all.greatest[a] = to > all.greatest[a] ? to : all.greatest[a];
    all.reversed = all.reversed || from > to;
  }
  return part;
}
template <int Colour, class Mask>
constexpr SubGrid<Colour, Mask> narrow(SubGrid<Colour, Mask> part, Interior const& interior) {
  bool const more = interior.layers > part.cells.margin || interior.layers < 0;
  part.cells.margin = more ? interior.layers : part.cells.margin;
  return part;
}
template <int Colour, class Mask, int P>
constexpr SubGrid<P, Mask> narrow(SubGrid<Colour, Mask> const& part, Parity<P> const&) {
  static_assert(Colour < 0 || Colour == P, "a stage over both parities in turn acts nowhere; name one");
  return {part.cells};
}
template <class Where>
constexpr auto narrow(Whole const&, Where const& where) {
  return narrow(SubGrid<-1, void>{}, where);
}

/// The intersection with `layers` layers of cells at face `face` (x_low, x_high, y_low, ...).
template <int Colour, class Mask>
constexpr SubGrid<Colour, Mask> narrow_to_face(SubGrid<Colour, Mask> part, std::size_t face, int layers) {
  if (layers < part.cells.layers[face]) part.cells.layers[face] = layers;
  return part;
}
constexpr SubGrid<-1, void> narrow_to_face(Whole const&, std::size_t face, int layers) {
  return narrow_to_face(SubGrid<-1, void>{}, face, layers);
}

/// The intersection with the cells in which quantity `Q` is not zero.
template <class Q, int Colour>
constexpr SubGrid<Colour, Q> narrow_to_mask(SubGrid<Colour, void> const& part) {
  return {part.cells};
}
template <class Q>
constexpr SubGrid<-1, Q> narrow_to_mask(Whole const&) {
  return {};
}
template <class Q, int Colour, class Mask>
constexpr SubGrid<Colour, Q> narrow_to_mask(SubGrid<Colour, Mask> const&) {
  static_assert(std::is_void_v<Mask>, "a stage has one mask; combine two in a stage before it");
  return {};
}

}  // namespace detail

/// The region of a stage, as plain data: the cells [from, to) along storage axes, of one parity or both, where a mask
/// is not zero.
struct RegionInfo {
  bool whole = true;
  std::array<int, 3> from{};
  std::array<int, 3> to{};
  int parity = -1;  ///< -1: both
  int mask = -1;    ///< a quantity; -1: none
  bool odd_start =
      false;  ///< the indices of the first cell of the part have an odd sum: parities are those of the grid

  /// Cells along a storage axis.
  [[nodiscard]] int extent(std::size_t axis) const { return to[axis] - from[axis]; }
  [[nodiscard]] bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
};

namespace detail {

/// The region of stage `stage` on a grid of `rank` axes (`cells` and `periodic` in storage axes). An empty box is [0,
/// 0) along all axes. A `staggered` stage goes over faces, edges or nodes; `cells` then counts these. Throws
/// InputError, naming the stage, for cells outside the grid, a box of another number of axes, and faces that do not
/// exist.
RegionInfo resolve_part(PartCells const& part, std::string const& stage, int rank, std::array<int, 3> const& cells,
                        std::array<bool, 3> const& periodic, bool staggered = false);

}  // namespace detail

}  // namespace tessera
