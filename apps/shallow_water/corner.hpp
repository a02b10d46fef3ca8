// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

namespace shallow_water {

/// The south-west corner of a problem, no more than `cells` long on either axis and with walls around it: something to
/// try how fast its steps are. It has no gauges.
Problem corner(Problem const& problem, long cells);

}  // namespace shallow_water
