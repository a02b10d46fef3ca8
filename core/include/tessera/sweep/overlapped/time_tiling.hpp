// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include "tessera/overlap_plan.hpp"
#include "tessera/sweep/host/row_segments.hpp"
#include "tessera/sweep/tiling.hpp"

namespace tessera::detail {

/// One axis as the levels of a tile see it. `left` is how many steps are still to be taken from a level on: the tile
/// itself is what the last level (0 left) makes, and each level before it makes what the next one reads.
///
///     left 0              |--- tile ---|
///     left 1          |lo |            | hi |
///     left 2      |lo |                     | hi |      clipped at faces, where ghosts come in
struct TimeAxis : OverlapAxis {
  /// Whether cells beyond a face are those of the other side, computed once more.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool wraps() const { return periodic && !whole; }

  /// The cells that a level makes.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range cells(Range const& tile, int left) const {
    if (left == 0) return tile;
    return whole ? Range{0, n} : wraps() ? wanted(tile, left) : common(wanted(tile, left), {0, n});
  }
  /// With the ghosts that the next level reads of them.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range filled(Range const& tile, int left) const {
    if (left == 0) return tile;
    return whole ? Range{lo, n + hi} : wraps() ? wanted(tile, left) : common(wanted(tile, left), {lo, n + hi});
  }
  /// The cell of the grid at coordinate `s`; a ghost's own coordinate.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int wrapped(int s) const { return wraps() ? ((s % n) + n) % n : s; }

 private:
  /// What the next level reads, and the cells that ghosts in it mirror, which an uneven reach may leave out.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range wanted(Range const& tile, int left) const {
    int const first = tile.begin + left * lo, last = tile.end + left * hi;
    if (periodic) return {first, last};
    int const of_high = n - hi + (left - 1) * lo, of_low = (left - 1) * hi - lo;
    return {last > n && of_high < first ? of_high : first, first < 0 && of_low > last ? of_low : last};
  }
};

/// Tiles of several steps on a grid, and the rings of planes in scratch that hold what their levels make (OverlapPlan).
struct TimeTiling {
  TimeAxis axis[3];
  Tiling tiles;
  int steps, lag, depth, rings, pitch, rows, unit;

  TimeTiling(OverlapPlan const& plan, int const (&cells)[3], Schedule const& s)
      : axis{{plan.axis[0]}, {plan.axis[1]}, {plan.axis[2]}},
        tiles(cells, s),
        steps(plan.steps),
        lag(plan.lag),
        depth(plan.depth),
        rings(plan.rings),
        pitch(plan.pitch),
        rows(plan.rows),
        unit(plan.unit) {}

  /// Values that all rings hold, and a row beside them (OverlapPlan::values).
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::size_t values() const {
    return static_cast<std::size_t>(pitch) *
           (static_cast<std::size_t>(rows) * static_cast<std::size_t>(depth) * static_cast<std::size_t>(rings) + 1);
  }
  /// Whether levels follow one another in a plane, so that each needs a barrier.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool in_place() const { return lag == 0; }
};

/// The rings of one tile: where its levels stand in scratch.
template <class T>
struct TimeRings {
  T* values;
  TimeTiling const& tiling;
  Range tile[3];
  int first[3];  ///< where rings begin: the lowest cell or ghost that any level holds, or one before it

  KOKKOS_FUNCTION TimeRings(T* scratch, TimeTiling const& t, Tile const& cells) : values(scratch), tiling(t) {
    for (int a = 0; a < 3; ++a) {
      tile[a] = {cells.lo[a], cells.hi[a]};
      first[a] = t.axis[a].filled(tile[a], t.steps).begin;
    }
    first[0] -= ((first[0] % t.unit) + t.unit) % t.unit;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range cells(int axis, int level) const {
    return tiling.axis[axis].cells(tile[axis], tiling.steps - level);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range filled(int axis, int level) const {
    return tiling.axis[axis].filled(tile[axis], tiling.steps - level);
  }
  /// Where plane k of a level begins, counted from `values`.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int plane(int level, int k) const {
    return (level % tiling.rings * tiling.depth + (k - first[2]) % tiling.depth) * tiling.pitch * tiling.rows;
  }
  /// Row j of a plane that begins at `plane`, to be indexed by x.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* row(int plane, int j) const {
    return values + plane + (j - first[1]) * tiling.pitch - first[0];
  }
  /// A row beside the rings, to be indexed by x.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* last_row() const {
    return values + tiling.rings * tiling.depth * tiling.pitch * tiling.rows - first[0];
  }
  /// The planes of level `level` that row j of plane k of the next one reads, with x counted as the grid does: ring
  /// coordinates are `shift` more.
  template <class Source>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION auto source_row(int level, int j, int k, int shift) const {
    constexpr int lo = Source::hull.lo[2], planes = Source::hull.hi[2] - lo + 1;
    PlaneRow<T, lo, planes> r;
    r.ring = row(0, j) + shift;
    for (int d = 0; d < planes; ++d) r.plane[d] = plane(level, k + lo + d);
    r.pitch = tiling.pitch;
    r.stride_c = 0;
    return r;
  }
};

}  // namespace tessera::detail
