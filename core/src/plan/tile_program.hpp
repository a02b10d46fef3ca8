// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/tile_plan.hpp"

namespace tessera {

/// The stages over cells of a program, by their places in it.
std::vector<std::size_t> cell_stages(ProgramInfo const& program);

/// Whether a program has no more of anything than can be planned.
bool fits_tile(ProgramInfo const& program);

/// What of a program's stages over cells concerns cells. Of a program that fits.
AnyTileProgram tile_program(ProgramInfo const& program);

}  // namespace tessera
