// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/execution_plan.hpp"

namespace tessera {

/// The part of `explain(ExecutionPlan)` that tells, in a line each, of quantities (ghost layers, buffers) and stages
/// (reads, bytes per cell, strategy, numbers, reason), and what a launch of all stages on a tile would take.
std::string explain_stages(ExecutionPlan const& plan);

/// What a launch of `steps` steps of all stages on a tile loads, computes beyond the tile and keeps (see plan_tile), in
/// one line. Global scalars take no part; a stage that makes one of all cells ends a launch, and the line says so. At
/// most 8 steps, 16 stages, and 16 reads of a stage are planned for; of more it says that.
std::string explain_tile(ProgramInfo const& program, int steps);

}  // namespace tessera
