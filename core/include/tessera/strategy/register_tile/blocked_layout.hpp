// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "tessera/storage/plane_layout.hpp"
#include "tessera/strategy/register_tile/tile_axis.hpp"

namespace tessera::detail {

/// How a plane lies in memory between two launches: in layout along x, as wide as what a tile stores, each with all its
/// rows one after another. What a tile moves of a plane is then one piece of memory for each block that it touches, and
/// not one for each row, for which memory gives less (docs/register_tiles.md). The cells before the first block and
/// after the last one are layout as well, which stand behind the others. All of them take no more room than the rows of
/// a field do.
struct BlockedLayout {
  int width = 0;      ///< cells of a block
  int lead = 0;       ///< cells before the first block
  int count = 0;      ///< layout
  int rest = 0;       ///< cells after the last one
  int rows = 0;       ///< of a plane
  PlaneLayouts used;  ///< by a launch

  BlockedLayout() = default;
  /// For tiles along an axis that is not periodic, of whose cells they store all, and `row_count` rows.
  BlockedLayout(TileAxis const& x, int row_count, PlaneLayouts const& launch)
      : width(x.stride),
        lead(x.halo),
        count((x.n - x.halo) / x.stride),
        rest(x.n - x.halo - count * x.stride),
        rows(row_count),
        used(launch) {}

  /// Where a cell stands, counted from the plane's first one, and the cells from row to row.
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
  /// In row `j` of a block that `before` cells of each row stand before.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Place at(int before, int stride, int inside, int j) const {
    return {std::ptrdiff_t{rows} * before + std::ptrdiff_t{j} * stride + inside, stride};
  }
};

}  // namespace tessera::detail
