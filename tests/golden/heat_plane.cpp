// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/heat.hpp"

namespace golden {

TEST_CASE("Heat in the plane, as it was", "[golden]") { hold_heat<2, double>(); }
TEST_CASE("Heat in the plane in float, as it was", "[golden]") { hold_heat<2, float>(); }

}  // namespace golden
