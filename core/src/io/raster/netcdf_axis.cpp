// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "netcdf_axis.hpp"

#include <algorithm>
#include <cmath>

#include "run/udunits.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/units.hpp"

namespace tessera::detail {

namespace {

/// How far evenly spaced coordinates may stand from their places: what is lost by storing them as `coordinate` does, at
/// both ends of the axis and there; and a hundredth of a cell, because programs round them. More than a fifth of a
/// cell could hide that a row is missing.
double allowed_distance(NetcdfVariable const& coordinate, double step, double largest) {
  double const rounding = coordinate.floating && coordinate.bytes == 4 ? std::ldexp(1.0, -24) : std::ldexp(1.0, -53);
  return std::min(1e-2 * std::abs(step) + 2 * rounding * largest, 0.2 * std::abs(step));
}

}  // namespace

MapAxis even_axis(NetcdfContents const& contents, NetcdfVariable const& coordinate, double factor) {
  std::string const where = contents.path.string() + ": coordinate \"" + coordinate.name + "\" ";
  NetcdfValues const read = netcdf_values(contents, coordinate);
  std::vector<double> const& centres = read.values;
  std::size_t const n = centres.size();
  if (n < 2)
    throw InputError(where + "has " + std::to_string(n) + " value; two or more are needed to know the cell size");
  if (!read.missing.empty()) throw InputError(where + "has values that are missing");
  double const step = (centres[n - 1] - centres[0]) / static_cast<double>(n - 1);
  double const largest = std::max(std::abs(centres[0]), std::abs(centres[n - 1]));
  double const allowed = allowed_distance(coordinate, step, largest);
  for (std::size_t i = 0; i < n; ++i) {
    if (std::abs(centres[i] - (centres[0] + static_cast<double>(i) * step)) <= allowed && step != 0) continue;
    throw InputError(where + "is not evenly spaced (value " + std::to_string(i + 1) + " of " + std::to_string(n) +
                     ", " + human_number(centres[i], 12) + ", is not where even steps of " + human_number(step, 6) +
                     " lead); is a row missing? Resample the file to even cells, such as with gdalwarp");
  }
  double const low = std::min(centres[0], centres[n - 1]), spacing = std::abs(step);
  return {factor * (low - 0.5 * spacing), factor * spacing, step < 0};
}

double coordinate_factor(NetcdfContents const& contents, NetcdfVariable const& coordinate, RasterDraft& draft) {
  using enum RasterDraft::Coordinates;
  std::string const unit = text_of(coordinate, "units"), standard = text_of(coordinate, "standard_name");
  bool const angle = unit.empty() ? standard == "longitude" || standard == "latitude" : is_angle(unit);
  if (unit.empty() && !angle) return 1;
  draft.coordinates = angle ? degrees : metres;
  if (angle) return 1;
  for (char const* known : {"m", "metre", "metres", "meter", "meters"}) {  // needs no library
    if (unit == known) return 1;
  }
  try {
    return unit_change(unit, "m").factor;
  } catch (InputError const& error) {
    throw InputError(contents.path.string() + ": coordinate \"" + coordinate.name + "\": " + error.what());
  }
}

}  // namespace tessera::detail
