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
  return suits_ring(own, shape, limits) ? 0.9 : no_cost;
}
/// Team is cheaper for long formulas, and rings are for doubles (suits_ring).
constexpr bool may_be_cheapest(ColumnRing, StageFacts const& stage) { return !stage.long_formula && stage.doubles; }

}  // namespace tessera
