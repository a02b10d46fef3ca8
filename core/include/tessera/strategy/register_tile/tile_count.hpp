// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace tessera {

// Arithmetic of overlapping tiles along an axis, for kernels and for the cost model.

/// The most cells of the swept axis, 2^20: the work partition counts planes through all left-over columns of up to 1024
/// blocks in an int.
inline constexpr int most_swept_cells = 1 << 20;

/// The least multiple of `unit` that is not less than `n` (both positive, or n = 0).
constexpr int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

/// Cells from the beginning of a tile of `extent` cells to the next one, with a halo of `halo` cells at each side,
/// rounded down to multiples of `unit` cells. Needs extent >= 2 halo + unit.
constexpr int tile_stride(int extent, int halo, int unit) { return (extent - 2 * halo) / unit * unit; }

/// Number of tiles of `extent` cells along an axis of `n` cells. Along a periodic axis each stores `stride` cells.
/// Otherwise the first and last one also store their outer halo. Needs n >= extent.
constexpr int tile_count(int n, int extent, int stride, bool periodic) {
  int const rest = n - (periodic ? stride : extent);
  return rest > 0 ? 2 + (rest - 1) / stride : 1;
}

/// Relative cost of a cell in a tile of several blocks, which wait for each other. Measured
/// (docs/time_tiling_trials.md).
inline constexpr double in_cluster = 1.05;

/// Number of blocks, one after another along an axis of `n` cells, that form a tile: one, or `most` (at least 1) if
/// that is faster, since less is halo. `extent`, `halo`: of a tile of one block.
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
