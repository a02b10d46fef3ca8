// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tessera/run/common_keys.hpp"

namespace tessera {

/// The forms that a field over the grid can be given in: none (if `optional`), a value, a file with one value per cell,
/// and the shapes gaussian, ball, box and sine. `rank` is that of the grid, or 0 if a config may have any. `dataset`
/// is the name of the values in a file; empty: what `read_field` is told.
[[nodiscard]] std::vector<Form> field_forms(int rank, std::string const& unit, std::string const& dataset,
                                            bool optional);

/// The values of `dataset` in the file that key `name` holds, in the unit of that key; if the file says that they are
/// in another one, they are converted (see `unit_change`). What is wrong with them is said with the key and its place.
[[nodiscard]] std::vector<double> read_values(Config const& config, std::string const& name, std::string const& dataset,
                                              Mesh const& mesh);

/// The values of the field that key `name` describes, at cell centres in (z, y, x) order; empty for "none". A file's
/// dataset is `dataset` unless the config says another.
[[nodiscard]] std::vector<double> read_field(Config const& config, std::string const& name, Mesh const& mesh,
                                             std::string const& dataset = "");

/// The values that vary over a face, for those faces whose boundary is given by a file; empty for the others.
using FaceMaps = std::array<std::vector<double>, 6>;
[[nodiscard]] FaceMaps read_face_maps(Config const& config, BoundaryConfig const& boundary, Mesh const& mesh);

}  // namespace tessera
