// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// All of the library but the ready-made stencils (tessera/stencils/) and the run loop (tessera/run/, tessera/io/).

#include "tessera/backend/device_info.hpp"
#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/operator/check_reaches.hpp"
#include "tessera/reduce.hpp"
#include "tessera/run/roof.hpp"
#include "tessera/solution.hpp"
