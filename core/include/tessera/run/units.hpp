// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

namespace tessera {

/// Rain and infiltration as they are measured (mm/h) to m/s.
inline constexpr double millimetres_per_hour = 1e-3 / 3600;

/// Degrees to radians.
inline constexpr double degrees = 0.017453292519943295;

/// What a value in `unit` is multiplied by to be in metres, seconds and radians, for the units that keys of configs
/// have
/// ("m", "mm/h", "m^3/s" ...); 1 for an empty unit; none for others. Units in files go through `unit_change`.
[[nodiscard]] std::optional<double> si_factor(std::string_view unit);

/// How values in one unit become values in another one.
struct UnitChange {
  double factor = 1, offset = 0;
  [[nodiscard]] double operator()(double value) const { return factor * value + offset; }
  [[nodiscard]] bool changes() const { return factor != 1 || offset != 0; }
};

/// How values in the unit `told`, as a file writes it, become values in the unit `wanted`: by UDUNITS-2
/// (https://www.unidata.ucar.edu/software/udunits), so "mm d-1", "cm/h", "ft" and "US survey foot" are understood. No
/// change if either is empty. The unit of Manning's n, which has a broken power, is known by its spellings alone.
///
/// Throws `InputError` that names both units: `told` is not known, or of another kind (a depth is no rate; an angle is
/// no plain number). In a build without UDUNITS-2 every unit but `wanted` itself is refused, with the package's name.
[[nodiscard]] UnitChange unit_change(std::string_view told, std::string_view wanted);

}  // namespace tessera
