// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/weighted.hpp"

namespace golden {

TEST_CASE("A weighted star of reach 2, as it was", "[golden]") {
  hold<OneStage<3, double, StarOp<double>>>("star2/double");
}

}  // namespace golden
