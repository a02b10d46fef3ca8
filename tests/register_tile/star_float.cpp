// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"

namespace register_tiles {

// One model a file: each has a kernel that takes a compiler long.
TEST_CASE("Register tiles give the bits of single steps: float", "[register_tiles]") {
  agree<steps::StarModel<3, 1, steps::warmth_float>>();
}

}  // namespace register_tiles
