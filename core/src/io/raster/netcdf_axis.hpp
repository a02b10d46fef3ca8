// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "netcdf.hpp"
#include "raster_draft.hpp"

// The coordinates of a map in a NetCDF file.
namespace tessera::detail {

/// One axis of a map: as many cells from `origin` on, and whether the file goes downwards.
struct MapAxis {
  double origin, spacing;
  bool descending;
};

/// The axis whose cell centres a coordinate holds, times `factor`. Throws `InputError` unless they are evenly spaced.
[[nodiscard]] MapAxis even_axis(NetcdfContents const& contents, NetcdfVariable const& coordinate, double factor);

/// What coordinates are multiplied by to be metres, by their unit; what they are goes into `draft`. Throws `InputError`
/// if the unit is none of lengths or angles.
[[nodiscard]] double coordinate_factor(NetcdfContents const& contents, NetcdfVariable const& coordinate,
                                       RasterDraft& draft);

}  // namespace tessera::detail
