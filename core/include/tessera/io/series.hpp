// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A value that changes in time: linear between given moments, nothing outside of them.
class Series {
 public:
  /// `times` in seconds, strictly increasing; at least one, all finite. `label` names the series in messages.
  /// Throws `InputError` that names the first pair that is wrong.
  Series(std::vector<double> times, std::vector<double> values, std::string label, std::string unit = {});

  /// The value at `time` (s). Throws `InputError` outside of [first, last].
  [[nodiscard]] double at(double time) const;
  /// Throws `InputError`, with both spans and the remedy, unless all of [from, to] (s) is within the series.
  void require_covers(double from, double to) const;
  /// The same series with all values times `factor`, in another unit.
  [[nodiscard]] Series scaled(double factor, std::string unit) const;

  /// The moments (s) and their values, as plain arrays: what a kernel interpolates in. With t[n] <= t < t[n + 1],
  /// `at` is v[n] + (v[n + 1] - v[n]) * ((t - t[n]) / (t[n + 1] - t[n])).
  [[nodiscard]] std::vector<double> const& times() const noexcept { return m_times; }
  [[nodiscard]] std::vector<double> const& values() const noexcept { return m_values; }
  [[nodiscard]] double first() const noexcept { return m_times.front(); }
  [[nodiscard]] double last() const noexcept { return m_times.back(); }
  /// The unit of the values: the one that `read_series` was asked for, else the one that the file's header tells in
  /// brackets; empty if it tells none.
  [[nodiscard]] std::string const& unit() const noexcept { return m_unit; }
  [[nodiscard]] std::string const& label() const noexcept { return m_label; }

 private:
  std::vector<double> m_times, m_values;
  std::string m_label, m_unit;
};

/// Says of a value in the unit of a file, which is empty if the file tells none, why it cannot be used; none if it can.
using SeriesCheck = std::function<std::optional<std::string>(double value, std::string const& unit)>;

/// Reads a series from a text file of two columns, time and value, separated by a comma, semicolon, tab or spaces.
/// Lines that begin with # are comments; one header line may come first, with units in brackets: "time (h), rain
/// (mm/h)". Times are seconds unless the header says another unit, or all are ISO 8601 dates ("2026-11-21T18:00:00Z",
/// UTC unless they say an offset); then `reference` (seconds since 1970, see `parse_iso_time`) is time 0 of the run.
/// Throws `InputError` that names file and line: not two columns, not numbers, not finite, a value that marks a missing
/// one (empty, NaN, -999, -9999, -99999, -32768, 1e20 and more), times that do not increase, dates without `reference`,
/// a unit of time that is not known, a value that `check` finds wrong.
///
/// With `unit`, values are wanted in it: those that the header says to be in another one are converted (`unit_change`),
/// and a unit of another kind is refused, as one that is not in brackets. Without it they stay as they are.
[[nodiscard]] Series read_series(std::filesystem::path const& path, std::optional<double> reference = std::nullopt,
                                 SeriesCheck const& check = {}, std::string const& unit = {});

/// Seconds since 1970-01-01T00:00:00Z of an ISO 8601 date with or without a time: "2026-11-21", "2026-11-21 18:00",
/// "2026-11-21T18:00:00.5Z", "2026-11-21T18:00+01:00". Without an offset it is UTC. None if it is not of that kind.
[[nodiscard]] std::optional<double> parse_iso_time(std::string_view text);

/// The other way, to whole seconds: "2026-11-21T18:00:00Z".
[[nodiscard]] std::string iso_time_text(double seconds_since_1970);

}  // namespace tessera
