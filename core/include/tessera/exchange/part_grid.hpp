// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>
#include <vector>

#include "tessera/boundary.hpp"
#include "tessera/exchange/part.hpp"
#include "tessera/grid.hpp"

namespace tessera::detail {

/// The grid of a part of `whole`. An axis that is cut wraps no more: the exchange brings what lies beyond its ends.
inline StoredGrid grid_of_part(StoredGrid grid, GridPart const& part) {
  for (int axis = 0; axis < 3; ++axis) {
    auto const a = static_cast<std::size_t>(axis);
    grid.n[axis] = part.cells[a];
    grid.first[axis] = part.first[a];
    grid.periodic[axis] = grid.periodic[axis] && !part.cut(axis);
  }
  for (int face = 0; face < 6; ++face) grid.exchanged[face] = part.exchanged(face);
  return grid;
}

/// The values of a map of a face across `axis` that lie beside a part, in the same order. `whole` and `part` count the
/// values of the quantity.
inline std::vector<double> cut_map(std::vector<double> const& map, int axis, StoredGrid const& whole,
                                   StoredGrid const& part) {
  int const fast = axis == 0 ? 1 : 0, slow = axis == 2 ? 1 : 2;
  std::vector<double> values;
  for (int s = 0; s < part.n[slow]; ++s) {
    for (int f = 0; f < part.n[fast]; ++f) {
      auto const row = static_cast<std::size_t>(part.first[slow] + s) * static_cast<std::size_t>(whole.n[fast]);
      values.push_back(map[row + static_cast<std::size_t>(part.first[fast] + f)]);
    }
  }
  return values;
}

/// Leaves of the rules of a quantity those on the physical faces of a part, with the maps that lie beside it.
inline void cut_rules(FaceSpec (&faces)[6], StoredGrid const& whole, StoredGrid const& part) {
  for (int face = 0; face < 6; ++face) {
    if (part.exchanged[face]) faces[face] = FaceSpec{};
    if (!faces[face].map.empty()) faces[face].map = cut_map(faces[face].map, face / 2, whole, part);
  }
}

}  // namespace tessera::detail
