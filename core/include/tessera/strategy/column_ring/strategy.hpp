// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The strategy of CUDA devices for wide reaches: a thread sweeps columns along z as in Column. The planes that threads
/// share are in a ring in shared memory, which asynchronous copies fill some planes ahead.
struct ColumnRing {
  static constexpr char const* name = "column_ring";
  static constexpr Abilities abilities{.scalars = true};
};

inline ResolvedSchedule resolve(ColumnRing, Schedule const& request, SweepShape const& shape,
                                TeamLimits const& limits) {
  return resolve_ring_schedule(request, shape, limits);
}
inline double relative_cost(ColumnRing, Schedule const& own, SweepShape const& shape, TeamLimits const& limits) {
  if (!suits_ring(own, shape, limits)) return no_cost;
  return shape.output_bytes < sizeof(double) ? 1.1 : 0.9;  // in float it depends on the operator: trials tell
}
/// Team is cheaper for long formulas.
constexpr bool may_be_cheapest(ColumnRing, StageFacts const& stage) { return !stage.long_formula; }

}  // namespace tessera
