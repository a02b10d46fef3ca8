// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water_definition.hpp"

template struct tessera::bench::ShallowWater<tessera::bench::MainSpace, double>;
