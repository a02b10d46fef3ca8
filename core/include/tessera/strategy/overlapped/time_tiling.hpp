// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include "tessera/plan/overlap_plan.hpp"
#include "tessera/strategy/team/row_segments.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// One axis of a sweep, with the extents of its levels. With one stage of reach 1, two steps:
///
///     step 2              |--- tile ---|
///     step 1          |lo |            | hi |
///     loaded      |lo     |            |     hi |      clipped at faces, where ghosts come in
struct TimeAxis : OverlapAxis {
  /// Whether cells beyond a face are those of the other side, computed redundantly.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool wraps() const { return periodic && !whole; }
  /// The grid cell at coordinate `s`; the coordinate itself for a ghost.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int wrapped(int s) const { return wraps() ? ((s % n) + n) % n : s; }
};

/// Tiles of several steps on a grid, and the rings of planes in scratch for their levels.
struct TimeTiling {
  OverlapPlan plan;
  Tiling tiles;

  TimeTiling(OverlapPlan const& levels, int const (&cells)[3], Schedule const& s) : plan(levels), tiles(cells, s) {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION TimeAxis axis(int a) const { return {plan.axis[a]}; }
  /// The level of stage `stage` in step `step`.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION OverlapLevel const& level(int step, int stage) const {
    return plan.level[step * plan.stages + stage];
  }
  /// Whether ghosts of a level may mirror ghosts along an axis.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool thin(OverlapLevel const& level, int a) const {
    return !plan.axis[a].periodic && plan.axis[a].n < level.ghost_hi[a];
  }
  /// The cells that a level computes for a tile.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range cells(OverlapLevel const& level, int a, Range const& tile) const {
    Range const wanted{tile.begin + level.lo[a], tile.end + level.hi[a]};
    OverlapAxis const& along = plan.axis[a];
    if (along.whole) return level.depth > 0 ? Range{0, along.n} : tile;
    return along.periodic ? wanted : common(wanted, {0, along.n});
  }
  /// The same with the ghosts that its readers read.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range filled(OverlapLevel const& level, int a, Range const& tile) const {
    OverlapAxis const& along = plan.axis[a];
    if (level.depth == 0) return cells(level, a, tile);
    Range const ghosts{level.ghost_lo[a], along.n + level.ghost_hi[a]};
    if (along.whole) return ghosts;
    Range const wanted{tile.begin + level.lo[a], tile.end + level.hi[a]};
    return along.periodic ? wanted : common(wanted, ghosts);
  }
};

/// One tile: its cells, and the offset of its rings.
struct StepTile {
  TimeTiling const& tiling;
  char* scratch;
  Range tile[3];
  int first[3];  ///< the lowest cell or ghost that any level holds, or one before it

  KOKKOS_FUNCTION StepTile(TimeTiling const& t, char* memory, Tile const& cells) : tiling(t), scratch(memory) {
    OverlapLevel widest = t.plan.widest;
    widest.depth = 1;
    for (int a = 0; a < 3; ++a) {
      tile[a] = {cells.lo[a], cells.hi[a]};
      first[a] = t.filled(widest, a, tile[a]).begin;
    }
    first[0] -= ((first[0] % t.plan.unit) + t.plan.unit) % t.plan.unit;
  }
  /// Whether cell (j, k) along y and z is of the tile itself, not of its halo.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool owns(int j, int k) const {
    return j >= tile[1].begin && j < tile[1].end && k >= tile[2].begin && k < tile[2].end;
  }
  /// The row buffer of `T` beside the rings, indexed by x.
  template <class T>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* output_row(std::size_t bytes_before) const {
    return reinterpret_cast<T*>(scratch + tiling.plan.rows_begin + bytes_before * tiling.plan.pitch) - first[0];
  }
};

/// The ring of one component of one quantity of a level.
template <class T>
struct LevelRing {
  StepTile const& tile;
  OverlapLevel const& level;
  T* values;

  /// The ring behind `bytes_before` bytes per cell of other values of the level.
  KOKKOS_FORCEINLINE_FUNCTION LevelRing(StepTile const& t, OverlapLevel const& l, std::size_t bytes_before)
      : tile(t),
        level(l),
        values(reinterpret_cast<T*>(t.scratch + l.begin + bytes_before * static_cast<std::size_t>(cells_of(t, l)))) {}

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION TimeAxis axis(int a) const { return tile.tiling.axis(a); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool thin(int a) const { return tile.tiling.thin(level, a); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range cells(int a) const {
    return tile.tiling.cells(level, a, tile.tile[a]);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Range filled(int a) const {
    return tile.tiling.filled(level, a, tile.tile[a]);
  }
  /// The offset of plane k from `values`.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int plane(int k) const {
    return (k - tile.first[2]) % level.depth * tile.tiling.plan.pitch * tile.tiling.plan.rows;
  }
  /// Row j of the plane at offset `plane`, indexed by x.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* row(int plane, int j) const {
    return values + plane + (j - tile.first[1]) * tile.tiling.plan.pitch - tile.first[0];
  }
  /// The planes that row j of plane k of a reader reads by `Source`, with grid coordinates along x: ring coordinates
  /// are `shift` larger.
  template <class Source>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION auto source_row(int j, int k, int shift) const {
    constexpr int lo = Source::hull.lo[2], planes = Source::hull.hi[2] - lo + 1;
    PlaneRow<T, lo, planes> r;
    r.ring = row(0, j) + shift;
    for (int d = 0; d < planes; ++d) r.plane[d] = plane(k + lo + d);
    r.pitch = tile.tiling.plan.pitch;
    r.stride_c = cells_of(tile, level);
    return r;
  }
  /// The ring of another component.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION LevelRing component(int c) const {
    LevelRing other = *this;
    other.values += c * cells_of(tile, level);
    return other;
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static int cells_of(StepTile const& t, OverlapLevel const& l) {
    return l.depth * t.tiling.plan.pitch * t.tiling.plan.rows;
  }
};

}  // namespace tessera::detail
