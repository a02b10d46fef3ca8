// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_tile/agree.hpp"

namespace register_tiles {

// One model a file: each has a kernel that takes a compiler long.
TEST_CASE("Register tiles give the bits of single steps: uneven reach, position and time", "[register_tiles]") {
  agree<steps::Model<3, steps::warmth, agreement::Placed<double>, steps::PlacedOp>>();
}

}  // namespace register_tiles
