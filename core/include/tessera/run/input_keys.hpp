// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tessera/io/raster.hpp"
#include "tessera/io/series.hpp"
#include "tessera/run/config.hpp"

namespace tessera {

/// The form `{ type = "raster", path, variable, nodata, coordinates }` of a key that is a field over a 2D grid: a map
/// from another program, resampled to the grid.
[[nodiscard]] Form raster_form(std::string const& unit);

/// The raster that key `name` describes, in the unit of its form; if the file says another one, its values are
/// converted (see `unit_change`). What is wrong with it is said with the key and its place.
[[nodiscard]] Raster read_raster_key(Config const& config, std::string const& name);

/// The values of the raster of key `name` at the cells of `mesh`, by its `nodata` rule. As above.
[[nodiscard]] std::vector<double> resample_key(Config const& config, std::string const& name, Raster const& raster,
                                               Mesh const& mesh);

/// The form `{ type = "series", path }` of a key whose value changes in time; `unit` is that of the file's values
/// unless its header says another one.
[[nodiscard]] Form series_form(std::string const& unit);

/// The series that key `name` describes, in the SI unit of `unit`, checked to cover all of [from, to] (s). Dates in the
/// file need `reference`, the run's time 0 in seconds since 1970. Its values may be what the constant may be that could
/// stand in its place, which is the field `value` of the key; 9999 of a level (m) or of rain (mm/h) is refused as a
/// marker of a missing value. What is wrong is said with the key and its place.
[[nodiscard]] Series read_series_key(Config const& config, std::string const& name, std::string const& unit,
                                     double from, double to, std::optional<double> reference);

}  // namespace tessera
