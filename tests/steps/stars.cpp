// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/models.hpp"

namespace steps {

TEST_CASE("Several steps per launch give the bits of single ones: stars in space", "[steps]") {
  agree_everywhere<StarModel<3, 1>>();
  agree_everywhere<StarModel<3, 2, warmth_float>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: a long star", "[steps]") {
  agree_everywhere<StarModel<3, 4>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: lines", "[steps]") {
  agree_everywhere<StarModel<1, 1, warmth_float>>();
  agree_everywhere<CountedModel<1, 3>>();
}

}  // namespace steps
