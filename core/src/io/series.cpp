// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "missing_value.hpp"
#include "series_header.hpp"
#include "tessera/error.hpp"
#include "tessera/io/files.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

namespace {

using namespace detail;

std::string seconds_text(double seconds) { return human_number(seconds, 12) + " s"; }

std::string span_text(double from, double to) { return seconds_text(from) + " to " + seconds_text(to); }

/// Reads the lines of a series' file.
class SeriesReader {
 public:
  SeriesReader(std::filesystem::path const& path, std::optional<double> reference, SeriesCheck const& check,
               std::string const& wanted)
      : m_path(path), m_reference(reference), m_check(check), m_wanted(wanted) {}

  Series read() {
    std::string const text = read_text(m_path);
    std::vector<TableLine> const lines = table_lines(text, true);
    auto line = lines.begin();
    if (line != lines.end() && is_series_header(*line)) {
      m_header = read_series_header(m_path, *line++, m_wanted);
    } else if (auto const header = header_in_comment(text)) {
      m_header = read_series_header(m_path, *header, m_wanted);
    }
    for (; line != lines.end(); ++line) take(*line);
    if (m_times.empty()) throw InputError(m_path.string() + ": it holds no row of a time and a value");
    for (double& value : m_values) value = m_header.change(value);
    return {std::move(m_times), std::move(m_values), m_path.string(), m_wanted.empty() ? m_header.unit : m_wanted};
  }

 private:
  [[noreturn]] void refuse(TableLine const& line, std::string const& message) const {
    throw InputError(place_in(m_path, line.number) + ": " + message);
  }

  /// The time of a row; a date if `field` is one. A date and a time of day may be separate words.
  double time_of(TableLine const& line, std::string_view field) {
    auto const number = number_in(field);
    auto const date = number ? std::nullopt : parse_iso_time(field);
    if (!number && !date) refuse(line, no_number_text(field) + ", nor a date such as 2026-11-21T18:00:00Z");
    if (number && m_header.dates) refuse(line, "the header says UTC, so a date is needed, not " + std::string(field));
    if (date && !m_reference) {
      refuse(line, "times are dates, so the run needs to know when its time is 0; set time.reference, such as \"" +
                       iso_time_text(*date) + "\"");
    }
    if (!m_times.empty() && m_dates != date.has_value()) refuse(line, "some times are dates and some are numbers");
    m_dates = date.has_value();
    return date ? *date - *m_reference : *number * m_header.time_unit;
  }

  /// The value of a row.
  double value_of(TableLine const& line) const {
    std::string const& field = line.fields.back();
    if (field.empty()) refuse(line, gap_text("an empty field"));
    auto const value = number_in(field);
    if (!value) refuse(line, no_number_text(field));
    if (std::isinf(*value)) refuse(line, "NaN and infinity cannot be used");
    if (is_customary_marker(*value)) refuse(line, gap_text(field));
    auto const fault = m_check ? m_check(*value, m_header.unit) : std::nullopt;
    if (fault) refuse(line, *fault);
    return *value;
  }

  void take(TableLine const& line) {
    std::size_t const columns = line.fields.size();
    bool const split_date = columns == 3 && line.fields[1].find(':') != std::string_view::npos;
    if (columns != 2 && !split_date) {
      refuse(line, "it has " + std::to_string(columns) + (columns == 1 ? " column" : " columns") +
                       "; two are needed, a time and a value");
    }
    std::string const field = line.fields[0] + (split_date ? " " + line.fields[1] : "");
    double const time = time_of(line, field);
    double const value = value_of(line);
    if (!std::isfinite(time)) refuse(line, "NaN and infinity cannot be used");
    if (!m_times.empty() && !(time > m_times.back())) {
      refuse(line, "times must increase, but " + field + (time == m_times.back() ? " is there twice" : " comes late") +
                       "; sort the rows by time and keep one of each");
    }
    m_times.push_back(time);
    m_values.push_back(value);
  }

  std::filesystem::path const& m_path;
  std::optional<double> m_reference;
  SeriesCheck const& m_check;
  std::string const& m_wanted;
  SeriesHeader m_header;
  bool m_dates = false;
  std::vector<double> m_times, m_values;
};

}  // namespace

Series::Series(std::vector<double> times, std::vector<double> values, std::string label, std::string unit)
    : m_times(std::move(times)), m_values(std::move(values)), m_label(std::move(label)), m_unit(std::move(unit)) {
  if (m_times.empty() || m_times.size() != m_values.size()) {
    throw InputError(m_label + ": " + std::to_string(m_times.size()) + " times and " + std::to_string(m_values.size()) +
                     " values make no series");
  }
  for (std::size_t n = 0; n < m_times.size(); ++n) {
    bool const increases = n == 0 || m_times[n] > m_times[n - 1];
    if (increases && std::isfinite(m_times[n]) && std::isfinite(m_values[n])) continue;
    throw InputError(m_label + ": pair " + std::to_string(n + 1) + " (" + seconds_text(m_times[n]) + ", " +
                     human_number(m_values[n]) + "): times must increase, and all must be finite");
  }
}

double Series::at(double time) const {
  require_covers(time, time);
  auto const after = std::upper_bound(m_times.begin(), m_times.end(), time);
  if (after == m_times.end()) return m_values.back();
  auto const n = static_cast<std::size_t>(after - m_times.begin()) - 1;
  double const share = (time - m_times[n]) / (m_times[n + 1] - m_times[n]);
  return m_values[n] + (m_values[n + 1] - m_values[n]) * share;
}

void Series::require_covers(double from, double to) const {
  if (from >= first() && to <= last()) return;
  throw InputError(m_label + ": the series covers " + span_text(first(), last()) + ", but the run needs " +
                   (from == to ? seconds_text(from) : span_text(from, to)) +
                   "; add rows to it, or let the run end within it");
}

Series Series::scaled(double factor, std::string unit) const {
  Series result = *this;
  for (double& value : result.m_values) value *= factor;
  result.m_unit = std::move(unit);
  return result;
}

Series read_series(std::filesystem::path const& path, std::optional<double> reference, SeriesCheck const& check,
                   std::string const& unit) {
  return SeriesReader(path, reference, check, unit).read();
}

}  // namespace tessera
