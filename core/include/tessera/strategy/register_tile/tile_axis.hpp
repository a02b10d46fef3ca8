// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera::detail {

/// Overlapping tiles of `extent` cells along an axis of `n` cells. The `halo` cells at each side of a tile belong to a
/// neighbour, and both compute them. At a face a tile has no halo; the last tile is moved back so that it ends at the
/// face, and no thread is outside. Along a periodic axis all tiles have halos, and loads wrap. Tiles begin on multiples
/// of `unit` cells, except the last; what they store always does.
struct TileAxis {
  int n = 1;
  int extent = 1;
  int halo = 0;
  int unit = 1;
  int stride = 1;  ///< from tile to tile
  int count = 1;
  bool periodic = false;

  TileAxis() = default;
  /// Needs extent >= 2 halo + unit and n >= extent.
  TileAxis(int cells, int tile, int overlap, int store_unit, bool wraps)
      : n(cells),
        extent(tile),
        halo(overlap),
        unit(store_unit),
        stride(tile_stride(tile, overlap, unit)),
        count(tile_count(cells, tile, stride, wraps)),
        periodic(wraps) {}

  /// The first cell that tile `t` loads.
  KOKKOS_FORCEINLINE_FUNCTION int origin(int t) const {
    if (periodic) return t * stride - halo;
    int const last = n - extent;
    return t * stride < last ? t * stride : last;
  }
  /// The cells [begin, end) that tile `t` stores. Tiles store every cell once.
  KOKKOS_FORCEINLINE_FUNCTION int begin(int t) const {
    if (t == 0) return 0;
    // As round_up, which is host code: the cost model uses it without Kokkos.
    return periodic ? t * stride : (origin(t) + halo + unit - 1) / unit * unit;
  }
  KOKKOS_FORCEINLINE_FUNCTION int end(int t) const { return t == count - 1 ? n : begin(t + 1); }
  KOKKOS_FORCEINLINE_FUNCTION bool at_low(int t) const { return !periodic && t == 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool at_high(int t) const { return !periodic && t == count - 1; }
  /// Whether all cells that tile `t` loads are in the grid, from a multiple of `vector` cells on.
  KOKKOS_FORCEINLINE_FUNCTION bool aligned(int t, int vector) const {
    int const first = origin(t);
    return first % vector == 0 && first >= 0 && first + extent <= n;
  }
  /// Cell `i` that a tile loads, wrapped into the grid.
  KOKKOS_FORCEINLINE_FUNCTION int wrap(int i) const {
    if (periodic) i = i < 0 ? i + n : i >= n ? i - n : i;
    return i;
  }
};

/// The columns of tiles of a grid, in the order of the work partition.
struct TileColumns {
  TileAxis x, y;

  [[nodiscard]] int count() const { return x.count * y.count; }
  /// The tile along x and along y of column `c`.
  KOKKOS_FORCEINLINE_FUNCTION int tile_x(int c) const { return c % x.count; }
  KOKKOS_FORCEINLINE_FUNCTION int tile_y(int c) const { return c / x.count; }
};

}  // namespace tessera::detail
