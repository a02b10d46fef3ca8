// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_part.hpp"
#include "tessera/strategy/team/tile_rows.hpp"

namespace tessera::detail {

/// Host rows of a tile for a stage on a box of the grid, or on faces, edges or nodes: as for whole grids. Ghosts are
/// filled after the sweep.
template <class WholeStage>
class TileRows<BoundPart<WholeStage, -1, NoMask>> : public TileRows<WholeStage> {
 public:
  using TileRows<WholeStage>::TileRows;
};

/// Host rows for a stage that leaves cells of its box unchanged: a loop over the cells of a row with the parity of the
/// stage; for a mask alone, over all of them, each of which is stored (BoundPart::selects). No streaming stores, since
/// cache lines are written in part.
template <class WholeStage, int Colour, class Mask>
class TileRows<BoundPart<WholeStage, Colour, Mask>> {
 public:
  using Bound = BoundPart<WholeStage, Colour, Mask>;
  using Accumulator = typename Bound::Accumulator;

  KOKKOS_FORCEINLINE_FUNCTION TileRows(Bound const& bound, Tile const& tile, bool)
      : m_bound(bound), m_cells{tile.lo[0], tile.hi[0]} {}

  /// Computes and stores the cells of row (j, k). A team is one thread, so there is one lane.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int j, int k, int, int) {
    if constexpr (Bound::selects) {
      select_cells(m_bound.with_all_kept(), rows, m_cells, j, k);
    } else if constexpr (Accumulator::size == 0) {
      update_cells(m_bound, rows, m_cells, j, k);
    } else {
      for (int i = m_cells.begin; i < m_cells.end; ++i) m_bound.update(rows, i, j, k, m_accumulator);
    }
  }

  /// Merges the accumulators of the rows.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void merge(TeamType const& team) const {
    m_bound.merge(team, m_accumulator);
  }

 private:
  /// A loop over all cells, marked or not. It takes copies, which stores cannot alias.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void select_cells(Bound const stage, Rows const rows, Range cells, int j, int k) {
#pragma omp simd
    for (int i = cells.begin; i < cells.end; ++i) stage.select(rows, i, j, k);
  }
  /// It takes copies, which stores cannot alias. Cells of one parity do not read each other.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_cells(Bound const stage, Rows const rows, Range cells, int j, int k) {
    constexpr int step = Colour < 0 ? 1 : 2;
    int const first = cells.begin + (Colour < 0 ? 0 : (cells.begin + j + k + stage.odd_start + Colour) & 1);
#pragma omp simd
    for (int i = first; i < cells.end; i += step) {
      if (stage.mask.marks(i, j, k)) stage.WholeStage::update(rows, i, j, k);
    }
  }

  Bound const& m_bound;
  Range m_cells;
  Accumulator m_accumulator;
};

}  // namespace tessera::detail
