// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

namespace tessera::detail {

/// How an axis of `n` cells is cut into tiles of `extent` cells that overlap: `halo` cells at each side of a tile are
/// another tile's, computed again. At a face of the grid a tile has no halo; the last tile is moved back so that it
/// ends at the face, and no thread is ever outside. Along a periodic axis all tiles have halos, and loads wrap.
struct TileAxis {
  int n = 1;
  int extent = 1;
  int halo = 0;
  int stride = 1;  ///< from tile to tile
  int count = 1;
  bool periodic = false;

  TileAxis() = default;
  /// Tiles begin on multiples of `unit` cells, except for the last. Needs extent >= 2 halo + unit and n >= extent.
  TileAxis(int cells, int tile, int overlap, int unit, bool wraps)
      : n(cells), extent(tile), halo(overlap), stride((tile - 2 * overlap) / unit * unit), periodic(wraps) {
    int const rest = periodic ? n - stride : n - extent;
    count = 1 + (rest > 0 ? (rest + stride - 1) / stride : 0);
  }

  /// The first cell that tile `t` loads.
  KOKKOS_FORCEINLINE_FUNCTION int origin(int t) const {
    if (periodic) return t * stride - halo;
    int const last = n - extent;
    return t * stride < last ? t * stride : last;
  }
  /// The cells [begin, end) that tile `t` stores: every cell is one tile's.
  KOKKOS_FORCEINLINE_FUNCTION int begin(int t) const { return t == 0 ? 0 : origin(t) + halo; }
  KOKKOS_FORCEINLINE_FUNCTION int end(int t) const { return t == count - 1 ? n : origin(t + 1) + halo; }
  KOKKOS_FORCEINLINE_FUNCTION bool at_low(int t) const { return !periodic && t == 0; }
  KOKKOS_FORCEINLINE_FUNCTION bool at_high(int t) const { return !periodic && t == count - 1; }
  /// Cell `i`, which a tile loads, as a cell of the grid.
  KOKKOS_FORCEINLINE_FUNCTION int wrap(int i) const {
    if (periodic) i = i < 0 ? i + n : i >= n ? i - n : i;
    return i;
  }
};

/// Which columns of tiles, and which of their planes, a block sweeps. As many whole columns as there are blocks come
/// first, so that neighbours are at the same plane at the same time; the planes of those that are left, counted through
/// all of them, are shared out so that all blocks end together.
struct ColumnShares {
  static constexpr int max_blocks = 2048;
  int columns = 1;
  int planes = 1;
  int blocks = 1;
  int first[max_blocks + 1] = {};  ///< the left-over plane that each block begins at

  struct Part {
    int column, begin, end;
  };

  /// Whole columns of each block.
  KOKKOS_FORCEINLINE_FUNCTION int whole() const { return columns / blocks; }
  /// The left-over part that begins at plane `at`, of a block that ends at `last`.
  KOKKOS_FORCEINLINE_FUNCTION Part part(int at, int last) const {
    int const column = at / planes;
    int const begin = at - column * planes;
    int const end = last - at < planes - begin ? begin + last - at : planes;
    return {whole() * blocks + column, begin, end};
  }

  /// Shares out the columns: `cost(column)` is what a plane of it costs, and `lag` how many more planes than it stores
  /// a part takes.
  template <class Cost>
  void share(int lag, Cost const& cost) {
    double low = 0, high = 0;
    for (int c = 0; c < columns; ++c) high += cost(c) * (planes + lag);
    for (int c = 0; c < columns; ++c) high = high < cost(c) * (planes + lag) * 2 ? cost(c) * (planes + lag) * 2 : high;
    for (int round = 0; round < 50; ++round) {
      double const middle = (low + high) / 2;
      (deal(middle, lag, cost) ? high : low) = middle;
    }
    deal(high, lag, cost);
  }

 private:
  /// Lets every block take left-over planes until it has work of cost `each`. Whether nothing is left.
  template <class Cost>
  bool deal(double each, int lag, Cost const& cost) {
    int const left = columns % blocks * planes;
    int at = 0;
    for (int b = 0; b < blocks; ++b) {
      first[b] = at;
      double room = each;
      for (int w = 0; w < whole(); ++w) room -= cost(b + w * blocks) * (planes + lag);
      while (at < left) {
        double const plane = cost(whole() * blocks + at / planes);
        int const take = static_cast<int>(room / plane) - lag;
        int const rest = planes - at % planes;
        if (take <= 0) break;
        at += take < rest ? take : rest;
        room -= plane * ((take < rest ? take : rest) + lag);
      }
    }
    first[blocks] = at;
    return at >= left;
  }
};

}  // namespace tessera::detail
