// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "definition.hpp"

template struct tessera::bench::Paper003<tessera::bench::MainSpace, double>;
