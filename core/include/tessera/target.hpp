// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/boundary_rules.hpp"
#include "tessera/layout.hpp"

namespace tessera::detail {

/// What a stage writes: the cells of one version, and the boundary that completes them with ghosts.
template <int Rank, class Value, int Components, class Rules>
struct Target {
  using value_type = Value;
  static constexpr int components = Components;

  Value* cells;  ///< cell (0, 0, 0), component 0
  std::ptrdiff_t stride_y, stride_z, stride_c;
  int n[3], lo[3], hi[3];
  Rules const* rules;
  double time;  ///< of the version written
  bool fused;   ///< whether the sweep writes the ghosts itself (no axis is thinner than its ghost layers)

  /// Cells from a face that have ghost images along `axis`, for the sweep to write.
  KOKKOS_FORCEINLINE_FUNCTION int width(int axis) const {
    return fused ? (lo[axis] > hi[axis] ? lo[axis] : hi[axis]) : 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION Value& at(int i, int j, int k, int c) const {
    return cells[i + j * stride_y + k * stride_z + c * stride_c];
  }

  /// Writes the ghosts that mirror or wrap to cell (i, j, k): the thread that stored the cell completes it, so that no
  /// ghost pass and no barrier are needed. Corners resolve x, then y, then z. For `fused` targets; others are
  /// completed by FillGhosts.
  KOKKOS_FUNCTION void complete(int i, int j, int k) const {
    int const cell[3] = {i, j, k};
    int image[3][3];
    int count[3];
    for (int axis = 0; axis < 3; ++axis) count[axis] = images(axis, cell[axis], image[axis]);
    for (int c = 0; c < Components; ++c) {
      Value const inner = at(i, j, k, c);
      for (int x = 0; x < count[0]; ++x) {
        int g[3] = {image[0][x], j, k};
        Value const vx = image_value(0, g, inner, x);
        for (int y = 0; y < count[1]; ++y) {
          g[1] = image[1][y];
          g[2] = k;
          Value const vy = image_value(1, g, vx, y);
          for (int z = 0; z < count[2]; ++z) {
            g[2] = image[2][z];
            if (x + y + z > 0) at(g[0], g[1], g[2], c) = image_value(2, g, vy, z);
          }
        }
      }
    }
  }

  /// The value of ghost (or cell) `g` from the interior, through as many mirrors as it takes; the definition of a
  /// ghost, of which `complete` is the common case turned around.
  KOKKOS_FUNCTION Value resolve(int const ghost[3], int c) const {
    int path[3][max_mirrors + 1];
    int last[3];
    for (int axis = 0; axis < 3; ++axis) {
      last[axis] = 0;
      path[axis][0] = ghost[axis];
      while (path[axis][last[axis]] < 0 || path[axis][last[axis]] >= n[axis]) {
        path[axis][last[axis] + 1] = rules->mirror(axis, path[axis][last[axis]]);
        ++last[axis];
      }
    }
    int g[3] = {path[0][last[0]], path[1][last[1]], path[2][last[2]]};
    Value v = at(g[0], g[1], g[2], c);
    for (int axis = 0; axis < 3; ++axis) {
      for (int step = last[axis] - 1; step >= 0; --step) {
        g[axis] = path[axis][step];
        if (!rules->periodic[axis]) v = rules->ghost(axis, g, v, time);
      }
    }
    return v;
  }

  /// A ghost layer d cells deep meets a face at most d times.
  static constexpr int max_mirrors = 16;

 private:
  /// `s` itself and the ghost coordinates that mirror or wrap to it.
  KOKKOS_FUNCTION int images(int axis, int s, int out[3]) const {
    int count = 0;
    out[count++] = s;
    if (rules->periodic[axis]) {
      if (s >= n[axis] - lo[axis]) out[count++] = s - n[axis];
      if (s < hi[axis]) out[count++] = s + n[axis];
    } else {
      if (s < lo[axis]) out[count++] = -1 - s;
      if (n[axis] - 1 - s < hi[axis]) out[count++] = 2 * n[axis] - 1 - s;
    }
    return count;
  }
  KOKKOS_FUNCTION Value image_value(int axis, int const g[3], Value inner, int which) const {
    return which == 0 || rules->periodic[axis] ? inner : rules->ghost(axis, g, inner, time);
  }
};

/// Writes every ghost of a target from its cells; one work item per ghost. Used after the user has set a field, by the
/// oracle after each step, and for grids thinner than their ghost layers.
template <class TargetType>
struct FillGhosts {
  TargetType target;

  /// Ghosts in all: slabs along z over whole planes, along y over whole rows, along x over cells.
  [[nodiscard]] KOKKOS_FUNCTION std::ptrdiff_t count() const { return slab(2) + slab(1) + slab(0); }

  KOKKOS_FUNCTION void operator()(std::ptrdiff_t p) const {
    int axis = 2;
    while (p >= slab(axis)) p -= slab(axis--);
    int g[3];
    for (int a = 0; a < 3; ++a) {
      int const e = static_cast<int>(p % extent(axis, a));
      p /= extent(axis, a);
      g[a] = a < axis ? e - target.lo[a] : a > axis ? e : e < target.lo[a] ? e - target.lo[a] : e - target.lo[a] + target.n[a];
    }
    for (int c = 0; c < TargetType::components; ++c) target.at(g[0], g[1], g[2], c) = target.resolve(g, c);
  }

 private:
  KOKKOS_FUNCTION std::ptrdiff_t extent(int axis, int a) const {
    int const ghosts = target.lo[a] + target.hi[a];
    return a < axis ? target.n[a] + ghosts : a > axis ? target.n[a] : ghosts;
  }
  KOKKOS_FUNCTION std::ptrdiff_t slab(int axis) const { return extent(axis, 0) * extent(axis, 1) * extent(axis, 2); }
};

}  // namespace tessera::detail
