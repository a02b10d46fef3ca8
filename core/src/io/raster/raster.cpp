// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <fstream>

#include "io/missing_value.hpp"
#include "io/text_input.hpp"
#include "raster_draft.hpp"
#include "tessera/error.hpp"
#include "tessera/run/format.hpp"

namespace tessera {

namespace fs = std::filesystem;
using namespace detail;

namespace {

RasterDraft read_draft(RasterSource const& source) {
  std::error_code error;
  if (!fs::exists(source.path, error)) throw InputError("no such file: " + source.path.string());
  if (fs::is_directory(source.path, error)) throw InputError(source.path.string() + " is a folder, not a file");
  std::ifstream stream(source.path, std::ios::binary);
  if (!stream) throw InputError("cannot open " + source.path.string() + ": " + std::strerror(errno));
  std::string start(64, '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  if (start.starts_with("\x89HDF\r\n\x1a\n") || start.starts_with("CDF")) return read_netcdf_raster(source);
  bool const wide = start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff");  // refused as UTF-16
  if (wide || looks_like_ascii_grid(start)) return read_ascii_grid(source);
  return read_gdal_raster(source);
}

/// Whether a stored value stands for no data.
bool is_nodata(double stored, std::optional<double> const& nodata) { return nodata && is_marker(stored, *nodata); }

void apply_nodata(RasterDraft& draft) {
  Raster& raster = draft.raster;
  bool const plain = draft.scale == 1 && draft.offset == 0;
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    double& value = raster.values[i];
    if (is_nodata(value, draft.nodata)) {
      if (raster.missing.empty()) raster.missing.resize(raster.values.size());
      raster.missing[i] = 1;
      value = std::nan("");
    } else if (!plain) {
      value = draft.scale * value + draft.offset;
    }
  }
}

/// Refuses values that mark missing data by custom, where the file does not say so: -9999, the lowest float ... A value
/// such as -999 that is one of many around it, as in a map of the sea floor, is a value.
void require_no_markers(Raster const& raster) {
  auto const there = [&](std::size_t i) { return raster.missing.empty() || raster.missing[i] == 0; };
  auto const marked =
      find_from_north(raster, [&](std::size_t i) { return there(i) && is_customary_marker(raster.values[i]); });
  if (marked.count == 0) return;
  double const marker = raster.values[marked.first];
  auto const same =
      find_from_north(raster, [&](std::size_t i) { return there(i) && is_marker(raster.values[i], marker); });
  auto const near = find_from_north(
      raster, [&](std::size_t i) { return there(i) && std::abs(raster.values[i] - marker) <= 0.1 * std::abs(marker); });
  if (near.count > same.count && std::abs(marker) < 1e20) return;
  throw InputError(raster.source.string() + ": " + std::to_string(same.count) +
                   (same.count == 1 ? " value is " : " values are ") + human_number(marker, 9) +
                   ", which marks missing data by custom, but the file does not say so; the first is at " +
                   cell_text(raster, same.first) +
                   "; declare it (nodata_value in an ESRI grid, _FillValue in NetCDF, gdal_edit.py -a_nodata), or give "
                   "these cells a value");
}

void require_finite(Raster const& raster) {
  auto const found = find_from_north(raster, [&](std::size_t i) {
    return !std::isfinite(raster.values[i]) && (raster.missing.empty() || raster.missing[i] == 0);
  });
  if (found.count == 0) return;
  throw InputError(raster.source.string() + ": " + std::to_string(found.count) +
                   (found.count == 1 ? " value is" : " values are") + " NaN or infinite; the first is at " +
                   cell_text(raster, found.first) +
                   "; give these cells a value, or the one that the file declares for missing data");
}

/// The zone of Universal Transverse Mercator around a place, as an EPSG code.
int utm_code(double longitude, double latitude) {
  double const east = longitude > 180 ? longitude - 360 : longitude;
  int const zone = std::min(60, static_cast<int>(std::floor((east + 180) / 6)) + 1);
  return (latitude < 0 ? 32700 : 32600) + zone;
}

[[noreturn]] void refuse_degrees(Raster const& raster, bool told) {
  double const x = raster.origin[0] + 0.5 * static_cast<double>(raster.nx) * raster.spacing[0];
  double const y = raster.origin[1] + 0.5 * static_cast<double>(raster.ny) * raster.spacing[1];
  std::string const stem = raster.source.stem().string() + "_metres";
  std::string const from = raster.crs_wkt.empty() ? "-s_srs EPSG:4326 " : "";
  throw InputError(raster.source.string() + ": its coordinates " + (told ? "are" : "look like") + " degrees (around " +
                   human_number(x, 6) + ", " + human_number(y, 6) + ", cells of " + human_number(raster.spacing[0], 3) +
                   "), but the grid is in metres; project it: gdalwarp " + from +
                   "-t_srs EPSG:" + std::to_string(utm_code(x, y)) + " -r bilinear " + raster.source.string() + " " +
                   stem + ".tif && gdal_translate -of AAIGrid " + stem + ".tif " + stem + ".asc" +
                   (told ? "" : "; or, if they are metres, say coordinates = \"metres\""));
}

void require_metres(RasterDraft const& draft, bool metres) {
  Raster const& raster = draft.raster;
  if (draft.coordinates == RasterDraft::Coordinates::degrees) refuse_degrees(raster, true);
  if (draft.coordinates == RasterDraft::Coordinates::other) {
    throw InputError(
        raster.source.string() + ": its coordinates are neither metres nor degrees; project it to metres: " +
        "gdalwarp -t_srs EPSG:CODE " + raster.source.string() + " " + raster.source.stem().string() + "_metres.tif");
  }
  if (draft.coordinates == RasterDraft::Coordinates::metres || metres) return;
  if (draft.coordinates == RasterDraft::Coordinates::not_read) {
    throw InputError(raster.source.string() + ": " + draft.coordinates_fault +
                     "; or, if its coordinates are metres, say coordinates = \"metres\"");
  }
  auto const within = [&](std::size_t axis, long cells, double low, double high) {
    double const end = raster.origin[axis] + static_cast<double>(cells) * raster.spacing[axis];
    return raster.origin[axis] >= low && end <= high && raster.spacing[axis] < 0.1;
  };
  if (within(0, raster.nx, -181, 361) && within(1, raster.ny, -91, 91)) refuse_degrees(raster, false);
}

}  // namespace

namespace detail {

std::string cell_text(Raster const& raster, std::size_t index) {
  auto const i = static_cast<long>(index) % raster.nx, j = static_cast<long>(index) / raster.nx;
  auto const centre = [&](std::size_t axis, long cell) {
    return human_number(raster.origin[axis] + (static_cast<double>(cell) + 0.5) * raster.spacing[axis], 12);
  };
  return "row " + std::to_string(raster.ny - j) + ", column " + std::to_string(i + 1) + " (x = " + centre(0, i) +
         ", y = " + centre(1, j) + ")";
}

}  // namespace detail

Raster read_raster(RasterSource const& source) {
  RasterDraft draft = read_draft(source);
  draft.raster.source = source.path;
  if (draft.raster.name.empty()) draft.raster.name = source.path.stem().string();
  require_metres(draft, source.metres);
  apply_nodata(draft);
  require_finite(draft.raster);
  require_no_markers(draft.raster);
  return std::move(draft.raster);
}

void count_upwards(Raster& raster) {
  if (!raster.downwards) return;
  for (double& value : raster.values) value = -value;
  raster.downwards = false;
}

Mesh mesh_of(Raster const& raster) {
  return {
      2, {raster.nx, raster.ny, 1}, {raster.spacing[0], raster.spacing[1], 1}, {raster.origin[0], raster.origin[1], 0}};
}

}  // namespace tessera
