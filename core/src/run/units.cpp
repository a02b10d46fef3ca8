// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/units.hpp"

#include <array>

namespace tessera {

std::optional<double> si_factor(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double factor;
  };
  static constexpr std::array<Unit, 38> units{{{"", 1},
                                               {"1", 1},
                                               {"%", 0.01},
                                               {"m", 1},
                                               {"km", 1000},
                                               {"cm", 0.01},
                                               {"mm", 0.001},
                                               {"s", 1},
                                               {"sec", 1},
                                               {"seconds", 1},
                                               {"min", 60},
                                               {"minutes", 60},
                                               {"h", 3600},
                                               {"hours", 3600},
                                               {"d", 86400},
                                               {"days", 86400},
                                               {"m/s", 1},
                                               {"m s-1", 1},
                                               {"cm/s", 0.01},
                                               {"mm/s", 1e-3},
                                               {"mm/h", millimetres_per_hour},
                                               {"mm h-1", millimetres_per_hour},
                                               {"mm/hr", millimetres_per_hour},
                                               {"mm/d", millimetres_per_hour / 24},
                                               {"mm/day", millimetres_per_hour / 24},
                                               {"m^2/s", 1},
                                               {"m2/s", 1},
                                               {"m^3/s", 1},
                                               {"m3/s", 1},
                                               {"m3 s-1", 1},
                                               {"l/s", 0.001},
                                               {"L/s", 0.001},
                                               {"rad", 1},
                                               {"deg", degrees},
                                               {"degrees", degrees},
                                               {"s/m^(1/3)", 1},
                                               {"s m-1/3", 1},
                                               {"kg/m^3", 1}}};
  for (Unit const& known : units) {
    if (known.name == unit) return known.factor;
  }
  return std::nullopt;
}

}  // namespace tessera
