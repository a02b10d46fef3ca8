// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "agreement/boundaries.hpp"

namespace agreement {

/// A scalar field in space on the host with its own idea of ghosts, shared with nothing: what judges the oracle.
class PlainField {
 public:
  PlainField(tessera::Grid<3> const& grid, int turn, std::vector<double> cells)
      : m_grid(grid), m_turn(turn), m_cells(std::move(cells)) {}

  /// The time at which the boundaries hold.
  double time = 0;

  [[nodiscard]] double operator()(int x, int y, int z) const { return value({x, y, z}); }

  /// One step: `formula(field, x, y, z)` in every cell.
  template <class Formula>
  void step(Formula const& formula, double dt) {
    std::vector<double> next;
    for (int z = 0; z < m_grid.cells[2]; ++z) {
      for (int y = 0; y < m_grid.cells[1]; ++y) {
        for (int x = 0; x < m_grid.cells[0]; ++x) next.push_back(formula(*this, x, y, z));
      }
    }
    m_cells = next;
    time += dt;
  }

 private:
  using Place = std::array<int, 3>;

  [[nodiscard]] double value(Place const& p) const {
    for (int axis = 2; axis >= 0; --axis) {
      auto const a = static_cast<std::size_t>(axis);
      if (p[a] < 0 || p[a] >= m_grid.cells[a]) return ghost(p, a);
    }
    return m_cells[static_cast<std::size_t>((p[2] * m_grid.cells[1] + p[1]) * m_grid.cells[0] + p[0])];
  }

  [[nodiscard]] double ghost(Place const& p, std::size_t axis) const {
    int const n = m_grid.cells[axis];
    bool const low = p[axis] < 0;
    Place inner = p;
    if (m_grid.periodic[axis]) {
      inner[axis] += low ? n : -n;
      return value(inner);
    }
    inner[axis] = low ? -p[axis] - 1 : 2 * n - p[axis] - 1;
    double const beside = value(inner);
    double const distance = (low ? inner[axis] - p[axis] : p[axis] - inner[axis]) * m_grid.spacing[axis];
    switch ((2 * static_cast<int>(axis) + (low ? 0 : 1) + m_turn) % 5) {
      case 0: return 2 * wave(wrapped(p), axis, low ? 0 : n) - beside;
      case 1: return 2 * 0.75 - beside;
      case 2: return beside + distance * 0.125;
      case 3: return 0.25;
      default: return 2 * map(wrapped(p), axis) - beside;
    }
  }

  /// The same place in the grid, along axes that are periodic: rules cannot tell where these begin.
  [[nodiscard]] Place wrapped(Place p) const {
    for (std::size_t a = 0; a < 3; ++a) {
      int const n = m_grid.cells[a];
      if (m_grid.periodic[a]) p[a] = (p[a] % n + n) % n;
    }
    return p;
  }

  [[nodiscard]] double wave(Place const& p, std::size_t axis, int face) const {
    double sum = 0.5 + 0.125 * time;
    for (std::size_t a = 0; a < 3; ++a) {
      double const cells = a == axis ? face : p[a] + 0.5;
      sum += 0.01 * static_cast<double>(a + 1) * (m_grid.origin[a] + cells * m_grid.spacing[a]) + 0.003 * p[a];
    }
    return sum;
  }

  /// The face's own value beside `p`, or beside the nearest cell of the face.
  [[nodiscard]] double map(Place p, std::size_t axis) const {
    for (std::size_t a = 0; a < 3; ++a) p[a] = std::min(std::max(p[a], 0), m_grid.cells[a] - 1);
    std::size_t const fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
    return 0.01 * ((p[slow] * m_grid.cells[fast] + p[fast]) % 37);
  }

  tessera::Grid<3> m_grid;
  int m_turn;
  std::vector<double> m_cells;
};

/// The largest difference over cells and ghosts.
template <class Copy>
double distance(PlainField const& plain, Copy const& copy) {
  auto const& l = copy.layout();
  double worst = 0;
  for (int z = -l.lo[2]; z < l.n[2] + l.hi[2]; ++z) {
    for (int y = -l.lo[1]; y < l.n[1] + l.hi[1]; ++y) {
      for (int x = -l.lo[0]; x < l.n[0] + l.hi[0]; ++x) {
        double const d = std::abs(plain(x, y, z) - copy(x, y, z));
        worst = std::isfinite(d) ? std::max(worst, d) : d;
      }
    }
  }
  return worst;
}

}  // namespace agreement
