// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "io/text_input.hpp"
#include "netcdf_axis.hpp"
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

/// 'x', 'y' or ' ': which way a coordinate runs.
char direction(NetcdfVariable const& coordinate) {
  std::string const axis = lower(text_of(coordinate, "axis")), name = lower(coordinate.name);
  std::string const standard = text_of(coordinate, "standard_name"), unit = text_of(coordinate, "units");
  if (!axis.empty()) return axis == "x" || axis == "y" ? axis[0] : ' ';
  if (standard == "projection_x_coordinate" || standard == "longitude" || unit == "degrees_east") return 'x';
  if (standard == "projection_y_coordinate" || standard == "latitude" || unit == "degrees_north") return 'y';
  if (name.starts_with("x") || name.starts_with("lon") || name.starts_with("east")) return 'x';
  if (name.starts_with("y") || name.starts_with("lat") || name.starts_with("north")) return 'y';
  return ' ';
}

/// The variable as a map; none if it is not over x and y. Where these stand among its dimensions does not matter,
/// because the others have one value each (`require_one_map`).
std::optional<Map> map_of(NetcdfContents const& contents, NetcdfVariable const& variable) {
  Map map{&variable, nullptr, nullptr, false};
  if (variable.text) return std::nullopt;
  for (std::string const& dimension : variable.dimensions) {
    NetcdfVariable const* const coordinate = find(contents, dimension);
    if (coordinate == nullptr || coordinate->shape.size() != 1 || coordinate->text) continue;
    char const along = direction(*coordinate);
    if ((along == 'x' && map.x != nullptr) || (along == 'y' && map.y != nullptr)) return std::nullopt;
    if (along == 'x') {
      map.x = coordinate;
      map.transposed = map.y == nullptr;
    } else if (along == 'y') {
      map.y = coordinate;
    }
  }
  return map.x != nullptr && map.y != nullptr ? std::optional(map) : std::nullopt;
}

/// What keeps a variable from being a map; empty for those that have other numbers of dimensions.
std::string lack_of(NetcdfContents const& contents, NetcdfVariable const& variable) {
  if (variable.text || variable.shape.size() < 2) return {};
  std::string shape, without;
  for (std::string const& dimension : variable.dimensions) {
    shape += (shape.empty() ? "" : ", ") + dimension;
    if (find(contents, dimension) == nullptr) without += (without.empty() ? "" : " and ") + dimension;
  }
  std::string const name = "\"" + variable.name + "\" is over (" + shape + ")";
  if (without.empty()) return name + ", of which not one is x and one y (or longitude and latitude)";
  return name + ", but the file has no coordinates: no variable of one dimension with the name " + without;
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
  if (NetcdfVariable const* const other = find(contents, source.variable); other != nullptr) {
    std::string const lack = lack_of(contents, *other);
    throw InputError(file + ": \"" + source.variable + "\" is no map over x and y with coordinates" +
                     (lack.empty() ? "" : ": " + lack));
  }
  if (source.variable.empty()) {
    std::string lack;
    for (NetcdfVariable const& variable : contents.variables) {
      if (lack.empty()) lack = lack_of(contents, variable);
    }
    throw InputError(file + " holds no map: no variable over x and y (or longitude and latitude) with coordinates" +
                     (lack.empty() ? "" : "; " + lack));
  }
  std::string all;
  for (NetcdfVariable const& variable : contents.variables) {
    if (map_of(contents, variable)) all += (all.empty() ? "" : ", ") + variable.name;
  }
  throw InputError(file + " has no variable \"" + source.variable + "\"; its maps are " + (all.empty() ? "none" : all));
}

/// What the file tells of the reference system. One in feet is refused, as a .prj in feet is, whatever the coordinates
/// say: what is written would name it for coordinates in metres.
void take_reference(NetcdfContents const& contents, NetcdfVariable const& map, RasterDraft& draft) {
  std::string const mapping = text_of(map, "grid_mapping");
  NetcdfVariable const* const crs = find(contents, mapping.substr(0, mapping.find_first_of(": ")));
  if (crs == nullptr) return;
  std::string const wkt = text_of(*crs, "crs_wkt");
  draft.raster.crs_wkt = wkt.empty() ? text_of(*crs, "spatial_ref") : wkt;
  using enum RasterDraft::Coordinates;
  RasterDraft::Coordinates const told = draft.coordinates;
  if (text_of(*crs, "grid_mapping_name") == "latitude_longitude") draft.coordinates = degrees;
  take_wkt(draft.raster.crs_wkt, draft);
  if (told != unknown && draft.coordinates != other) draft.coordinates = told;
}

void require_one_map(RasterSource const& source, Map const& map) {
  NetcdfVariable const& variable = *map.values;
  for (std::size_t d = 0; d < variable.shape.size(); ++d) {
    std::string const& name = variable.dimensions[d];
    if (variable.shape[d] == 1 || name == map.x->name || name == map.y->name) continue;
    throw InputError(source.path.string() + ": \"" + variable.name + "\" has " + std::to_string(variable.shape[d]) +
                     " maps along " + name + "; cut one out, such as with ncks -d " + name + ",0 " +
                     source.path.string() + " one.nc");
  }
}

}  // namespace

RasterDraft read_netcdf_raster(RasterSource const& source) {
  NetcdfContents const contents = open_netcdf(source.path);
  Map const map = choose_map(source, contents);
  require_one_map(source, map);
  RasterDraft draft;
  Raster& raster = draft.raster;
  raster.unit = text_of(*map.values, "units");
  double const x_factor = coordinate_factor(contents, *map.x, draft);
  double const y_factor = coordinate_factor(contents, *map.y, draft);
  take_reference(contents, *map.values, draft);
  MapAxis const x = even_axis(contents, *map.x, x_factor), y = even_axis(contents, *map.y, y_factor);
  raster.name = map.values->name;
  raster.downwards = counts_downwards(*map.values);
  raster.nx = map.x->shape[0];
  raster.ny = map.y->shape[0];
  raster.spacing = {x.spacing, y.spacing};
  raster.origin = {x.origin, y.origin};

  NetcdfValues const stored = netcdf_values(contents, *map.values);
  raster.values.resize(stored.values.size());
  raster.missing.resize(stored.missing.size());
  for (long j = 0; j < raster.ny; ++j) {
    long const from_j = y.descending ? raster.ny - 1 - j : j;
    for (long i = 0; i < raster.nx; ++i) {
      long const from_i = x.descending ? raster.nx - 1 - i : i;
      auto const from =
          static_cast<std::size_t>(map.transposed ? from_i * raster.ny + from_j : from_j * raster.nx + from_i);
      auto const to = static_cast<std::size_t>(j * raster.nx + i);
      raster.values[to] = stored.values[from];
      if (!stored.missing.empty()) raster.missing[to] = stored.missing[from];
    }
  }
  return draft;
}

}  // namespace tessera::detail
