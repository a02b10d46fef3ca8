// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The portable strategy: a Kokkos team per tile sweeps along z, with neighbours in scratch planes or in memory.
struct Team {
  static constexpr char const* name = "team";
  static constexpr Abilities abilities{.scalars = true, .parts = true};
};

inline ResolvedSchedule resolve(Team, Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  ResolvedSchedule resolved = resolve_team_schedule(request, shape, limits);
  if (request.strategy.empty() && !limits.host && shape.long_formula) {
    resolved.reason += "; the operator's formula is so long that columns would stall on instruction fetches";
  }
  return resolved;
}
/// The cheapest for long formulas: teams hide their latency by more threads than columns have.
inline double relative_cost(Team, Schedule const&, SweepShape const& shape, TeamLimits const&) {
  return shape.long_formula ? 0.7 : 1.5;
}

}  // namespace tessera
