// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The kernels of the literature (docs/strategies.md), for an ExecTraits that compiles them.

#include "tessera/sweep/classic/block.hpp"
#include "tessera/sweep/classic/strategies.hpp"
#include "tessera/sweep/classic/stream.hpp"
