// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/execution_plan.hpp"

namespace tessera {

/// The part of `explain(ExecutionPlan)` with one line for each quantity (ghost layers, buffers) and each stage (reads,
/// bytes per cell, strategy, numbers, reason), and, if the plan has launches of all stages, for one of them on a tile.
std::string explain_stages(ExecutionPlan const& plan);

/// One line about a launch of `steps` steps of all stages on a tile: what it loads, computes beyond the tile and keeps
/// (see plan_tile). Global scalars take no part. A reduction ends a launch, and the line says so. Limits: 8 steps, 16
/// stages, 16 reads of a stage; beyond them the line says that.
std::string explain_tile(ProgramInfo const& program, int steps);

}  // namespace tessera
