// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cf_layout.hpp"

#include "tessera/error.hpp"
#include "tessera/io/netcdf.hpp"

#if defined(TESSERA_HAVE_NETCDF) && TESSERA_HAVE_NETCDF

#include <cmath>

#include "crs.hpp"
#include "netcdf_memory.hpp"
#include "raster/netcdf.hpp"
#include "tessera/io/series.hpp"

namespace tessera::detail {

namespace {

std::vector<double> cell_centres(Mesh const& mesh, std::size_t axis) {
  std::vector<double> centres;
  for (long i = 0; i < mesh.cells[axis]; ++i) {
    centres.push_back(mesh.origin[axis] + (static_cast<double>(i) + 0.5) * mesh.spacing[axis]);
  }
  return centres;
}

int define_axis(MemoryFile& file, std::size_t axis) {
  std::string const name(1, "xy"[axis]);
  return file.define(name, NC_DOUBLE, axis == 0 ? 2 : 1, 1,
                     {{"units", "m"},
                      {"standard_name", "projection_" + name + "_coordinate"},
                      {"long_name", name + " of the cell centre"},
                      {"axis", std::string(1, "XY"[axis])}});
}

std::vector<CfAttribute> field_attributes(CfVariable const& variable, CfDescription const& description) {
  std::vector<CfAttribute> attributes{{"units", variable.unit}, {"long_name", variable.long_name}};
  if (!variable.standard_name.empty()) attributes.emplace_back("standard_name", variable.standard_name);
  if (!description.crs_wkt.empty()) attributes.emplace_back("grid_mapping", "crs");
  attributes.insert(attributes.end(), variable.attributes.begin(), variable.attributes.end());
  return attributes;
}

void define_time(MemoryFile& file, double reference) {
  file.define("time", NC_DOUBLE, 0, 1,
              {{"units", "seconds since " + iso_time_text(reference)},
               {"calendar", "standard"},
               {"standard_name", "time"},
               {"long_name", "time"},
               {"axis", "T"}});
}

}  // namespace

CfHead cf_head(Mesh const& mesh, CfDescription const& description, std::vector<CfVariable> const& variables) {
  auto const cells = static_cast<std::size_t>(mesh.cells[0]) * static_cast<std::size_t>(mesh.cells[1]);
  bool const has_crs = !description.crs_wkt.empty();
  MemoryFile file(mesh, description.precision);
  file.put_attributes(NC_GLOBAL, {{"Conventions", "CF-1.10"},
                                  {"title", description.title},
                                  {"source", description.source},
                                  {"history", "written by " + description.source}});
  file.put_attributes(NC_GLOBAL, description.attributes);
  // What does not change stands in the file as it is defined here; behind it, one state after the other.
  int const y = define_axis(file, 1), x = define_axis(file, 0);
  int const crs = has_crs ? file.define("crs", NC_INT, 0, 0, grid_mapping_attributes(description.crs_wkt)) : -1;
  std::vector<int> maps;
  for (bool const changes : {false, true}) {
    if (changes) define_time(file, description.reference_time);
    for (CfVariable const& variable : variables) {
      if (variable.changes != changes) continue;
      int const id = file.define_field(variable.name, changes, field_attributes(variable, description));
      if (!changes) maps.push_back(id);
    }
  }
  file.end_definitions();
  file.put(y, cell_centres(mesh, 1));
  file.put(x, cell_centres(mesh, 0));
  if (has_crs) file.put_zero(crs);
  for (int const map : maps) file.put_field(map, mesh, std::vector<double>(cells, std::nan("")));

  CfHead head{file.bytes(), 0, {}};
  std::uint64_t const map_size = cf_bytes(cells, description.precision);
  std::uint64_t const first_map = head.bytes.size() - maps.size() * map_size;
  for (std::size_t n = 0; n < maps.size(); ++n) head.maps.push_back(first_map + n * map_size);
  head.header_size = first_map - 8 * static_cast<std::uint64_t>(mesh.cells[0] + mesh.cells[1]) - (has_crs ? 4 : 0);
  return head;
}

std::vector<char> cf_state(Mesh const& mesh, Precision precision, double time,
                           std::vector<std::vector<double>> const& maps) {
  MemoryFile file(mesh, precision);
  int const times = file.define("time", NC_DOUBLE, 0, 1, {});
  std::vector<int> ids;
  for (std::size_t n = 0; n < maps.size(); ++n) ids.push_back(file.define_field("v" + std::to_string(n), true, {}));
  file.end_definitions();
  file.put(times, {time});
  for (std::size_t n = 0; n < maps.size(); ++n) file.put_field(ids[n], mesh, maps[n]);
  auto const cells = static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
  return file.bytes(8 + maps.size() * cf_bytes(cells, precision));
}

std::vector<char> cf_map(Mesh const& mesh, Precision precision, std::vector<double> const& values) {
  MemoryFile file(mesh, precision);
  int const id = file.define_field("map", false, {});
  file.end_definitions();
  file.put_field(id, mesh, values);
  return file.bytes(cf_bytes(values.size(), precision));
}

std::vector<double> cf_times(std::filesystem::path const& path) {
  NetcdfContents const contents = open_netcdf(path);
  for (NetcdfVariable const& variable : contents.variables) {
    if (variable.name == "time") return contents.read(variable);
  }
  return {};
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

CfHead cf_head(Mesh const&, CfDescription const&, std::vector<CfVariable> const&) { throw InputError(netcdf_fault()); }
std::vector<char> cf_state(Mesh const&, Precision, double, std::vector<std::vector<double>> const&) {
  throw InputError(netcdf_fault());
}
std::vector<char> cf_map(Mesh const&, Precision, std::vector<double> const&) { throw InputError(netcdf_fault()); }
std::vector<double> cf_times(std::filesystem::path const&) { throw InputError(netcdf_fault()); }

}  // namespace tessera::detail

#endif
