// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "jacobi.hpp"

static gallery::Registered<gallery::Jacobi<1, 2>> const jacobi1d5;
