// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan/program_plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// What runs for a program on the execution space `space`, and why: one line for each quantity (ghost layers, buffers)
/// and each stage (reads, bytes per cell, strategy, numbers, reason), and what a launch of all stages on a tile would
/// take.
std::string explain(ProgramInfo const& program, Plan const& plan, std::vector<StageReport> const& reports,
                    std::string const& space, int steps_per_launch = 1);

/// What a launch of `steps` steps of all stages on a tile loads, computes beyond the tile and keeps (see plan_tile), in
/// one line. Values that are there once per program take no part; a stage that makes one of all cells ends a launch,
/// and the line says so. At most 8 steps, 16 stages, and 16 reads of a stage are planned for; of more it says that.
std::string explain_tile(ProgramInfo const& program, int steps);

}  // namespace tessera
