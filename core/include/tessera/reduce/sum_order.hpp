// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "tessera/backend/macros.hpp"

namespace tessera::detail {

/// The order of a sum over cells, which depends on the grid alone, not on the threads. Rows are cut into pieces, and
/// consecutive pieces form a group. Cell i of a piece belongs to lane i mod 32 of its group; a lane adds its cells in
/// order. Pieces are short, because the rows at a side of the domain may be more expensive than others. Lanes add up to
/// groups in order, and groups likewise, 64 at a time (reduce/stage_reductions.hpp); for norms see NormOrder.
class SumOrder {
 public:
  static constexpr int lanes = 32;
  static constexpr int fan = 64;
  static constexpr int most_cells = 128;  ///< of a piece

  /// With enough groups to fill any machine, one work item per lane.
  SumOrder(std::int64_t rows, int cells_of_row, int most_groups = 16384)
      : m_pieces((cells_of_row + most_cells - 1) / most_cells),
        m_cells(cells_of_row),
        m_all(rows * m_pieces),
        m_of_group(static_cast<int>(std::max<std::int64_t>(1, (m_all + most_groups - 1) / most_groups))) {}

  [[nodiscard]] std::int64_t groups() const { return (m_all + m_of_group - 1) / m_of_group; }
  /// Work items of the first kernel: lanes on devices; groups on hosts, which add up their lanes at once.
  [[nodiscard]] std::int64_t items(bool host) const { return host ? groups() : groups() * lanes; }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::int64_t first_row(std::int64_t group) const {
    return group * m_of_group / m_pieces;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int first_of_row(std::int64_t group) const {
    return static_cast<int>(group * m_of_group % m_pieces) * most_cells;
  }
  /// Calls `f(row, begin, end)` for each piece of a group: cells [begin, end) of a row. There may be none.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(std::int64_t group, F const& f) const {
    std::int64_t const left = m_all - group * m_of_group;
    std::int64_t row = first_row(group);
    int begin = first_of_row(group);
    TESSERA_NO_UNROLL
    for (int n = left < m_of_group ? static_cast<int>(left) : m_of_group; n > 0; --n) {
      bool const last = m_cells - begin <= most_cells;
      f(row, begin, last ? m_cells : begin + most_cells);
      begin = last ? 0 : begin + most_cells;
      row += last ? 1 : 0;
    }
  }

 private:
  int m_pieces;  // of a row
  int m_cells;   // of a row
  std::int64_t m_all;
  int m_of_group;
};

/// The order of norms: lanes l, l + 4, ..., l + 28 of a group are added in order for each l < 4, then these four, then
/// 16 groups, a fan, and then fans. A team of a device takes a fan, with 32 threads per group; all teams run at once on
/// a large device.
struct NormOrder {
  static constexpr int fan = 16;
  static constexpr int most_groups = 4096;
};

}  // namespace tessera::detail
