// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/choose_steps.hpp"

// One of the few files that know a backend by name: shared memory past what teams get, and copies that a thread does
// not wait for, need launches of CUDA's own. Tests run them on hosts, too (tests/emulated/).

#if defined(KOKKOS_ENABLE_CUDA) || defined(TESSERA_EMULATES_CUDA)
#include "tessera/strategy/column_ring/launch.hpp"
#include "tessera/strategy/per_cell/kernel.hpp"
#if TESSERA_REGISTER_TILES
#include "tessera/strategy/fused_stages/launch.hpp"
#include "tessera/strategy/persistent/launch.hpp"
#include "tessera/strategy/register_tile/launch.hpp"
#endif
#endif

namespace tessera {

/// Whether a grid may stay on the chip, and whether that pays: there are no numbers to choose but that of steps.
inline StepsPlan resolve_steps(Persistent, Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_persistent(request, shape, limits);
}

/// Whether several steps per launch pay in a register tile, and what it is: it has no numbers to choose.
inline StepsPlan resolve_steps(RegisterTile, Schedule const& request, StepsShape const& shape,
                               TeamLimits const& limits) {
  return resolve_register_tile(request, shape, limits);
}

/// How many steps per launch pay with rows in registers, and in which tiles.
inline StepsPlan resolve_steps(FusedStages, Schedule const& request, StepsShape const& shape,
                               TeamLimits const& limits) {
  return resolve_fused_stages(request, shape, limits);
}

namespace detail {

inline ResolvedSchedule resolve(ColumnRing, Schedule const& request, SweepShape const& shape,
                                TeamLimits const& limits) {
  return resolve_ring_schedule(request, shape, limits);
}

}  // namespace detail
}  // namespace tessera
