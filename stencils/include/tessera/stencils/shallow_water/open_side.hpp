// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tessera/grid.hpp"
#include "tessera/stencils/shallow_water/side.hpp"

namespace tessera::stencils {

// What sides need to know of the ground and the water at the start. On the host, in double, before a run.

/// The conveyance of a cell, m^(1/3)/s: sqrt(slope) / n. At the normal depth h, uniform flow on this slope has the
/// discharge per metre conveyance h^(5/3) (R. Manning, 1891; V. Chow, Open-Channel Hydraulics, 1959, chapter 6).
inline double conveyance(double slope, double manning) { return std::sqrt(slope) / manning; }

/// Over how many cells a slope is taken: one step of the ground is no slope of it.
inline constexpr long slope_cells = 5;

/// The cells on the line from a side into the domain, nearest first: at most `slope_cells` of them, up to a cell that
/// is outside. `k` counts the cells along the face, `bed` is (y, x), x fastest.
inline std::vector<std::size_t> inward_line(Grid<2> const& grid, std::size_t face, long k,
                                            std::vector<double> const& bed) {
  auto const axis = face / 2;
  long const along[2] = {1, grid.cells[0]}, last = grid.cells[axis] - 1;
  std::vector<std::size_t> line;
  for (long n = 0; n < std::min(slope_cells, last + 1); ++n) {
    long const across = face % 2 == 0 ? n : last - n;
    auto const cell = static_cast<std::size_t>(across * along[axis] + k * along[1 - axis]);
    if (is_outside(bed[cell])) break;
    line.push_back(cell);
  }
  return line;
}

/// By how much `level` falls outwards along such a line, per metre; 0 on a line of fewer than two cells.
inline double outward_slope(std::vector<std::size_t> const& line, double spacing, std::vector<double> const& level) {
  if (line.size() < 2) return 0;
  return (level[line.back()] - level[line.front()]) / (spacing * static_cast<double>(line.size() - 1));
}

/// The least slope of water that counts as flow; below it the water was at rest.
inline constexpr double least_slope = 1e-6;

/// How the cells of an open side let water out: those where `normal` at their normal depth, with `own` as their
/// conveyance; the others into what was there at the start, with `own` as its 2 c - u.
struct OpenCells {
  std::vector<bool> normal;
  std::vector<double> own;
};

/// The state at the start, (y, x), x fastest, and the roughness of each cell.
struct OpenStart {
  double gravity;
  std::vector<double> const &bed, &h, &qx, &qy;
  std::vector<double> const& manning;  ///< of each cell, or one number for all
};

/// What an open side is in each cell of a face. Where the level of the water, or dry ground, fell towards the side at
/// the start and there is friction, water flows, and goes on at its normal depth on that slope. Elsewhere the water
/// was at rest, as a sea or a lake, or the ground is level: what is beyond stays as it was.
inline OpenCells open_cells(Grid<2> const& grid, std::size_t face, OpenStart const& start) {
  auto const axis = face / 2;
  auto const& q = axis == 0 ? start.qx : start.qy;
  std::vector<double> level(start.bed);
  for (std::size_t cell = 0; cell < level.size(); ++cell) level[cell] += start.h[cell];
  OpenCells cells;
  for (long k = 0; k < grid.cells[1 - axis]; ++k) {
    auto const line = inward_line(grid, face, k, start.bed);
    double const slope = outward_slope(line, grid.spacing[axis], level);
    double n = 0, waves = 0;
    if (!line.empty()) {
      std::size_t const here = line.front();
      double const outward = face % 2 == 0 ? -q[here] : q[here], h = start.h[here];
      n = start.manning[start.manning.size() > 1 ? here : 0];
      waves = h > 0 ? 2 * std::sqrt(start.gravity * h) - outward / h : 0;
    }
    bool const flows = slope > least_slope && n > 0;
    cells.normal.push_back(flows);
    cells.own.push_back(flows ? conveyance(slope, n) : waves);
  }
  return cells;
}

}  // namespace tessera::stencils
