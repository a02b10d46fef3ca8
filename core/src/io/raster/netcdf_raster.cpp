// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <fstream>

#include "io/text_input.hpp"
#include "netcdf.hpp"
#include "raster_draft.hpp"
#include "tessera/error.hpp"

// Finds the map in a NetCDF file and puts it north up, by the CF conventions.
namespace tessera::detail {

namespace {

/// A map among a file's variables: which of its dimensions is x and which y.
struct Map {
  NetcdfVariable const* values;
  NetcdfVariable const *x, *y;
  bool transposed;  ///< x is the outer one of the two
};

NetcdfVariable const* find(NetcdfContents const& contents, std::string const& name) {
  auto const found = std::find_if(contents.variables.begin(), contents.variables.end(),
                                  [&](NetcdfVariable const& variable) { return variable.name == name; });
  return found == contents.variables.end() || name.empty() ? nullptr : &*found;
}

std::string text_of(NetcdfVariable const& variable, char const* attribute) {
  auto const found = variable.texts.find(attribute);
  return found == variable.texts.end() ? std::string() : found->second;
}

/// 'x', 'y' or ' ': which way a coordinate runs.
char direction(NetcdfVariable const& coordinate) {
  std::string const axis = lower(text_of(coordinate, "axis")), name = lower(coordinate.name);
  std::string const standard = text_of(coordinate, "standard_name"), unit = text_of(coordinate, "units");
  if (axis == "x" || axis == "y") return axis[0];
  if (standard == "projection_x_coordinate" || standard == "longitude" || unit == "degrees_east") return 'x';
  if (standard == "projection_y_coordinate" || standard == "latitude" || unit == "degrees_north") return 'y';
  if (name.starts_with("x") || name.starts_with("lon") || name.starts_with("east")) return 'x';
  if (name.starts_with("y") || name.starts_with("lat") || name.starts_with("north")) return 'y';
  return ' ';
}

/// The variable as a map; none if it is not over x and y.
std::optional<Map> map_of(NetcdfContents const& contents, NetcdfVariable const& variable) {
  std::size_t const rank = variable.shape.size();
  if (variable.text || rank < 2) return std::nullopt;
  NetcdfVariable const* const outer = find(contents, variable.dimensions[rank - 2]);
  NetcdfVariable const* const inner = find(contents, variable.dimensions[rank - 1]);
  if (outer == nullptr || inner == nullptr || outer->shape.size() != 1 || inner->shape.size() != 1) return std::nullopt;
  char const a = direction(*outer), b = direction(*inner);
  if (a == 'y' && b == 'x') return Map{&variable, inner, outer, false};
  if (a == 'x' && b == 'y') return Map{&variable, outer, inner, true};
  return std::nullopt;
}

Map choose_map(RasterSource const& source, NetcdfContents const& contents) {
  std::vector<Map> maps;
  std::string names;
  for (NetcdfVariable const& variable : contents.variables) {
    auto const map = map_of(contents, variable);
    if (!map || (!source.variable.empty() && variable.name != source.variable)) continue;
    maps.push_back(*map);
    names += (names.empty() ? "" : ", ") + variable.name;
  }
  std::string const file = source.path.string();
  if (maps.size() > 1) throw InputError(file + " holds several maps; set variable to one of them: " + names);
  if (maps.size() == 1) return maps[0];
  if (source.variable.empty()) {
    throw InputError(file + " holds no map: no variable over x and y (or longitude and latitude) with coordinates");
  }
  if (find(contents, source.variable) != nullptr) {
    throw InputError(file + ": \"" + source.variable + "\" is no map over x and y with coordinates");
  }
  std::string all;
  for (NetcdfVariable const& variable : contents.variables) {
    if (map_of(contents, variable)) all += (all.empty() ? "" : ", ") + variable.name;
  }
  throw InputError(file + " has no variable \"" + source.variable + "\"; its maps are " + (all.empty() ? "none" : all));
}

/// One axis of a map: as many cells from `origin` on, and whether the file goes downwards.
struct MapAxis {
  double origin, spacing;
  bool descending;
};

MapAxis even_axis(RasterSource const& source, NetcdfVariable const& coordinate, std::vector<double> const& centres,
                  double factor) {
  std::string const where = source.path.string() + ": coordinate \"" + coordinate.name + "\" ";
  std::size_t const n = centres.size();
  if (n < 2)
    throw InputError(where + "has " + std::to_string(n) + " value; two or more are needed to know the cell size");
  double const step = (centres[n - 1] - centres[0]) / static_cast<double>(n - 1);
  double const largest = std::max(std::abs(centres[0]), std::abs(centres[n - 1]));
  double const slack = 1e-3 * std::abs(step) + 2.4e-7 * largest;  // floats hold seven digits
  for (std::size_t i = 0; i < n; ++i) {
    if (std::abs(centres[i] - (centres[0] + static_cast<double>(i) * step)) <= slack && step != 0) continue;
    throw InputError(where + "is not evenly spaced (value " + std::to_string(i + 1) + " of " + std::to_string(n) +
                     "); resample the file to even cells, such as with gdalwarp");
  }
  double const low = std::min(centres[0], centres[n - 1]), spacing = std::abs(step);
  return {factor * (low - 0.5 * spacing), factor * spacing, step < 0};
}

/// What coordinates are multiplied by to be metres; what they are goes into `draft`.
double coordinate_factor(RasterSource const& source, NetcdfVariable const& coordinate, RasterDraft& draft) {
  using enum RasterDraft::Coordinates;
  std::string const unit = text_of(coordinate, "units");
  draft.coordinates = unit.empty() ? unknown : unit.starts_with("degree") ? degrees : metres;
  for (char const* known : {"", "m", "metre", "metres", "meter", "meters"}) {
    if (unit == known) return 1;
  }
  if (draft.coordinates == degrees) return 1;
  if (unit == "km") return 1000;
  throw InputError(source.path.string() + ": coordinate \"" + coordinate.name + "\" is in \"" + unit +
                   "\", which is not known; m and km are");
}

std::optional<double> number_of(NetcdfVariable const& variable, char const* attribute) {
  auto const found = variable.numbers.find(attribute);
  return found == variable.numbers.end() ? std::nullopt : std::optional(found->second);
}

void require_one_map(RasterSource const& source, NetcdfVariable const& variable) {
  for (std::size_t d = 0; d + 2 < variable.shape.size(); ++d) {
    if (variable.shape[d] == 1) continue;
    std::string const& name = variable.dimensions[d];
    throw InputError(source.path.string() + ": \"" + variable.name + "\" has " + std::to_string(variable.shape[d]) +
                     " maps along " + name + "; cut one out, such as with ncks -d " + name + ",0 " +
                     source.path.string() + " one.nc");
  }
}

}  // namespace

RasterDraft read_netcdf_raster(RasterSource const& source) {
  std::ifstream stream(source.path, std::ios::binary);
  NetcdfContents const contents =
      stream.get() == 'C' ? open_classic_netcdf(source.path) : open_hdf5_variables(source.path);
  Map const map = choose_map(source, contents);
  require_one_map(source, *map.values);
  RasterDraft draft;
  Raster& raster = draft.raster;
  double const x_factor = coordinate_factor(source, *map.x, draft), y_factor = coordinate_factor(source, *map.y, draft);
  MapAxis const x = even_axis(source, *map.x, contents.read(*map.x), x_factor);
  MapAxis const y = even_axis(source, *map.y, contents.read(*map.y), y_factor);
  raster.name = map.values->name;
  raster.unit = text_of(*map.values, "units");
  raster.nx = map.x->shape[0];
  raster.ny = map.y->shape[0];
  raster.spacing = {x.spacing, y.spacing};
  raster.origin = {x.origin, y.origin};
  if (NetcdfVariable const* const crs = find(contents, text_of(*map.values, "grid_mapping")); crs != nullptr) {
    raster.crs_wkt = text_of(*crs, "crs_wkt").empty() ? text_of(*crs, "spatial_ref") : text_of(*crs, "crs_wkt");
  }
  draft.nodata = number_of(*map.values, "_FillValue");
  draft.other_nodata = number_of(*map.values, "missing_value");
  constexpr double default_fill = 9.969209968386869e36;  // what NetCDF fills floats and doubles with
  if (!draft.nodata && map.values->floating) draft.nodata = default_fill;
  draft.scale = number_of(*map.values, "scale_factor").value_or(1);
  draft.offset = number_of(*map.values, "add_offset").value_or(0);

  std::vector<double> const stored = contents.read(*map.values);
  raster.values.resize(stored.size());
  for (long j = 0; j < raster.ny; ++j) {
    long const from_j = y.descending ? raster.ny - 1 - j : j;
    for (long i = 0; i < raster.nx; ++i) {
      long const from_i = x.descending ? raster.nx - 1 - i : i;
      long const from = map.transposed ? from_i * raster.ny + from_j : from_j * raster.nx + from_i;
      raster.values[static_cast<std::size_t>(j * raster.nx + i)] = stored[static_cast<std::size_t>(from)];
    }
  }
  return draft;
}

}  // namespace tessera::detail
