// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/units.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "io/text_input.hpp"
#include "run/udunits.hpp"
#include "tessera/error.hpp"

namespace tessera {

namespace {

/// `unit` without blanks, brackets and signs of powers: enough to compare spellings.
std::string plain_spelling(std::string_view unit) {
  std::string plain;
  std::copy_if(unit.begin(), unit.end(), std::back_inserter(plain),
               [](char c) { return std::string_view(" \t^*.()").find(c) == std::string_view::npos; });
  return plain;
}

/// Whether it is s m^(-1/3). UDUNITS has whole powers alone, and would read "s m-1/3" as a third of s/m.
bool is_manning_unit(std::string_view unit) {
  std::string const plain = plain_spelling(unit);
  return plain == "s/m1/3" || plain == "sm-1/3" || plain == "m-1/3s";
}

}  // namespace

std::optional<double> si_factor(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double factor;
  };
  static constexpr std::array<Unit, 14> units{{{"", 1},
                                               {"1", 1},
                                               {"m", 1},
                                               {"mm", 0.001},
                                               {"s", 1},
                                               {"K", 1},
                                               {"m/s", 1},
                                               {"mm/h", millimetres_per_hour},
                                               {"m^2/s", 1},
                                               {"m^3/s", 1},
                                               {"deg", degrees},
                                               {"degrees", degrees},
                                               {"s/m^(1/3)", 1},
                                               {"kg/m^3", 1}}};
  for (Unit const& known : units) {
    if (known.name == unit) return known.factor;
  }
  return std::nullopt;
}

UnitChange unit_change(std::string_view told, std::string_view wanted) {
  told = detail::trimmed(told);
  if (told.empty() || wanted.empty() || told == wanted) return {};
  if (is_manning_unit(wanted)) {
    if (is_manning_unit(told)) return {};
    throw InputError("the unit \"" + std::string(told) + "\" is not " + std::string(wanted) + ", which is wanted here");
  }
  return detail::udunits_change(told, wanted);
}

}  // namespace tessera
