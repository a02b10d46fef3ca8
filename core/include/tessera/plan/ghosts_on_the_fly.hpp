// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/steps_plan.hpp"

namespace tessera {

/// The requirements of a sweep with ghosts on the fly on the grid, in storage axes. `vector` 0: no such sweep is
/// compiled.
struct OnTheFlyGhosts {
  int vector = 0;  ///< cells per thread along x
  int rows = 1;    ///< rows per thread along y
  int reach = 0;
};

/// Lets single steps make ghosts on the fly where they can: sweeps then write no ghosts of the state and make those
/// that they read from cells, in all but the last step of a call. Every face must have one number, and threads own
/// whole vectors and rows. If not, the reason of the plan says why. `state`: the read of the one stage that is also its
/// write.
void make_ghosts_on_the_fly(StepsPlan& plan, ProgramInfo const& program, Schedule const& request,
                            OnTheFlyGhosts const& sweep, int state);

}  // namespace tessera
