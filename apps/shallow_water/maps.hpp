// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/run/config.hpp"
#include "tessera/run/simulation.hpp"

namespace shallow_water {

/// The forms of a field over the grid: those that all programs know, rasters, and what is made up: beds (`Bed`), water
/// levels, or neither.
enum class Made { none, bed, level };
std::vector<tessera::Form> map_forms(std::string const& unit, std::string const& dataset, bool optional,
                                     Made made = Made::none);

/// The values of the map that key `name` describes; empty for "none". Cells of a raster without data that are to be
/// walls hold flow::outside_mark. `crs_wkt`, if given, receives the raster's reference system.
std::vector<double> read_map(tessera::Config const& config, std::string const& name, tessera::Mesh const& mesh,
                             std::string const& dataset, std::string* crs_wkt = nullptr);

}  // namespace shallow_water
