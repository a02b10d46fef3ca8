// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "tessera/grid.hpp"
#include "tessera/solve/smoothing.hpp"
#include "tessera/solve/stencil.hpp"

namespace tessera::detail {

/// The way from a grid to the next coarser one, axes x, y, z.
struct Coarsening {
  std::array<bool, 3> axes{};  ///< which are coarsened
  std::array<AxisTransfer, 3> transfers;
};

/// Makes `grid` the next coarser one, for an operator of these facts; nothing if it is the coarsest.
template <int Rank>
std::optional<Coarsening> coarsen(Grid<Rank>& grid, StencilFacts const& facts, std::array<AxisEnds, 3> const& ends) {
  std::array<int, 3> cells{1, 1, 1};
  for (std::size_t axis = 0; axis < Rank; ++axis) cells[axis] = grid.cells[axis];
  Coarsening result{axes_to_coarsen(cells, facts.coupling), {}};
  if (result.axes == std::array<bool, 3>{}) return std::nullopt;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    if (result.axes[axis]) grid.cells[axis] = (cells[axis] + 1) / 2;
    result.transfers[axis] = make_axis_transfer(cells[axis], grid.cells[axis], ends[axis]);
    grid.spacing[axis] *= result.transfers[axis].ratio;
  }
  return result;
}

/// Whether constants solve the homogeneous problem: no boundary holds a value, and rows of the matrix sum to 0.
inline bool is_singular(StencilFacts const& facts, std::array<AxisEnds, 3> const& ends, int rank) {
  bool free = true;
  for (int axis = 0; axis < rank; ++axis) {
    AxisEnds const& e = ends[static_cast<std::size_t>(axis)];
    free = free && (e.periodic || (e.low == 1 && e.high == 1));
  }
  return free && std::abs(facts.row_sum) < 1e-6 * facts.diagonal;
}

}  // namespace tessera::detail
