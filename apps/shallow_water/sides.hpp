// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

namespace shallow_water {

/// Adds `[boundary]`: walls, open sides, levels, discharges, periodic axes; a side may be a list of ranges.
void add_side_keys(tessera::Schema& schema);

/// Reads the sides of a problem whose mesh, bed and depth are read. What no range names is a wall. A discharge is
/// shared by what each cell of its range conveys at the start: its depth to the power 5/3; where all is dry, by the
/// depth below the range's highest bed. Throws InputError for ranges that overlap or reach past the side.
void read_sides(Problem& problem, tessera::Config const& config, double end);

}  // namespace shallow_water
