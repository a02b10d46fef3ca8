// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"

namespace register_tiles {

// One model a file: each has a kernel that takes a compiler long. nvcc 13.0.88 failed at this one now and then while
// rows in registers were found by offsets that it did not know (docs/time_tiling_trials.md), so that .ci/run compiles
// it.
TEST_CASE("Register tiles give the bits of single steps: stars in space", "[register_tiles]") {
  agree<steps::CountedModel<3, 1>>();
}

}  // namespace register_tiles
