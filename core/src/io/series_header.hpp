// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/run/units.hpp"
#include "text_input.hpp"

namespace tessera::detail {

/// What the header of a series' file tells.
struct SeriesHeader {
  double time_unit = 1;    ///< s
  bool dates = false;      ///< it says UTC, so times are dates
  std::string unit = {};   ///< of the values; empty if it tells none
  UnitChange change = {};  ///< from there to the unit that is wanted
};

/// Whether the first line of a table is a header: it begins with no number.
[[nodiscard]] bool is_series_header(TableLine const& line);

/// The last of the comments that a text begins with, if it is a header with units, as numpy.savetxt writes it.
[[nodiscard]] std::optional<TableLine> header_in_comment(std::string_view text);

/// Reads the header in `line` of the file at `path`, for values that are wanted in the unit `wanted` (empty: in any).
/// Throws `InputError` with the line: too many columns, units of other kinds, units that are not in brackets.
[[nodiscard]] SeriesHeader read_series_header(std::filesystem::path const& path, TableLine const& line,
                                              std::string const& wanted);

}  // namespace tessera::detail
