// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/weighted.hpp"

namespace golden {

TEST_CASE("A weighted star of reach 2 in float, as it was", "[golden]") {
  hold<OneStage<3, float, StarOp<float>>>("star2/float");
}

}  // namespace golden
