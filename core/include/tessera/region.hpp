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

/// The whole grid: where a stage acts unless it says otherwise.
struct Whole {};

/// The cells from `from` to before `to` along each axis, in x, y, z order: `stage.over(Cells{{2, 0}, {10, 5}})`. They
/// lie in the grid; none at all (`from` as great as `to`) is right.
template <int Rank>
struct Cells {
  std::array<int, Rank> from;
  std::array<int, Rank> to;
};
template <int N>
Cells(int const (&)[N], int const (&)[N]) -> Cells<N>;

/// The cells that have at least `layers` others between them and every face: `stage.over(Interior{1})`. Periodic axes
/// have no faces. None on grids that are thinner.
struct Interior {
  int layers = 1;
};

/// The cells the sum of whose indices is even (0) or odd (1): the red or the black cells of a chessboard,
/// `stage.over(Parity<0>{})`.
template <int P>
struct Parity {
  static_assert(P == 0 || P == 1,
                "Parity<0> are the cells with an even sum of indices, Parity<1> those with an odd one");
};

namespace detail {

/// What was said of a stage's cells, axes and faces in x, y, z order; all of it holds at once.
struct PartCells {
  static constexpr int any = std::numeric_limits<int>::max();

  int axes = 0;  ///< of the boxes that were named; 0: none
  std::array<int, 3> from{};
  std::array<int, 3> to{any, any, any};
  std::array<int, 3> least{}, greatest{};                   ///< that any box has named, for checks
  bool reversed = false;                                    ///< a box ends before it begins
  std::array<int, 6> layers{any, any, any, any, any, any};  ///< at each face, at most
  int margin = 0;                                           ///< to every face, at least
};

}  // namespace detail

/// Part of a grid: cells of one parity `Colour` (-1: of both) in which quantity `Mask` (void: none) is not zero. Made
/// by Stage::over and Stage::where.
template <int Colour, class Mask>
struct SubGrid {
  static constexpr int colour = Colour;
  using mask = Mask;
  detail::PartCells cells;
};

namespace detail {

/// A region narrowed to the cells that are also in another one.
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

/// The same for so many layers of cells at face `face` (x_low, x_high, y_low, ...).
template <int Colour, class Mask>
constexpr SubGrid<Colour, Mask> narrow_to_face(SubGrid<Colour, Mask> part, std::size_t face, int layers) {
  if (layers < part.cells.layers[face]) part.cells.layers[face] = layers;
  return part;
}
constexpr SubGrid<-1, void> narrow_to_face(Whole const&, std::size_t face, int layers) {
  return narrow_to_face(SubGrid<-1, void>{}, face, layers);
}

/// The same for where quantity `Q` is not zero.
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

/// Where a stage of a program acts, as plain data: the cells [from, to) along the axes of storage, of one parity or
/// both, where a mask is not zero.
struct RegionInfo {
  bool whole = true;
  std::array<int, 3> from{};
  std::array<int, 3> to{};
  int parity = -1;  ///< -1: both
  int mask = -1;    ///< a quantity; -1: none

  /// Cells along a storage axis.
  [[nodiscard]] int extent(std::size_t axis) const { return to[axis] - from[axis]; }
  [[nodiscard]] bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
};

namespace detail {

/// The cells that stage `stage` acts in on a grid of `rank` axes (`cells` and `periodic` are storage's); a box without
/// cells is [0, 0) along all axes. Of a `staggered` stage, which goes over faces, edges or nodes, `cells` are as many
/// as these. Throws InputError, naming the stage, for cells outside the grid, a box of another number of axes, and
/// faces that are not there.
RegionInfo resolve_part(PartCells const& part, std::string const& stage, int rank, std::array<int, 3> const& cells,
                        std::array<bool, 3> const& periodic, bool staggered = false);

}  // namespace detail

}  // namespace tessera
