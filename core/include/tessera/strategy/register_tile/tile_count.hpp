// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

// How tiles that overlap cover an axis: plain arithmetic, for the kernels that sweep tiles and for the cost model that
// weighs them.

/// The most cells of the swept axis, 2^20: planes of left-over columns are counted through all of them, and blocks are
/// up to 1024 (WorkPartition), so that their number fits an int.
inline constexpr int most_swept_cells = 1 << 20;

/// The least multiple of `unit` that is not less than `n` (both positive, or n = 0).
constexpr int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

/// Cells from the beginning of a tile of `extent` cells to that of the next one, if `halo` cells at each side of it are
/// another tile's and tiles begin on multiples of `unit` cells. Needs extent >= 2 halo + unit.
constexpr int tile_stride(int extent, int halo, int unit) { return (extent - 2 * halo) / unit * unit; }

/// Tiles of `extent` cells along an axis of `n` cells. Along a periodic axis each stores `stride` cells. Elsewhere the
/// first and the last one store their outer halo as well, since nothing is beyond a face. Needs n >= extent.
constexpr int tile_count(int n, int extent, int stride, bool periodic) {
  int const rest = n - (periodic ? stride : extent);
  return rest > 0 ? 2 + (rest - 1) / stride : 1;
}

/// How much longer a cell takes in a tile of several blocks, which wait for each other. Measured
/// (docs/time_tiling_trials.md).
inline constexpr double in_cluster = 1.05;

/// How many blocks, one after another along an axis of `n` cells, make a tile of it: one, or `most` (at least 1), if
/// that takes less time, since fewer cells are computed again. `extent`, `halo`: of a tile of one block, as above.
constexpr int tile_cluster(int n, int extent, int halo, int most, bool periodic) {
  if (most == 1 || n < most * extent) return 1;
  double cells[2] = {};
  for (int several = 0; several < 2; ++several) {
    int const all = several == 1 ? most * extent : extent;
    cells[several] = static_cast<double>(tile_count(n, all, tile_stride(all, halo, 1), periodic)) * all;
  }
  return cells[1] * in_cluster < cells[0] ? most : 1;
}

}  // namespace tessera
