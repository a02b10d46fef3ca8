// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "tessera/backend/macros.hpp"
#include "tessera/ghosts/boundary_rules.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera::detail {

/// An output of a stage: the cells of one version, and the boundary that makes its ghosts. Values that a rule
/// prescribes on a face count as ghosts.
template <int Rank, class Value, int Components, class Rules>
struct Target {
  using value_type = Value;
  using rules_type = Rules;
  using faces_type = typename Rules::faces_type;
  static constexpr int components = Components;

  Value* cells;  ///< cell (0, 0, 0), component 0
  std::ptrdiff_t stride_y, stride_z, stride_c;
  int n[3], lo[3], hi[3];
  faces_type faces;
  Rules const* rules;
  double time;       ///< of the version written
  bool ghost_edges;  ///< a reader needs ghosts beyond edges and corners of the grid
  bool fused;        ///< the sweep writes the ghosts itself (no axis is thinner than its ghost layers)
  bool shared;       ///< it has a coupled boundary: CompleteCoupled and FillSide write its ghosts
  bool constant[3];  ///< per axis: the ghosts never change, the first fill wrote them

  /// The width of the layer at faces across `axis` whose ghosts the sweep writes.
  KOKKOS_FORCEINLINE_FUNCTION int width(int axis) const {
    return fused && !constant[axis] ? (lo[axis] > hi[axis] ? lo[axis] : hi[axis]) : 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION Value& at(int i, int j, int k, int c) const {
    return cells[i + j * stride_y + k * stride_z + c * stride_c];
  }

  /// Writes the ghosts that mirror or wrap to cell (i, j, k). The thread that stored the cell calls it, so that no
  /// ghost pass and no barrier are needed. Corners resolve x, then y, then z. For `fused` targets; FillGhosts fills the
  /// others.
  KOKKOS_FUNCTION void complete(int i, int j, int k) const {
    TESSERA_NO_UNROLL
    for (int c = 0; c < Components; ++c) {
      Value const inner = at(i, j, k, c);
      TESSERA_NO_UNROLL
      for (int x = 0; x < 3; ++x) {
        if (!has_image(0, i, x)) continue;
        int g[3] = {image(0, i, x), j, k};
        Value const vx = image_value(0, g, inner, x);
        TESSERA_NO_UNROLL
        for (int y = 0; y < 3; ++y) {
          if (!has_image(1, j, y)) continue;
          g[1] = image(1, j, y);
          g[2] = k;
          Value const vy = image_value(1, g, vx, y);
          TESSERA_NO_UNROLL
          for (int z = 0; z < 3; ++z) {
            if (!has_image(2, k, z)) continue;
            g[2] = image(2, k, z);
            if (x + y + z > 0) at(g[0], g[1], g[2], c) = image_value(2, g, vy, z);
          }
        }
      }
    }
  }

  /// Writes the ghosts along `Axis` alone of the first `count` of `cells`, near its low (`side` 0) or high face. All
  /// are loaded before the first is stored, so that the thread waits for memory once.
  template <int Axis, int Batch>
  KOKKOS_FORCEINLINE_FUNCTION void complete_side(int side, int const (&cells)[Batch][3], int count) const {
    std::ptrdiff_t const stride = Axis == 0 ? 1 : Axis == 1 ? stride_y : stride_z;
    bool const wraps = faces.periodic[Axis];
    int const which = (side == 0) != wraps ? 1 : 2;
    TESSERA_NO_UNROLL
    for (int c = 0; c < Components; ++c) {
      Value inner[Batch];
      TESSERA_UNROLL
      for (int b = 0; b < Batch; ++b) {
        if (b < count) inner[b] = at(cells[b][0], cells[b][1], cells[b][2], c);
      }
      TESSERA_UNROLL
      for (int b = 0; b < Batch; ++b) {
        int const s = cells[b][Axis];
        if (b >= count || !has_image(Axis, s, which)) continue;
        int const to = image(Axis, s, which);
        int const g[3] = {Axis == 0 ? to : cells[b][0], Axis == 1 ? to : cells[b][1], Axis == 2 ? to : cells[b][2]};
        (&at(cells[b][0], cells[b][1], cells[b][2], c))[(to - s) * stride] = image_value(Axis, g, inner[b], which);
      }
    }
  }

  /// Writes the ghost rows along y, then along z, of the cells [begin, end) of row (j, k), whose x ghosts are written.
  /// Each row is one SIMD loop. For hosts.
  KOKKOS_FUNCTION void complete_images(int j, int k, int begin, int end) const {
    int parts[3][2];
    int const part_count = own_parts(begin, end, parts);
    for (int c = 0; c < Components; ++c) {
      for (int part = 0; part < part_count; ++part) {
        int const first = parts[part][0], last = parts[part][1];
        for (int y = 0; y < 3; ++y) {
          if (!has_image(1, j, y)) continue;
          int const row = image(1, j, y);
          if (y > 0) image_row(1, j, k, row, k, c, first, last);
          for (int z = 1; z < 3; ++z) {
            if (has_image(2, k, z)) image_row(2, row, k, row, image(2, k, z), c, first, last);
          }
        }
      }
    }
  }

  /// The value of ghost (or cell) `g`, through as many mirrors as needed: the definition of a ghost. `complete` is its
  /// common case, from the cell.
  KOKKOS_FUNCTION Value resolve(int const ghost[3], int c) const {
    int path[3][max_mirrors + 2];
    int last[3];
    bool free = true;  // no prescribed value is read, which another thread may be writing
    for (int axis = 0; axis < 3; ++axis) {
      last[axis] = 0;
      path[axis][0] = ghost[axis];
      while (path[axis][last[axis]] < 0 || path[axis][last[axis]] >= n[axis]) {
        path[axis][last[axis] + 1] = faces.mirror(axis, path[axis][last[axis]]);
        ++last[axis];
      }
      if (faces.prescribes(axis, path[axis][last[axis]])) {
        path[axis][last[axis] + 1] = path[axis][last[axis]];
        ++last[axis];
        free = false;
      }
    }
    int g[3] = {path[0][last[0]], path[1][last[1]], path[2][last[2]]};
    Value v = free ? at(g[0], g[1], g[2], c) : Value(0);
    for (int axis = 0; axis < 3; ++axis) {
      for (int step = last[axis] - 1; step >= 0; --step) {
        g[axis] = path[axis][step];
        if (!faces.periodic[axis]) v = this->ghost(axis, g, v);
      }
    }
    return v;
  }

  /// Whether every ghost is one mirror or wrap away from a cell along each axis.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool thick() const {
    bool all = faces_type::on_faces == 0;
    for (int a = 0; a < 3; ++a) all = all && n[a] >= lo[a] && n[a] >= hi[a];
    return all;
  }
  /// `resolve` for a thick target, whose paths are one step long.
  KOKKOS_FUNCTION Value resolve_thick(int const ghost[3], int c) const {
    int g[3];
    TESSERA_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      int const i = ghost[axis];
      bool const low = i < 0, high = i >= n[axis];
      int const wrapped = low ? i + n[axis] : i - n[axis];
      g[axis] = !low && !high ? i : faces.periodic[axis] ? wrapped : mirrored(i, n[axis]);
    }
    Value v = at(g[0], g[1], g[2], c);
    TESSERA_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      bool const inside = g[axis] == ghost[axis];
      g[axis] = ghost[axis];
      if (!inside && !faces.periodic[axis]) v = this->ghost(axis, g, v);
    }
    return v;
  }

  /// A ghost layer d cells deep meets a face at most d times.
  static constexpr int max_mirrors = largest_reach;

  /// The value of ghost `g` beyond a face of `axis` from its mirror.
  KOKKOS_FORCEINLINE_FUNCTION Value ghost(int axis, int const g[3], Value inner) const {
    if (faces.is_uniform(axis, g[axis])) return faces.uniform_ghost(axis, g[axis], inner);
    return rules->ghost(axis, g, inner, time);
  }

  /// The values along an axis that no rule prescribes: [first, last).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int first(int axis) const { return faces.prescribes(axis, 0) ? 1 : 0; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int last(int axis) const {
    return n[axis] - (faces.prescribes(axis, n[axis] - 1) ? 1 : 0);
  }
  /// The number of ghosts beyond the faces of `axis`: all coordinates along earlier axes, cells alone along later ones.
  /// The three slabs hold every ghost once.
  [[nodiscard]] KOKKOS_FUNCTION std::int64_t slab(int axis) const {
    return std::int64_t{slab_extent(axis, 0)} * slab_extent(axis, 1) * slab_extent(axis, 2);
  }
  /// The coordinates of the `p`-th ghost of a slab.
  KOKKOS_FUNCTION void slab_ghost(int axis, std::int64_t p, int g[3]) const {
    constexpr std::int64_t most = 0xffffffff;  // 32-bit division takes a fifth of the time
    if (p <= most) {
      slab_place(axis, static_cast<std::uint32_t>(p), g);
    } else {
      slab_place(axis, static_cast<std::uint64_t>(p), g);
    }
  }

  /// The images of coordinate `s`: itself (0), and the ghosts that mirror or wrap to it below (1) and above (2).
  KOKKOS_FORCEINLINE_FUNCTION int image(int axis, int s, int which) const {
    if (which == 0) return s;
    if (faces.periodic[axis]) return which == 1 ? s - n[axis] : s + n[axis];
    return which == 1 ? -1 - s : 2 * n[axis] - 1 - s;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int slab_extent(int axis, int a) const {
    if (a > axis) return last(a) - first(a);
    return a < axis ? lo[a] + n[a] + hi[a] : lo[a] + first(a) + n[a] - last(a) + hi[a];
  }
  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION void slab_place(int axis, Index p, int g[3]) const {
    TESSERA_UNROLL
    for (int a = 0; a < 3; ++a) {
      auto const extent = static_cast<Index>(slab_extent(axis, a));
      Index const rest = a == 2 ? 0 : p / extent;  // p is below the number of ghosts
      int const e = static_cast<int>(p - rest * extent);
      p = rest;
      g[a] = a < axis               ? e - lo[a]
             : a > axis             ? e + first(a)
             : e < lo[a] + first(a) ? e - lo[a]
                                    : e - lo[a] - first(a) + last(a);
    }
  }

  /// The cells [begin, end) of a row and the x ghosts that mirror or wrap to them, as intervals; touching ones are
  /// merged, as for a whole row. Other x ghosts belong to another tile, which may not have written them yet.
  KOKKOS_FUNCTION int own_parts(int begin, int end, int out[3][2]) const {
    int low[2] = {-(end < lo[0] ? end : lo[0]), -begin};
    int high[2] = {2 * n[0] - end, 2 * n[0] - (begin > n[0] - hi[0] ? begin : n[0] - hi[0])};
    if (faces.periodic[0]) {
      low[0] = (begin > n[0] - lo[0] ? begin : n[0] - lo[0]) - n[0];
      low[1] = end - n[0];
      high[0] = begin + n[0];
      high[1] = (end < hi[0] ? end : hi[0]) + n[0];
    }
    int count = 1;
    out[0][0] = begin;
    out[0][1] = end;
    if (low[0] < low[1]) add_part(low, out, count);
    if (high[0] < high[1]) add_part(high, out, count);
    return count;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void add_part(int const part[2], int out[3][2], int& count) {
    if (part[1] == out[0][0]) {
      out[0][0] = part[0];
    } else if (part[0] == out[0][1]) {
      out[0][1] = part[1];
    } else {
      out[count][0] = part[0];
      out[count++][1] = part[1];
    }
  }

  /// Fills row (gj, gk), a ghost along `axis`, from row (j, k), over the cells [first, last).
  KOKKOS_FUNCTION void image_row(int axis, int j, int k, int gj, int gk, int c, int first, int last) const {
    Value const* const from = &at(0, j, k, c);
    Value* const to = &at(0, gj, gk, c);
    int const outside = axis == 1 ? gj : gk;
    if (faces.periodic[axis]) {
      for (int i = first; i < last; ++i) to[i] = from[i];
    } else if (faces.is_uniform(axis, outside)) {
      GhostFormula<Value> const formula = faces.uniform_formula(axis, outside);
#pragma omp simd
      for (int i = first; i < last; ++i) to[i] = formula(from[i]);
    } else {
      for (int i = first; i < last; ++i) {
        int const g[3] = {i, gj, gk};
        to[i] = ghost(axis, g, from[i]);
      }
    }
  }

  /// Whether coordinate `s` has such an image.
  KOKKOS_FORCEINLINE_FUNCTION bool has_image(int axis, int s, int which) const {
    if (which == 0) return true;
    int const from_low = s, from_high = n[axis] - 1 - s;
    if (which == 1) return (faces.periodic[axis] ? from_high : from_low) < lo[axis];
    return (faces.periodic[axis] ? from_low : from_high) < hi[axis];
  }
  KOKKOS_FORCEINLINE_FUNCTION Value image_value(int axis, int const g[3], Value inner, int which) const {
    return which == 0 || faces.periodic[axis] ? inner : ghost(axis, g, inner);
  }
};

}  // namespace tessera::detail
