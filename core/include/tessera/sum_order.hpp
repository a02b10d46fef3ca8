// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <Kokkos_Macros.hpp>

namespace tessera::detail {

/// The order in which something of all cells is added up, which follows from the grid alone and not from who does it.
/// Rows are cut into pieces, and pieces that follow one another make a group. Cell i of a piece belongs to lane i mod
/// 32 of its group; lanes add up to groups, in order, and so do groups, 64 at a time. Pieces are short, since there may
/// be rows all of whose cells are dear, those at a side of the domain.
class SumOrder {
 public:
  static constexpr int lanes = 32;
  static constexpr int fan = 64;

  SumOrder(std::int64_t rows, int cells_of_row)
      : m_pieces((cells_of_row + most_cells - 1) / most_cells),
        m_cells(cells_of_row),
        m_all(rows * m_pieces),
        m_of_group(std::max<std::int64_t>(1, (m_all + enough_groups - 1) / enough_groups)) {}

  [[nodiscard]] std::int64_t groups() const { return (m_all + m_of_group - 1) / m_of_group; }
  /// Work items of the first stage: lanes on devices; groups on hosts, which add up their lanes at once.
  [[nodiscard]] std::int64_t items(bool host) const { return host ? groups() : groups() * lanes; }

  /// Calls `f(row, begin, end)` for each piece of a group: cells [begin, end) of a row.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(std::int64_t group, F const& f) const {
    std::int64_t const next = (group + 1) * m_of_group, end = next < m_all ? next : m_all;
    for (std::int64_t piece = group * m_of_group; piece < end; ++piece) {
      int const begin = static_cast<int>(piece % m_pieces) * most_cells;
      f(piece / m_pieces, begin, begin + most_cells < m_cells ? begin + most_cells : m_cells);
    }
  }

 private:
  static constexpr int most_cells = 128;       // of a piece
  static constexpr int enough_groups = 16384;  // to keep any machine busy

  int m_pieces;  // of a row
  int m_cells;   // of a row
  std::int64_t m_all;
  std::int64_t m_of_group;
};

}  // namespace tessera::detail
