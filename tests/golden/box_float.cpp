// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/weighted.hpp"

namespace golden {

TEST_CASE("A weighted box of 27 points in float, as it was", "[golden]") {
  hold<OneStage<3, float, BoxOp<float>>>("box27/float");
}

}  // namespace golden
