// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/steps_plan.hpp"

namespace tessera {

/// What a sweep that makes the ghosts it reads itself asks of a grid, in storage axes. `vector` 0: no such sweep is
/// compiled.
struct OnTheFlyGhosts {
  int vector = 0;  ///< cells that a thread owns side by side along x
  int rows = 1;    ///< and along y
  int reach = 0;
};

/// Lets a plan of single steps take all but the last of a call by sweeps that write no ghosts of the state and make
/// those that they read from cells, if they can: every face has one number, and threads own whole vectors and rows. If
/// not, the plan's reason says why. `state`: which read of the one stage is what it writes.
void make_ghosts_on_the_fly(StepsPlan& plan, ProgramInfo const& program, Schedule const& request,
                            OnTheFlyGhosts const& sweep, int state);

}  // namespace tessera
