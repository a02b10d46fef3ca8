// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "tessera/plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// What runs for a program on the execution space `space`, and why: one line for each quantity (ghost layers, buffers)
/// and each stage (reads, bytes per cell, strategy, numbers, reason).
std::string explain(ProgramInfo const& program, Plan const& plan, std::vector<StageReport> const& reports,
                    std::string const& space);

}  // namespace tessera
