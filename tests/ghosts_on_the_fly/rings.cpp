// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ghosts_on_the_fly/on_the_fly.hpp"

namespace on_the_fly {

// Ghosts of long stars are made in the ring, not in windows.
TEST_CASE("Steps without ghosts in memory give the oracle's bits: long stars", "[ghosts_on_the_fly]") {
  if (!test::has_native) SKIP(test::native_alone);
  agrees<double>(agreement::LongStar<3, double>{0.3, {0.1, 0.05, 0.02}}, {"column_ring"});
  agrees<double>(agreement::LongStar<4, double>{0.3, {0.1, 0.05, 0.02, 0.01}}, {"column_ring"});
  agrees<float>(agreement::LongStar<4, float>{0.3F, {0.1F, 0.05F, 0.02F, 0.01F}}, {"column_ring"});
}

}  // namespace on_the_fly
