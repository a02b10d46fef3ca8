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
/// Windows that take more registers than this leave too few for the formula: the kernel would keep them in memory, and
/// take a compiler minutes (bench/corpus).
inline constexpr int most_window_registers = 160;
constexpr bool may_be_cheapest(Column, StageFacts const& stage) {
  return stage.window_registers <= most_window_registers;
}

}  // namespace tessera
