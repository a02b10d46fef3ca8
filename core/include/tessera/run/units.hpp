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

/// What a value in `unit` is multiplied by to be in metres, seconds and radians: "mm/h", "cm", "m^3/s" (or "m3/s"),
/// "l/s", "degrees", "h" ...; 1 for an empty unit and for "1"; none if the unit is not known.
[[nodiscard]] std::optional<double> si_factor(std::string_view unit);

}  // namespace tessera
