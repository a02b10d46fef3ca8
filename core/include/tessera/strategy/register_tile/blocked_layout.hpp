// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "tessera/storage/plane_layout.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"

namespace tessera::detail {

/// The blocked layout of a plane in memory between two launches: blocks along x, as wide as what a tile stores. A block
/// holds all its rows, one after another. A tile then moves one contiguous piece per block that it touches, not one per
/// row, and memory bandwidth is higher (docs/register_tiles.md). The cells before the first block and after the last
/// one form two more blocks, stored after the others. The plane takes no more memory than in rows.
struct BlockedLayout {
  int width = 0;      ///< cells of a block
  int lead = 0;       ///< cells before the first block
  int count = 0;      ///< whole blocks
  int rest = 0;       ///< cells after the last block
  int rows = 0;       ///< rows of a plane
  PlaneLayouts used;  ///< layouts that a launch reads and writes

  BlockedLayout() = default;
  /// For the tiles of an axis that is not periodic, and `row_count` rows. Tiles store all cells of the axis.
  BlockedLayout(TileAxis const& x, int row_count, PlaneLayouts const& launch)
      : width(x.stride),
        lead(x.halo),
        count((x.n - x.halo) / x.stride),
        rest(x.n - x.halo - count * x.stride),
        rows(row_count),
        used(launch) {}

  /// A cell's offset from the plane's first one, and the stride from row to row, in cells.
  struct Place {
    std::ptrdiff_t cell;
    int stride;
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Place place(int i, int j) const {
    if (i < lead) return at(count * width, lead, i, j);
    int const block = (i - lead) / width, inside = (i - lead) % width;
    return block < count ? at(block * width, width, inside, j) : at(count * width + lead, rest, inside, j);
  }

 private:
  /// Place of cell `inside` in row `j` of a block; `before`: cells per row of the blocks before it.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Place at(int before, int stride, int inside, int j) const {
    return {std::ptrdiff_t{rows} * before + std::ptrdiff_t{j} * stride + inside, stride};
  }
};

}  // namespace tessera::detail
