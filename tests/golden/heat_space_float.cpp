// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/heat.hpp"

namespace golden {

TEST_CASE("Heat in space in float, as it was", "[golden]") { hold_heat<3, float>(); }

}  // namespace golden
