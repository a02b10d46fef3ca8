// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The strategy of GPUs for small grids: one thread per cell, which also writes the ghosts that mirror the cell, so
/// that a step is one launch.
struct PerCell {
  static constexpr char const* name = "per_cell";
  static constexpr Abilities abilities{.scalars = true, .parts = true};
};

inline ResolvedSchedule resolve(PerCell, Schedule const& request, SweepShape const& shape, TeamLimits const&) {
  return resolve_per_cell_schedule(request, shape);
}
inline double relative_cost(PerCell, Schedule const& own, SweepShape const& shape, TeamLimits const&) {
  return suits_cells(own, shape) ? 0.8 : 2.5;
}
/// Edges and Team are cheaper for their stages, and reductions cost 2.5.
constexpr bool may_be_cheapest(PerCell, StageFacts const& stage) {
  return !stage.flux_edges && !stage.long_formula && !stage.reduces;
}

}  // namespace tessera
