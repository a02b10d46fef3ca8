// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/tile_plan.hpp"

namespace tessera {

/// The stages over cells of a program, by their places in it.
std::vector<std::size_t> cell_stages(ProgramInfo const& program);

/// Whether a program is within the limits of run-time planning.
bool fits_tile(ProgramInfo const& program);

/// The part of a program that concerns cells. For programs within the limits.
AnyTileProgram tile_program(ProgramInfo const& program);

}  // namespace tessera
