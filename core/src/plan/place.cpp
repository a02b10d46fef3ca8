// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/place.hpp"

namespace tessera {

std::string value_place(std::string const& name, ValueGrid const& grid, std::int64_t index) {
  std::string axes, numbers;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(grid.rank); ++axis) {
    std::string const comma = axis == 0 ? "" : ", ";
    axes += comma + "xyz"[axis];
    numbers += comma + std::to_string(index % grid.extents[axis]);
    index /= grid.extents[axis];
  }
  std::string const what = index > 0 ? "component " + std::to_string(index) + " of " + name : name;
  if (grid.global_scalar) return what;
  return what + (grid.in_cells ? " at cell (" : " at place (") + axes + ") = (" + numbers + ")";
}

}  // namespace tessera
