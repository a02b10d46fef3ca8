// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/curve.hpp"

#include <cmath>

#include "missing_value.hpp"
#include "tessera/error.hpp"
#include "tessera/run/units.hpp"
#include "text_input.hpp"

namespace tessera {

namespace {

using namespace detail;

/// Reads the lines of a curve's file.
class CurveReader {
 public:
  CurveReader(std::filesystem::path const& path, std::string const& argument_unit, std::string const& value_unit)
      : m_path(path), m_units{argument_unit, value_unit} {}

  Curve read() {
    std::vector<TableLine> const lines = table_lines(read_text(m_path), true);
    auto line = lines.begin();
    if (line != lines.end() && !number_in(line->fields[0])) take_header(*line++);
    for (; line != lines.end(); ++line) take(*line);
    if (m_curve.arguments.size() < 2) throw InputError(m_path.string() + ": a curve needs two rows at least");
    return std::move(m_curve);
  }

 private:
  [[noreturn]] void refuse(TableLine const& line, std::string const& message) const {
    throw InputError(place_in(m_path, line.number) + ": " + message);
  }

  void require_two(TableLine const& line, std::size_t columns) const {
    if (columns != 2) refuse(line, "it has " + std::to_string(columns) + " columns; two are needed");
  }

  void take_header(TableLine const& line) {
    std::vector<std::string> const columns = line.by_blanks ? header_columns(line.fields) : line.fields;
    require_two(line, columns.size());
    for (std::size_t column = 0; column < 2; ++column) {
      try {
        m_changes[column] = unit_change(unit_in_header(columns[column]), m_units[column]);
      } catch (InputError const& error) {
        refuse(line, error.what());
      }
    }
  }

  double number(TableLine const& line, std::size_t column) const {
    std::string const& field = line.fields[column];
    auto const value = number_in(field);
    if (!value) refuse(line, no_number_text(field));
    if (!std::isfinite(*value) || is_customary_marker(*value)) {
      refuse(line, field + " marks a missing value, which a curve cannot have; leave the row out");
    }
    return m_changes[column](*value);
  }

  void take(TableLine const& line) {
    require_two(line, line.fields.size());
    double const argument = number(line, 0), value = number(line, 1);
    if (!m_curve.arguments.empty() && !(argument > m_curve.arguments.back())) {
      refuse(line, line.fields[0] + " does not come after the row before; sort the rows by the first column");
    }
    if (value < (m_curve.values.empty() ? 0 : m_curve.values.back())) {
      refuse(line, line.fields[1] + (m_curve.values.empty() ? " is negative" : " is less than in the row before") +
                       "; the second column must not fall, nor be negative");
    }
    m_curve.arguments.push_back(argument);
    m_curve.values.push_back(value);
  }

  std::filesystem::path const& m_path;
  std::string m_units[2];
  UnitChange m_changes[2];
  Curve m_curve;
};

}  // namespace

Curve read_rising_curve(std::filesystem::path const& path, std::string const& argument_unit,
                        std::string const& value_unit) {
  return CurveReader(path, argument_unit, value_unit).read();
}

}  // namespace tessera
