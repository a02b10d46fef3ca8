// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver_definition.hpp"

template struct shallow_water::Solver<Kokkos::DefaultExecutionSpace, double>;
