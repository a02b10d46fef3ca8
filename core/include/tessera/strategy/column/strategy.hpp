// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// The default strategy of GPUs: a thread sweeps columns of 16 bytes along z with its neighbours in registers.
struct Column {
  static constexpr char const* name = "column";
  static constexpr Abilities abilities{.scalars = true, .long_formulas = false};
};

inline ResolvedSchedule resolve(Column, Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_column_schedule(request, shape, limits);
}
inline double relative_cost(Column, Schedule const&, SweepShape const&, TeamLimits const&) { return 1; }

}  // namespace tessera
