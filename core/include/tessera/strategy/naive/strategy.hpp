// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The oracle, the reference for all other strategies: one work item per cell, neighbours from memory, then one per
/// ghost.
struct Naive {
  static constexpr char const* name = "naive";
  static constexpr Abilities abilities{.scalars = true, .parts = true};
};

inline ResolvedSchedule resolve(Naive, Schedule request, SweepShape const&, TeamLimits const&) {
  request.strategy = Naive::name;
  return {request, 0, "the oracle: one work item per cell, neighbours from memory"};
}

/// The oracle is slower than all others on the whole, and yet the fastest for some operators of many inputs: trials
/// tell.
inline double relative_cost(Naive, Schedule const&, SweepShape const&, TeamLimits const&) { return 4; }

}  // namespace tessera
