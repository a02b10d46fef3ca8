// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>

#include "tessera/schedule.hpp"

namespace tessera {

/// What a strategy can do, as plain data: each tag has `static constexpr Abilities abilities{...};`. What a stage needs
/// and the strategy lacks is refused with a message when it is asked for by name, and passed over otherwise.
struct Abilities {
  bool scalars = false;        ///< runs stages that read or make global scalars
  bool parts = false;          ///< runs stages over a region of the grid, or over faces, edges or nodes
  bool flux_edges = false;     ///< runs only operators of the plane that are made of flux edges (HasEdges)
  bool long_formulas = true;   ///< runs operators whose formula takes many registers (long_formula_registers)
  bool several_steps = false;  ///< a launch takes several steps, or all stages of one
  bool fewer_steps = false;    ///< such a launch may take fewer steps than its schedule says
  bool or_next = false;        ///< where it is not chosen, the next strategy of several steps is asked
};

/// The cost of a step by a strategy that says nothing of it: it is chosen where no other one is able.
inline constexpr double no_cost = std::numeric_limits<double>::max();

/// What a step of a stage costs by a strategy on a device, relative to a column sweep: the plan takes the cheapest
/// strategy that is able. A strategy overloads this for its tag; `own` holds the numbers that were asked for.
template <class Strategy>
double relative_cost(Strategy, Schedule const& own, SweepShape const& shape, TeamLimits const& limits) {
  (void)own, (void)shape, (void)limits;
  return no_cost;
}

}  // namespace tessera
