// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

namespace tessera::detail {

/// Cells [begin, end) of a row.
struct Range {
  int begin, end;
};

/// The intersection of two ranges.
KOKKOS_FORCEINLINE_FUNCTION Range common(Range const& a, Range const& b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

/// `cells` rounded to whole cache lines of `line` cells.
KOKKOS_FORCEINLINE_FUNCTION int lines_up(int cells, int line) { return (cells + line - 1) / line * line; }
KOKKOS_FORCEINLINE_FUNCTION int lines_down(int cells, int line) { return cells / line * line; }

/// The part of the rows of a tile for streaming stores: whole cache lines, one segment at a time.
struct RowSegments {
  Range all{0, 0};
  int size = 0;         ///< cells per segment (the last may be shorter); 0: no streaming
  bool ghosts = false;  ///< the segments include x ghosts and padding

  /// Splits a range into segments of at most `most` cells, of about equal length in lines of `line` cells.
  KOKKOS_FUNCTION static RowSegments split(Range const& range, int line, int most, bool with_ghosts) {
    int const length = range.end - range.begin;
    if (length <= 0) return {};
    int const count = (length + most - 1) / most;
    return {range, lines_up((length + count - 1) / count, line), with_ghosts};
  }
};

}  // namespace tessera::detail
