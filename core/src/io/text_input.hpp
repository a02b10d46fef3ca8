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

/// The bytes of a file. Throws `InputError` if there is none, if it is a folder or cannot be read.
[[nodiscard]] std::string read_text(std::filesystem::path const& path);

/// `text` without spaces, tabs and carriage returns at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// `text` in small letters.
[[nodiscard]] std::string lower(std::string_view text);

/// The number that all of `text` is; "nan" and "inf" are numbers, too.
[[nodiscard]] std::optional<double> number_in(std::string_view text);

/// ` is not a number` with the word in front, and what may be done if it holds a decimal comma.
[[nodiscard]] std::string no_number_text(std::string_view word);

/// "terrain.asc:12".
[[nodiscard]] std::string place_in(std::filesystem::path const& path, long line);

/// One line of a table.
struct TableLine {
  long number;                           ///< in the file, from 1
  std::vector<std::string_view> fields;  ///< trimmed
};

/// The lines of a table that are neither empty nor comments (#), split at the first of `; tab ,` that a line has, or at
/// spaces if it has none of these and `spaces` are allowed. They point into `text`.
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view text, bool spaces);

/// What stands in round or square brackets at the end of a header's field: the unit in "rain (mm/h)". Empty if none.
[[nodiscard]] std::string_view unit_in_header(std::string_view field);

}  // namespace tessera::detail
