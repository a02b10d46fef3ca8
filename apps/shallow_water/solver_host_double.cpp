// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver_definition.hpp"

// In a build for an accelerator the host is a backend as well; in a build for hosts it is the default one already.
template struct shallow_water::Solver<shallow_water::OtherSpace, double>;
