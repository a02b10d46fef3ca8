// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "tessera/grid.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/quantity.hpp"

namespace tessera {

namespace detail {

/// The storage axes, as bits, across whose faces the values of a location lie, on a grid of `Rank` axes.
template <class Location, int Rank>
inline constexpr unsigned stored_on_faces = [] {
  unsigned stored = 0;
  for (int axis = 0; axis < Rank; ++axis) {
    if (has_axis(on_faces<Location>, axis)) stored |= 1U << storage_axis<Rank>(axis);
  }
  return stored;
}();

/// Whether the values of a location lie at cell centres.
template <class Location, int Rank>
inline constexpr bool in_cells = stored_on_faces<Location, Rank> == 0;

/// The grid of the values of a location.
template <class Location, int Rank>
StoredGrid located(StoredGrid grid) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!has_axis(stored_on_faces<Location, Rank>, axis)) continue;
    grid.n[axis] += grid.periodic[axis] || grid.exchanged[2 * axis + 1] ? 0 : 1;
    grid.shift[axis] = 0;
  }
  return grid;
}

}  // namespace detail

/// The number of values of quantity `Q` along each axis, in x, y, z order: as many as cells, and one more across whose
/// faces they lie, unless the axis is periodic.
template <QuantityType Q, int Rank>
std::array<int, Rank> extents(Grid<Rank> const& grid) {
  StoredGrid const g = detail::located<typename Q::location, Rank>(stored(grid));
  std::array<int, Rank> n{};
  for (int axis = 0; axis < Rank; ++axis) n[static_cast<std::size_t>(axis)] = g.n[storage_axis<Rank>(axis)];
  return n;
}

/// Samples a function of At at the positions of quantity `Q`, in the order that Solution::set takes:
///
///     run.set<ex>(sample<ex>(grid, [](At<2> const& at) { return std::sin(at.y()); }));
///
/// `t` is the time of At in seconds. The function returns a number, or for several components something with
/// operator[]. It is called on the host, once per position.
template <QuantityType Q, int Rank, class Function>
std::vector<double> sample(Grid<Rank> const& grid, Function const& function, double t = 0) {
  StoredGrid const g = detail::located<typename Q::location, Rank>(stored(grid));
  Frame const frame = frame_of(g);
  auto const places =
      static_cast<std::size_t>(g.n[0]) * static_cast<std::size_t>(g.n[1]) * static_cast<std::size_t>(g.n[2]);
  std::vector<double> values(places * Q::components);
  std::size_t p = 0;
  for (int k = 0; k < g.n[2]; ++k) {
    for (int j = 0; j < g.n[1]; ++j) {
      for (int i = 0; i < g.n[0]; ++i, ++p) {
        auto const value = function(frame.place<Rank>(i, j, k, t));
        if constexpr (Q::components == 1) {
          values[p] = static_cast<double>(value);
        } else {
          for (std::size_t c = 0; c < Q::components; ++c) values[c * places + p] = static_cast<double>(value[c]);
        }
      }
    }
  }
  return values;
}

}  // namespace tessera
