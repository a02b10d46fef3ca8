// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>

#include "tessera/io/raster.hpp"

// How each kind of file becomes a raster.
namespace tessera::detail {

/// A raster as a file has it, before it is judged.
struct RasterDraft {
  enum class Coordinates {
    unknown,  ///< nothing is said
    metres,
    degrees,
    other,     ///< another length, such as feet
    not_read,  ///< something is said that cannot be understood
  };
  Raster raster;  ///< values as stored, scale and offset not applied; `missing` where a reader knows it already
  std::optional<double> nodata = {};  ///< the stored value that means no data; may be NaN
  double scale = 1, offset = 0;       ///< value = scale stored + offset
  Coordinates coordinates = Coordinates::unknown;
  std::string coordinates_fault = {};  ///< why they are `not_read`, with the remedy
};

[[nodiscard]] RasterDraft read_ascii_grid(RasterSource const& source);
[[nodiscard]] RasterDraft read_netcdf_raster(RasterSource const& source);
[[nodiscard]] RasterDraft read_gdal_raster(RasterSource const& source);

/// Whether the text may be that of an ESRI ASCII grid: its first word, or the one behind a number, is a header key.
[[nodiscard]] bool looks_like_ascii_grid(std::string_view start);

/// Takes what the text of a coordinate reference system says: the kind of coordinates, and the unit of heights if the
/// raster tells none.
void take_wkt(std::string const& wkt, RasterDraft& draft);

/// "row 2, column 3 (x = 1025, y = 75)", rows counted from the north, both from 1, for the value at `index`.
[[nodiscard]] std::string cell_text(Raster const& raster, std::size_t index);

/// The first index, from the north-west along rows, for which `wrong(index)` holds, and how many there are.
struct Found {
  std::size_t count = 0, first = 0;
};
template <class Wrong>
Found find_from_north(Raster const& raster, Wrong wrong) {
  Found found;
  for (long j = raster.ny - 1; j >= 0; --j) {
    for (long i = 0; i < raster.nx; ++i) {
      auto const index = static_cast<std::size_t>(j * raster.nx + i);
      if (wrong(index) && found.count++ == 0) found.first = index;
    }
  }
  return found;
}

}  // namespace tessera::detail
