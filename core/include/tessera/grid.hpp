// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cmath>
#include <string>

#include <Kokkos_Macros.hpp>

#include "tessera/error.hpp"

namespace tessera {

/// The storage axes: x is contiguous, z is swept. A 2D grid stores its y as z, with one row of storage y, so that the
/// code that sweeps 3D along z sweeps 2D along y; a 1D grid has x alone.
template <int Rank>
KOKKOS_INLINE_FUNCTION constexpr int storage_axis(int axis) {
  return Rank == 2 && axis == 1 ? 2 : axis;
}

/// Cells per axis in x, y, z order, their spacing, the low corner of the domain, and which axes are periodic.
/// The centre of cell i is origin + (i + 1/2) spacing.
template <int Rank>
struct Grid {
  static_assert(Rank >= 1 && Rank <= 3, "a grid has one, two or three axes");
  static constexpr int rank = Rank;

  std::array<int, Rank> cells{};
  std::array<double, Rank> spacing = ones();
  std::array<double, Rank> origin{};
  std::array<bool, Rank> periodic{};

  /// Throws InputError unless every axis has cells and a positive, finite spacing.
  void check() const {
    for (int axis = 0; axis < Rank; ++axis) {
      std::string const name(1, "xyz"[axis]);
      if (cells[axis] < 1) {
        throw InputError("grid: " + std::to_string(cells[axis]) + " cells along " + name + "; at least 1 is needed");
      }
      if (!(spacing[axis] > 0) || !std::isfinite(spacing[axis])) {
        throw InputError("grid: spacing along " + name + " is " + std::to_string(spacing[axis]) +
                         "; a positive length is needed");
      }
    }
  }

  /// Number of cells.
  [[nodiscard]] long size() const {
    long n = 1;
    for (int c : cells) n *= c;
    return n;
  }

 private:
  static constexpr std::array<double, Rank> ones() {
    std::array<double, Rank> a{};
    for (auto& v : a) v = 1;
    return a;
  }
};

/// The grid for kernels: storage axes, plain data. Value i lies at origin + (first + i + shift) spacing. It may be a
/// part of a grid, with cells of other parts beyond its exchanged faces.
struct StoredGrid {
  int n[3] = {1, 1, 1};      ///< values
  int first[3] = {0, 0, 0};  ///< the first one, in the whole grid
  bool exchanged[6] = {};    ///< per face
  bool periodic[3] = {false, false, false};
  double spacing[3] = {1, 1, 1};
  double origin[3] = {0, 0, 0};
  double shift[3] = {0.5, 0.5, 0.5};
};

/// `grid` in storage axes.
template <int Rank>
StoredGrid stored(Grid<Rank> const& grid) {
  StoredGrid s;
  for (int axis = 0; axis < Rank; ++axis) {
    int const to = storage_axis<Rank>(axis);
    s.n[to] = grid.cells[axis];
    s.periodic[to] = grid.periodic[axis];
    s.spacing[to] = grid.spacing[axis];
    s.origin[to] = grid.origin[axis];
  }
  return s;
}

}  // namespace tessera
