// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <string>
#include <string_view>

// Numbers that stand for a value which is not there.
namespace tessera::detail {

/// What an ESRI ASCII grid that names no `nodata_value` means by no data; loggers write it too.
inline constexpr double usual_marker = -9999;

/// What NetCDF fills floats and doubles with where nothing was written (NC_FILL_DOUBLE in netcdf.h).
inline constexpr double netcdf_fill = 9.969209968386869e36;

/// What no quantity is, in any unit: only markers are larger, such as the lowest float (-3.4e38) and double (-1.8e308).
inline constexpr double beyond_values = 1e30;

/// Whether a stored value is `marker`; NaN is if the marker is NaN. The texts of both may have been rounded
/// differently: a marker beyond all values stands for all of its sign.
inline bool is_marker(double stored, double marker) {
  if (std::isnan(marker)) return std::isnan(stored);
  if (std::abs(marker) >= beyond_values) return std::abs(stored) >= beyond_values && (stored < 0) == (marker < 0);
  return std::abs(stored - marker) <= 1e-6 * std::abs(marker);
}

/// Whether a value is a customary marker, in a file that has no place to declare one: NaN; -999, -999.9, -999.99; -9999
/// and -99999 with any digits behind the point; the least 16-bit integers, -32767 and -32768; 1e20 and more, which
/// includes NetCDF's fill.
inline bool is_customary_marker(double value) {
  if (std::isnan(value) || std::abs(value) >= (1 - 1e-6) * 1e20) return true;
  double const whole = std::trunc(value);
  if (whole == usual_marker || whole == -99999) return true;
  for (double const marker : {-999.0, -999.9, -999.99, -32767.0, -32768.0}) {
    if (is_marker(value, marker)) return true;
  }
  return false;
}

/// Whether a value that is absurd where it stands is a marker: 9999 or 99999.
inline bool is_marker_if_absurd(double value) {
  double const whole = std::trunc(value);
  return whole == 9999 || whole == 99999;
}

/// What is wrong with a row of a series that holds a marker, with the remedy.
inline std::string gap_text(std::string_view shown) {
  return std::string(shown) +
         " marks a missing value, which a series cannot have; write the value, or leave the row out: a series is "
         "linear "
         "between rows";
}

}  // namespace tessera::detail
