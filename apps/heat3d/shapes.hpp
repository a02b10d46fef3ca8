// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/run/config.hpp"
#include "tessera/run/simulation.hpp"

namespace heat3d {

/// The forms that a field over the grid can be given in: none (if `optional`), a value, a file with `dataset`, and the
/// shapes gaussian, box, ball and sine.
std::vector<tessera::Form> field_forms(std::string const& unit, std::string const& dataset, bool optional);

/// The values of `dataset` in the file that key `name` holds. What is wrong with them is said with the key and its
/// place.
std::vector<double> read_values(tessera::Config const& config, std::string const& name, std::string const& dataset,
                                tessera::Mesh const& mesh);

/// The values of the field that key `name` describes, at cell centres in (z, y, x) order; empty for "none".
std::vector<double> read_field(tessera::Config const& config, std::string const& name, tessera::Mesh const& mesh);

}  // namespace heat3d
