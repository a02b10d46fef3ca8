// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corner.hpp"

#include <algorithm>

namespace shallow_water {

Problem corner(Problem const& problem, long cells) {
  Problem part = problem;
  for (std::size_t axis = 0; axis < 2; ++axis) part.mesh.cells[axis] = std::min(problem.mesh.cells[axis], cells);
  long const nx = part.mesh.cells[0], ny = part.mesh.cells[1], row = problem.mesh.cells[0];
  for (auto* const field :
       {&part.bed, &part.h, &part.qx, &part.qy, &part.hc, &part.manning, &part.rain_share, &part.infiltration}) {
    if (field->empty()) continue;
    for (long j = 0; j < ny; ++j) std::copy_n(field->begin() + j * row, nx, field->begin() + j * nx);
    field->resize(static_cast<std::size_t>(nx * ny));
  }
  part.periodic = {};
  for (auto& side : part.sides) side.clear();
  part.gauges.clear();
  return part;
}

}  // namespace shallow_water
