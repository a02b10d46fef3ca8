// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tessera/run/config.hpp"

// Values that come from files, brought to the units of keys.
namespace tessera::detail {

/// The unit that values from the file of key `name` have to be in, such as "initial.bed.path": the unit of that key.
/// Empty if it has none.
[[nodiscard]] std::string file_unit(Config const& config, std::string const& name);

/// Brings `values`, which a file says are in unit `told`, to the unit `wanted`. Throws `InputError` as `unit_change`
/// does, with `place` in front and how to put the file right.
void change_units(std::vector<double>& values, std::string_view told, std::string_view wanted,
                  std::string const& place);

}  // namespace tessera::detail
