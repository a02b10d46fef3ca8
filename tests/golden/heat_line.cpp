// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/heat.hpp"

namespace golden {

TEST_CASE("Heat on a line, as it was", "[golden]") { hold_heat<1, double>(); }
TEST_CASE("Heat on a line in float, as it was", "[golden]") { hold_heat<1, float>(); }

}  // namespace golden
