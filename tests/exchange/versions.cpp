// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/system_models.hpp"
#include "exchange/cut_run.hpp"

using namespace agreement;
using exchange::check_cuts;
using exchange::ways_3d;

TEST_CASE("Two stages in place give the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<SoundModel>({7, 8, 9}, ways_3d) == 80);
}
TEST_CASE("Old versions give the same bits on any ranks", "[cut]") {
  CHECK(check_cuts<LeapModel>({7, 8, 9}, ways_3d) == 80);
}
