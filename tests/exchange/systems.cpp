// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/system_models.hpp"
#include "exchange/cut_run.hpp"

using namespace agreement;
using exchange::check_cuts;
using exchange::ways_2d;
using exchange::ways_3d;

TEST_CASE("Two components give the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<WindModel<float>>({7, 6, 9}, ways_3d) > 0);
}
TEST_CASE("Two quantities of two number types give the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<ChaseModel>({17, 9}, ways_2d) == 36);
}
