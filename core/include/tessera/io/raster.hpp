// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"

namespace tessera {

/// A map of values in a plane with its place on the ground: terrain, roughness, an initial level. Whatever the file's
/// order was, x runs to the east and y to the north here: row 0 is the southernmost.
struct Raster {
  std::filesystem::path source;  ///< the file, for messages
  std::string name;              ///< of the variable; for files that name none, the file's stem
  std::string unit;              ///< of the values, if the file tells
  std::string crs_wkt;           ///< the coordinate reference system as WKT, if the file or a .prj beside it tells
  long nx = 0, ny = 0;
  std::array<double, 2> spacing{1, 1};  ///< of cells along x and y, metres
  std::array<double, 2> origin{0, 0};   ///< low corner (south-west) of the low cell, metres
  std::vector<double> values;           ///< nx * ny at cell centres, x fastest, south to north; NaN where missing
  std::vector<std::uint8_t> missing;    ///< 1 where the file has no data; empty if it has data everywhere
  bool downwards = false;               ///< the file says that values count downwards, as depths do
};

/// How a file is to be read as a raster.
struct RasterSource {
  std::filesystem::path path;
  std::string variable = {};  ///< of a NetCDF or HDF5 file; empty: the only map in it
  /// The coordinates are metres, whatever they look like: for laboratory scale, which looks like degrees.
  bool metres = false;
};

/// Reads a raster; what the file is, its first bytes say:
/// - ESRI ASCII grid: the first row is the north; xllcorner or xllcenter, square `cellsize` (or GDAL's `dx`, `dy`),
///   `nodata_value` -9999 unless given, header keys in any case; a `.prj` beside it tells the reference system;
/// - NetCDF of any format and HDF5 such as frames of ours, if this build has netCDF-C: a 2D variable with coordinates,
/// in
///   ascending or descending order; `_FillValue`, `missing_value`, `valid_range`, `_Unsigned`, `scale_factor`,
///   `add_offset` and `positive` are heeded;
/// - GeoTIFF and what else GDAL reads, if this build has GDAL.
///
/// Throws `InputError` in one line that names file, place and remedy: no such file, a kind that this build cannot read
/// (with the line that converts it), a damaged header, too few or too many values, a word that is no number, NaN that
/// is not declared as missing, a customary marker such as -9999 that is not declared either, uneven coordinates,
/// coordinates in degrees or feet (with the line that projects them), a reference system that cannot be understood.
[[nodiscard]] Raster read_raster(RasterSource const& source);

/// Turns the sign of values that count downwards, so that they are levels.
void count_upwards(Raster& raster);

/// What to do where a raster has no data.
struct NoData {
  enum class Rule {
    refuse,  ///< an error that tells how many cells and where the first one is
    wall,    ///< ground that no water passes: `wall_margin` above the highest cell of the grid
    value    ///< `value`
  };
  Rule rule = Rule::refuse;
  double value = 0;
};

/// Metres by which a wall made of missing data stands above the highest ground of the grid.
inline constexpr double wall_margin = 100;

/// The level of such a wall among the levels of a grid's ground, m, which are NaN where there are no data. None if
/// there are none anywhere.
[[nodiscard]] std::optional<double> wall_level(std::vector<double> const& ground);

/// The values of a raster at the cells of a 2D grid, x fastest, south to north:
/// - a copy, bit for bit, where the grid's cells are cells of the raster;
/// - the mean over each cell, weighted by area, where the raster's cells are at most half as long: the integral stays;
/// - bilinear between cell centres elsewhere; within half a cell of the raster's rim, as at the outermost centres.
///
/// A cell has no data if the raster cell at its centre has none, or, for means, if half of its area has none; `missing`
/// decides on these, after all others are known. Under `refuse`, missing raster cells outside the grid do not matter.
/// Throws `InputError` if the grid reaches outside the raster, with both extents, or if data are missing and refused.
[[nodiscard]] std::vector<double> resample(Raster const& raster, Mesh const& grid, NoData const& missing = {});

/// The 2D grid whose cells are those of the raster.
[[nodiscard]] Mesh mesh_of(Raster const& raster);

}  // namespace tessera
