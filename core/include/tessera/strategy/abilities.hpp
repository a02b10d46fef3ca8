// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>

#include "tessera/schedule.hpp"

/// Whether to compile the strategies that no plan chooses by default (the CMake option of this name).
#if !defined(TESSERA_ALL_STRATEGIES)
#define TESSERA_ALL_STRATEGIES 0
#endif

namespace tessera {

/// The abilities of a strategy, as plain data: each tag has `static constexpr Abilities abilities{...};`. A strategy
/// that lacks an ability which a stage needs is refused with a message if it was requested, and skipped otherwise.
struct Abilities {
  bool scalars = false;        ///< runs stages that read or make global scalars
  bool parts = false;          ///< runs stages over a region of the grid, or over faces, edges or nodes
  bool flux_edges = false;     ///< runs only 2D operators that are split into flux edges (HasFluxEdges)
  bool long_formulas = true;   ///< runs operators whose formula takes many registers (long_formula_registers)
  bool several_steps = false;  ///< a launch takes several steps, or all stages of one
  bool fewer_steps = false;    ///< such a launch may take fewer steps than its schedule says
  bool or_next = false;        ///< if it is not chosen, the next strategy of several steps is tried
};

/// Compile-time facts of a stage.
struct StageFacts {
  bool flux_edges = false;    ///< it splits a whole grid into flux edges, for which the space has a strategy
  bool long_formula = false;  ///< its formula takes many registers (long_formula_registers)
  bool reduces = false;       ///< it has a reduction
  bool part = false;          ///< it acts on a region
  int window_registers = 0;   ///< of the windows of its column sweep (ColumnShape)
};

/// Whether a plan on a device may choose a strategy by default for stages with these facts; if not, no grid makes it
/// the cheapest (relative_cost). Such a strategy is compiled for the stage only with TESSERA_ALL_STRATEGIES. A strategy
/// overloads this for its tag.
template <class Strategy>
constexpr bool may_be_cheapest(Strategy, StageFacts const&) {
  return true;
}

/// The cost of a step by a strategy without a cost: it is chosen if no other is able.
inline constexpr double no_cost = std::numeric_limits<double>::max();

/// The cost of a step of a stage on a device, relative to a column sweep. The plan takes the cheapest strategy that is
/// able. A strategy overloads this for its tag; `own` holds the requested numbers.
template <class Strategy>
double relative_cost(Strategy, Schedule const& own, SweepShape const& shape, TeamLimits const& limits) {
  (void)own, (void)shape, (void)limits;
  return no_cost;
}

}  // namespace tessera
