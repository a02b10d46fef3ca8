// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tessera {

/// A value that depends on another one, such as the discharge of a river on its level: linear between its points.
struct Curve {
  std::vector<double> arguments;  ///< increasing, at least two
  std::vector<double> values;     ///< one for each argument
};

/// Reads a curve that does not fall from a text file of two columns, separated by a comma, semicolon, tab or spaces.
/// Lines that begin with # are comments; one header line may come first, with units in brackets: "level (m), discharge
/// (l/s)"; without them numbers are in `argument_unit` and `value_unit`. The result is in these, converted by
/// UDUNITS-2. Throws `InputError` that names file and line: not two columns, not numbers, a value that marks a missing
/// one, arguments that do not increase, values that fall or are negative, units that are not known or of another kind,
/// fewer than two rows.
[[nodiscard]] Curve read_rising_curve(std::filesystem::path const& path, std::string const& argument_unit,
                                      std::string const& value_unit);

}  // namespace tessera
