// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "tessera/grid.hpp"
#include "tessera/plan/execution_plan.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera {

/// The bytes that a Solution allocates for a plan, known in advance. With several steps or stages per launch,
/// quantities that are updated in place have a second buffer.
inline std::size_t program_bytes(ExecutionPlan const& plan) {
  ProgramInfo const& info = plan.program;
  std::size_t bytes = 0;
  for (std::size_t q = 0; q < info.quantities.size(); ++q) {
    QuantityPlan const& planned = plan.buffers.quantities[q];
    StoredGrid grid;
    std::array<int, 3> const n = extents(info, info.quantities[q].on_faces);
    if (!info.quantities[q].global_scalar) std::copy(n.begin(), n.end(), grid.n);
    Layout const layout =
        make_layout(grid, planned.ghosts, info.quantities[q].components, info.quantities[q].value_size);
    bool const beside = plan.steps.launches() && planned.written && planned.buffers == 1;
    bytes += static_cast<std::size_t>(layout.size) * info.quantities[q].value_size *
             static_cast<std::size_t>(planned.buffers + (beside ? 1 : 0));
  }
  return bytes;
}

}  // namespace tessera
