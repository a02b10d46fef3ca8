// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Transport as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, AdvectionUpwind, Burgers, AdvectionWeno5, EulerHll>();
}
TEST_CASE("Transport as users write them, in float", "[corpus]") { all_agree<float, AdvectionWeno5>(); }
TEST_CASE("Transport: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<Burgers>(folder);
  dump<AdvectionWeno5>(folder);
  dump<EulerHll>(folder, {{0.5, 1}, {-2, 2}, {-2, 2}, {8.2, 9}});  // positive pressures, and speeds above that of sound
}

}  // namespace corpus_test
