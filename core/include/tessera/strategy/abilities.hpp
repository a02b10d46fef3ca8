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
  bool flux_edges = false;     ///< runs only operators of the plane that are made of flux edges (HasFluxEdges)
  bool long_formulas = true;   ///< runs operators whose formula takes many registers (long_formula_registers)
  bool several_steps = false;  ///< a launch takes several steps, or all stages of one
  bool fewer_steps = false;    ///< such a launch may take fewer steps than its schedule says
  bool or_next = false;        ///< where it is not chosen, the next strategy of several steps is asked
};

/// What of a stage is known when a program is compiled.
struct StageFacts {
  bool flux_edges = false;    ///< it is made of flux edges, and the execution space has a strategy for those
  bool long_formula = false;  ///< its formula takes many registers (long_formula_registers)
  bool reduces = false;       ///< it makes one value of all cells
  bool doubles = true;        ///< it writes values of 8 bytes
};

/// Whether a plan of a device may choose a strategy that nobody asks for, for a stage of which that much is known: no
/// grid makes it the cheapest otherwise (relative_cost). Such a strategy is compiled for the stage only where
/// TESSERA_ALL_STRATEGIES says so. A strategy overloads this for its tag.
template <class Strategy>
constexpr bool may_be_cheapest(Strategy, StageFacts const&) {
  return true;
}

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
