// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/region.hpp"

#include <algorithm>

#include "plan/stored_axis.hpp"
#include "tessera/error.hpp"
#include "tessera/operator/hull.hpp"

namespace tessera::detail {
namespace {

/// A grid in x, y, z order, and the start of messages.
struct NamedGrid {
  std::string stage;
  int rank;
  std::array<int, 3> cells{1, 1, 1};
  std::array<bool, 3> periodic{};
  bool staggered = false;

  [[nodiscard]] std::string extent(std::size_t axis) const {
    if (staggered) return "it goes over " + std::to_string(cells[axis]) + " values along " + "xyz"[axis];
    return "the grid has " + std::to_string(cells[axis]) + " cell" + (cells[axis] == 1 ? "" : "s") + " along " +
           "xyz"[axis];
  }
};

void check_box(PartCells const& part, NamedGrid const& grid) {
  if (part.axes == 0) return;
  if (part.axes != grid.rank) {
    throw InputError("stage " + grid.stage + " acts on Cells of " + std::to_string(part.axes) + " axes, the grid has " +
                     std::to_string(grid.rank) + "; give `from` and `to` one number for each axis");
  }
  if (part.reversed) {
    throw InputError("stage " + grid.stage + " acts on Cells that end before they begin; `to` is at least `from`");
  }
  for (std::size_t a = 0; a < static_cast<std::size_t>(grid.rank); ++a) {
    int const from = std::min(part.least[a], part.from[a]), to = part.greatest[a];
    if (from >= 0 && to <= grid.cells[a]) continue;
    throw InputError("stage " + grid.stage + " acts on cells " + std::to_string(from) + " to " + std::to_string(to) +
                     " along " + "xyz"[a] + "; " + grid.extent(a) + ": say from 0 to " + std::to_string(grid.cells[a]) +
                     ", or less");
  }
}

void check_faces(PartCells const& part, NamedGrid const& grid) {
  for (std::size_t face = 0; face < 6; ++face) {
    int const layers = part.layers[face];
    if (layers == PartCells::any) continue;
    std::size_t const axis = face / 2;
    std::string const where = "stage " + grid.stage + " acts on " + std::to_string(layers) + " layer" +
                              (layers == 1 ? "" : "s") + " at " + "xyz"[axis] + (face % 2 == 0 ? "_low" : "_high");
    if (axis >= static_cast<std::size_t>(grid.rank)) {
      throw InputError(where + "; the grid has " + std::to_string(grid.rank) + " axes");
    }
    if (grid.periodic[axis]) {
      throw InputError(where + "; the axis is periodic and has no faces: name the cells, .over(Cells{...})");
    }
    if (layers < 0 || layers > grid.cells[axis]) {
      throw InputError(where + "; " + grid.extent(axis) + ": name at most that many");
    }
  }
}

}  // namespace

RegionInfo resolve_part(PartCells const& part, std::string const& stage, int rank, std::array<int, 3> const& cells,
                        std::array<bool, 3> const& periodic, bool staggered) {
  NamedGrid grid{.stage = stage, .rank = rank, .staggered = staggered};
  for (std::size_t a = 0; a < static_cast<std::size_t>(rank); ++a) {
    grid.cells[a] = cells[stored_axis(rank, a)];
    grid.periodic[a] = periodic[stored_axis(rank, a)];
  }
  check_box(part, grid);
  check_faces(part, grid);
  if (part.margin < 0) {
    throw InputError("stage " + stage + " acts on Interior{" + std::to_string(part.margin) +
                     "}; the layers left out are 0 or more");
  }
  RegionInfo region{.whole = false, .from = {0, 0, 0}, .to = cells};
  for (std::size_t a = 0; a < static_cast<std::size_t>(rank); ++a) {
    int const n = grid.cells[a], margin = grid.periodic[a] ? 0 : part.margin;
    int const low = part.layers[2 * a], high = part.layers[2 * a + 1];
    std::size_t const at = stored_axis(rank, a);
    region.from[at] = std::max({part.from[a], margin, high == PartCells::any ? 0 : n - high});
    region.to[at] = std::min({part.to[a], n - margin, low, n});
  }
  if (region.empty()) region.from = region.to = {0, 0, 0};
  return region;
}

}  // namespace tessera::detail
