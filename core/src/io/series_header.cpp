// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "series_header.hpp"

#include <algorithm>

#include "run/udunits.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"

namespace tessera::detail {

namespace {

std::vector<std::string> columns_of(TableLine const& line) {
  return line.by_blanks ? header_columns(line.fields) : line.fields;
}

bool is_date_unit(std::string_view unit) { return unit == "UTC" || unit == "GMT"; }

/// Reads one header.
class HeaderReader {
 public:
  HeaderReader(std::filesystem::path const& path, TableLine const& line, std::string const& wanted)
      : m_path(path), m_line(line), m_wanted(wanted) {}

  SeriesHeader read() {
    std::vector<std::string> const columns = columns_of(m_line);
    require_two(columns);
    if (m_line.by_blanks && m_line.fields.size() > 2) require_no_bare_words();
    for (std::size_t n = 0; n < columns.size(); ++n) {
      bool const time = n + 1 < columns.size();
      std::string_view const unit = unit_in_header(columns[n]);
      if (time) take_time_unit(unit);
      if (!time) m_header.unit = unit;
      if (!m_line.by_blanks) require_no_bare_unit(columns[n], bare_unit_in_header(columns[n]), time ? "s" : m_wanted);
    }
    if (!m_wanted.empty()) m_header.change = change_of(m_header.unit, m_wanted, "its values");
    return m_header;
  }

 private:
  [[noreturn]] void refuse(std::string const& message) const {
    throw InputError(place_in(m_path, m_line.number) + ": " + message);
  }

  /// Three are right if they are a date, a time of day and a value.
  void require_two(std::vector<std::string> const& columns) const {
    auto const may_be_date = [](std::string_view unit) { return unit.empty() || is_date_unit(unit); };
    bool const date =
        columns.size() == 3 && may_be_date(unit_in_header(columns[0])) && may_be_date(unit_in_header(columns[1]));
    if (columns.size() <= 2 || date) return;
    refuse("the header has " + std::to_string(columns.size()) + " columns; two are needed, a time and a value");
  }

  void take_time_unit(std::string_view unit) {
    if (is_date_unit(unit)) m_header.dates = true;
    if (unit.empty() || is_date_unit(unit)) return;
    auto const seconds = parse_duration("1 " + std::string(unit));  // needs no library
    m_header.time_unit = seconds ? *seconds : change_of(unit, "s", "its times").factor;
  }

  UnitChange change_of(std::string_view told, std::string_view wanted, char const* what) const {
    try {
      return unit_change(told, wanted);
    } catch (InputError const& error) {
      refuse(std::string(what) + ": " + error.what());
    }
  }

  /// A unit without brackets would be taken for a part of the name, and the values for being in another unit.
  void require_no_bare_unit(std::string_view column, std::string_view unit, std::string_view wanted) const {
    if (unit.empty() || unit == wanted || wanted.empty()) return;
    refuse("\"" + std::string(column) + "\" seems to tell the unit \"" + std::string(unit) +
           "\"; write it in brackets, (" + std::string(unit) + "), or name the column otherwise");
  }
  void require_no_bare_words() const {
    int depth = 0;
    for (std::string const& word : m_line.fields) {
      bool const name = depth == 0 && !word.starts_with('(') && !word.starts_with('[');
      if (name && is_unit(word)) require_no_bare_unit(word, word, m_wanted);
      for (char const c : word) depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
  }

  std::filesystem::path const& m_path;
  TableLine const& m_line;
  std::string const& m_wanted;
  SeriesHeader m_header;
};

}  // namespace

bool is_series_header(TableLine const& line) {
  std::string_view const first = line.fields[0];
  return !number_in(first) && !first.empty() && std::string_view("+-.0123456789").find(first[0]) == first.npos;
}

std::optional<TableLine> header_in_comment(std::string_view text) {
  std::optional<TableLine> found;
  for (long number = 1; text.starts_with('#'); ++number) {
    auto const end = std::min(text.find('\n'), text.size());
    std::vector<TableLine> const lines = table_lines(text.substr(1, end - 1), true);
    text.remove_prefix(std::min(end + 1, text.size()));
    found.reset();
    if (lines.empty()) continue;
    std::vector<std::string> const columns = columns_of(lines[0]);
    bool const units =
        std::any_of(columns.begin(), columns.end(), [](auto const& column) { return is_unit(unit_in_header(column)); });
    if (columns.size() == 2 && units) found = TableLine{number, lines[0].fields, lines[0].by_blanks};
  }
  return found;
}

SeriesHeader read_series_header(std::filesystem::path const& path, TableLine const& line, std::string const& wanted) {
  return HeaderReader(path, line, wanted).read();
}

}  // namespace tessera::detail
