// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/error.hpp"
#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The portable strategy: a Kokkos team per tile sweeps along z, with neighbours in scratch planes or in memory.
struct Team {
  static constexpr char const* name = "team";
  static constexpr Abilities abilities{.scalars = true, .parts = true};
};

/// Whether planes in scratch are compiled for a stage. A plan never chooses them on hosts, nor for whole grids of flux
/// edges, for which devices have a cheaper strategy.
constexpr bool may_keep_planes(bool host, StageFacts const& stage) {
  return TESSERA_ALL_STRATEGIES || (!host && (stage.part || !stage.flux_edges));
}

inline ResolvedSchedule resolve(Team, Schedule request, SweepShape const& shape, TeamLimits const& limits) {
  bool const flux_edges = shape.flux_edges && !shape.part && limits.edge_sweep;
  bool const planes = may_keep_planes(limits.host, {.flux_edges = flux_edges, .part = shape.part});
  bool const unasked = request.placement == Placement::automatic;
  if (!planes && request.placement == Placement::planes) {
    throw InputError(
        "schedule: placement = planes is not compiled for such a stage, for which no plan chooses it; leave it out, or "
        "configure with -DTESSERA_ALL_STRATEGIES=ON to compile it");
  }
  if (!planes && !limits.host) request.placement = Placement::memory;  // hosts take it by themselves
  ResolvedSchedule resolved = resolve_team_schedule(request, shape, limits);
  if (!planes && !limits.host && unasked) {
    resolved.reason = "neighbours stay in memory: planes in scratch are not compiled for such a stage";
  }
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
