// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Text files that people and other programs write: words, numbers, lines with their numbers.
namespace tessera::detail {

/// The text of a file, without the mark that some editors put in front of UTF-8. Throws `InputError` if there is no
/// such file, if it is a folder or cannot be read, or if it is in UTF-16.
[[nodiscard]] std::string read_text(std::filesystem::path const& path);

/// `text` without spaces, tabs and carriage returns at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// `text` in small letters.
[[nodiscard]] std::string lower(std::string_view text);

/// The number that all of `text` is; "nan" and "inf" are numbers, too. What is too large for a double is infinity: the
/// lowest double, rounded to fewer digits, is such a text.
[[nodiscard]] std::optional<double> number_in(std::string_view text);

/// ` is not a number` with the word in front, and what may be done if it holds a decimal comma.
[[nodiscard]] std::string no_number_text(std::string_view word);

/// "terrain.asc:12".
[[nodiscard]] std::string place_in(std::filesystem::path const& path, long line);

/// One line of a table.
struct TableLine {
  long number;                      ///< in the file, from 1
  std::vector<std::string> fields;  ///< trimmed, without the quotes around them
  bool by_blanks = false;           ///< blanks separate them, and no other sign
};

/// The lines of a table that are neither empty nor comments (#), split at the first of `; tab ,` that a line has, or at
/// spaces if it has none of these and `spaces` are allowed. A field may stand in quotes, as in RFC 4180: separators in
/// it are text, and two quotes stand for one. A field goes on over no line's end.
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view text, bool spaces);

/// Why a table that is written can have no column of this name; none if it can.
[[nodiscard]] std::optional<std::string> column_name_fault(std::string_view name);

/// What stands in round or square brackets at the end of a header's field: the unit in "rain (mm/h)". Empty if none.
[[nodiscard]] std::string_view unit_in_header(std::string_view field);

/// The last word of a header's field that stands in no brackets, if it is a unit: "mm/h" in "rain mm/h", "h" in
/// "time_h". Empty if it is none, or if the field is one word.
[[nodiscard]] std::string_view bare_unit_in_header(std::string_view field);

/// The fields of a header that blanks separate, "time (h) rain (mm / d)", as those of a table of two columns: each ends
/// with its brackets, in which blanks are text. Without two columns, the words.
[[nodiscard]] std::vector<std::string> header_columns(std::vector<std::string> const& words);

}  // namespace tessera::detail
