// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat7_definition.hpp"

template struct tessera::bench::Heat7<tessera::bench::MainSpace, float>;
