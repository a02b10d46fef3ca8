// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Systems of many fields as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, Magnetic, LatticeBoltzmann, NavierStokes>();
}
TEST_CASE("Systems of many fields as users write them, in float", "[corpus]") { all_agree<float, LatticeBoltzmann>(); }
TEST_CASE("Systems of many fields: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<LatticeBoltzmann>(folder, std::vector<Range>(9, {0.2, 1}));  // densities are above the bound
  dump<NavierStokes>(folder);
}

}  // namespace corpus_test
