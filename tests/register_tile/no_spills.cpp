// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "no_spills.hpp"

#include <catch2/catch_test_macros.hpp>

namespace register_tiles {

TEST_CASE("Register tiles of a user's star keep what they hold in registers", "[register_tiles]") {
  CHECK(local_bytes_of<3, Plain<double>, double>() == 0);
  CHECK(local_bytes_of<3, Plain<float>, float>() == 0);
}

}  // namespace register_tiles
