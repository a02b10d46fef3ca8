// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "equation_definition.hpp"

template struct heat3d::Equation<Kokkos::DefaultExecutionSpace, float, false, true>;
template struct heat3d::Equation<heat3d::OtherSpace, float, false, true>;
