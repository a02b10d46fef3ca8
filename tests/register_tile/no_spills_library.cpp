// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "no_spills.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tessera/stencils/heat.hpp"
#include "tessera/stencils/weighted.hpp"

namespace register_tiles {

TEST_CASE("Register tiles of the library's stars keep what they hold in registers", "[register_tiles]") {
  CHECK(local_bytes_of<3, stencils::Heat<3, double>, double>() == 0);
  CHECK(local_bytes_of<3, stencils::Heat<3, float>, float>() == 0);
  CHECK(local_bytes_of<3, stencils::WeightedStar<3, 1, double>, double>() == 0);
}

}  // namespace register_tiles
