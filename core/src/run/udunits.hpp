// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "tessera/run/units.hpp"

// The only door to UDUNITS-2.
namespace tessera::detail {

/// What `unit_change` does for units that UDUNITS-2 can express; neither is empty.
[[nodiscard]] UnitChange udunits_change(std::string_view told, std::string_view wanted);

/// Whether `unit` is one of angles: degrees, radians, minutes of arc. False in a build without UDUNITS-2 unless its
/// name begins with "degree".
[[nodiscard]] bool is_angle(std::string_view unit);

/// Whether `unit` is known and not a plain number. False in a build without UDUNITS-2.
[[nodiscard]] bool is_unit(std::string_view unit);

}  // namespace tessera::detail
