// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The strategy of GPUs for 2D operators split into flux edges (HasFluxEdges): each flux edge is computed once and
/// passed from thread to thread.
struct Edges {
  static constexpr char const* name = "edges";
  static constexpr Abilities abilities{.scalars = true, .flux_edges = true};
};

inline ResolvedSchedule resolve(Edges, Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_flux_edge_schedule(request, shape, limits);
}
inline double relative_cost(Edges, Schedule const&, SweepShape const& shape, TeamLimits const&) {
  return suits_flux_edges(shape) ? 0.5 : no_cost;
}

}  // namespace tessera
