// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "paper000.hpp"

template struct tessera::bench::Paper000<tessera::bench::MainSpace>;
