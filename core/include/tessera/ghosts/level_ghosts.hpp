// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/strategy/overlapped/time_tiling.hpp"

namespace tessera::detail {

/// The ghosts of one component of a level on a tile, by the common formula (GhostFormula); corners x, then y, then z.
template <class TargetType>
struct LevelGhosts {
  using T = typename TargetType::value_type;

  TargetType const& target;
  LevelRing<T> ring;
  double time;  ///< of the level

  /// The ghost at `g` beyond a face of `axis`, from the value of its mirror.
  KOKKOS_FORCEINLINE_FUNCTION T value(int axis, int const (&g)[3], T inner) const {
    if (target.faces.periodic[axis]) return inner;
    if (target.faces.is_uniform(axis, g[axis])) return target.faces.uniform_ghost(axis, g[axis], inner);
    return target.rules->ghost(axis, g, inner, time);
  }
  /// The grid coordinate of `s` along `axis`.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int grid(int axis, int s) const { return ring.axis(axis).wrapped(s); }

  /// Calls f(ghost) for the ghosts of `axis` within `filled`, the nearest to the faces first: mirrors come before their
  /// ghosts.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void outwards(int axis, Range const& filled, F const& f) const {
    int const n = ring.axis(axis).n;
    if (ring.axis(axis).wraps()) return;
    for (int d = 1; - d >= filled.begin || n - 1 + d < filled.end; ++d) {
      if (-d >= filled.begin) f(-d);
      if (n - 1 + d < filled.end) f(n - 1 + d);
    }
  }

  /// Fills row (gj, gk), a ghost along `axis`, from the row at `from`, over all that the level holds along x. One
  /// thread.
  KOKKOS_FUNCTION void image_row(int axis, T const* from, T* to, int gj, int gk) const {
    Range const x = ring.filled(0);
    auto const& faces = target.faces;
    int const outside = axis == 1 ? gj : gk;
    if (faces.periodic[axis]) {
      for (int i = x.begin; i < x.end; ++i) to[i] = from[i];
    } else if (faces.is_uniform(axis, outside)) {
      GhostFormula<T> const formula = faces.uniform_formula(axis, outside);
#pragma omp simd
      for (int i = x.begin; i < x.end; ++i) to[i] = formula(from[i]);
    } else {
      for (int i = x.begin; i < x.end; ++i) to[i] = value(axis, {grid(0, i), gj, gk}, from[i]);
    }
  }

  /// Fills the ghosts in plane k, whose cells are stored, and the ghosts along z that are due then. One thread.
  KOKKOS_FUNCTION void fill_plane(int k) const {
    int const plane = ring.plane(k);
    Range const y = ring.cells(1);
    int const gk = grid(2, k);
    for (int j = y.begin; j < y.end; ++j) {
      T* const row = ring.row(plane, j);
      outwards(0, ring.filled(0), [&](int g) {
        row[g] = value(0, {g, grid(1, j), gk}, row[target.faces.mirror(0, g)]);
      });
    }
    outwards(1, ring.filled(1),
             [&](int g) { image_row(1, ring.row(plane, target.faces.mirror(1, g)), ring.row(plane, g), g, gk); });
    Range const z = ring.filled(2);
    TimeAxis const axis = ring.axis(2);
    if (!ring.thin(2)) {
      if (!axis.wraps() && -1 - k >= z.begin) image_plane(-1 - k);
    } else if (k == axis.n - 1) {
      outwards(2, z, [&](int g) { image_plane(g); });
    }
  }
  /// Fills ghost plane g from the plane that it mirrors. One thread.
  KOKKOS_FUNCTION void image_plane(int g) const {
    int const to = ring.plane(g), from = ring.plane(target.faces.mirror(2, g));
    Range const y = ring.filled(1);
    for (int j = y.begin; j < y.end; ++j) image_row(2, ring.row(from, j), ring.row(to, j), grid(1, j), g);
  }

  /// Stores cell (i, j, k) and its ghosts. Those beyond the high face of a swept axis follow as whole planes (`due`).
  /// For threads of a team.
  KOKKOS_FORCEINLINE_FUNCTION void scatter(int i, int j, int k, T v) const {
    if (may_have_images(0, i) || may_have_images(1, j) || may_have_images(2, k)) {
      scatter_images(i, j, k, v);
    } else {
      ring.row(ring.plane(k), j)[i] = v;
    }
  }
  /// Fills ghost (i, j, g) of a plane beyond the high face of z.
  TESSERA_NO_INLINE KOKKOS_FUNCTION void due(int i, int j, int g) const {
    T const inner = ring.row(ring.plane(target.faces.mirror(2, g)), j)[i];
    ring.row(ring.plane(g), j)[i] = value(2, {grid(0, i), grid(1, j), g}, inner);
  }

 private:
  /// Whether a ghost may mirror cell `s` of an axis: `s` is near a face, or the axis is thin.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool may_have_images(int axis, int s) const {
    TimeAxis const along = ring.axis(axis);
    int const below = -ring.level.ghost_lo[axis], above = ring.level.ghost_hi[axis];
    int const reach = below > above ? below : above;
    return !along.wraps() && (s < reach || s >= along.n - reach);
  }
  TESSERA_NO_INLINE KOKKOS_FUNCTION void scatter_images(int i, int j, int k, T v) const {
    Range const x = ring.filled(0), y = ring.filled(1), z = ring.filled(2);
    bool const swept = !ring.thin(2);
    for_images(0, i, x, [&](int gi) {
      T const vx = through(0, {gi, grid(1, j), grid(2, k)}, i, v);
      for_images(1, j, y, [&](int gj) {
        T const vy = through(1, {grid(0, gi), gj, grid(2, k)}, j, vx);
        for_images(2, k, z, [&](int gk) {
          if (swept && gk > k) return;
          ring.row(ring.plane(gk), gj)[gi] = through(2, {grid(0, gi), grid(1, gj), gk}, k, vy);
        });
      });
    });
  }
  /// Calls f(s), and f(g) for every ghost in `filled` that mirrors to cell `s`, through other ghosts too.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_images(int axis, int s, Range const& filled, F const& f) const {
    f(s);
    outwards(axis, filled, [&](int g) {
      if (resolved(axis, g) == s) f(g);
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION int resolved(int axis, int g) const {
    while (g < 0 || g >= ring.axis(axis).n) g = target.faces.mirror(axis, g);
    return g;
  }
  /// The value at coordinate g[axis] from the value `inner` of cell `s`, through all mirrors on the way.
  KOKKOS_FUNCTION T through(int axis, int const (&ghost)[3], int s, T inner) const {
    int path[TargetType::max_mirrors + 1];
    int last = 0;
    for (path[0] = ghost[axis]; path[last] != s; ++last) path[last + 1] = target.faces.mirror(axis, path[last]);
    int g[3] = {ghost[0], ghost[1], ghost[2]};
    for (int step = last - 1; step >= 0; --step) {
      g[axis] = path[step];
      inner = value(axis, g, inner);
    }
    return inner;
  }
};

}  // namespace tessera::detail
