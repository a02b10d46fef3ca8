// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tessera {

/// The values of a quantity, as a message counts them: along x, y, z of the grid's `rank` axes, then components.
struct ValueGrid {
  int rank = 3;
  std::array<long, 3> extents{1, 1, 1};
  bool in_cells = true;        ///< false: on faces, edges or nodes
  bool global_scalar = false;  ///< one value for all cells
};

/// Where value `index` of a field stands, counted in (c, z, y, x) order: "temperature at cell (x, y, z) = (3, 4, 5)".
std::string value_place(std::string const& name, ValueGrid const& grid, std::int64_t index);

}  // namespace tessera
