// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The kernels of the literature (docs/strategies.md), for an ExecTraits that compiles them.

#include "tessera/strategy/classic/block.hpp"
#include "tessera/strategy/classic/strategies.hpp"
#include "tessera/strategy/classic/stream.hpp"
