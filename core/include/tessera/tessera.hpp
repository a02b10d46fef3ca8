// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// All that a program written against the library needs, but for the stencils that are ready made (tessera/stencils/)
// and the run loop (tessera/run/, tessera/io/).

#include "tessera/backend/device_info.hpp"
#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/operator/check_reaches.hpp"
#include "tessera/reduce.hpp"
#include "tessera/run/roof.hpp"
#include "tessera/solution.hpp"
