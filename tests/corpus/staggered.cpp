// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Staggered systems as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, AcousticStaggered, Elastic, Maxwell>();
}
TEST_CASE("Staggered systems as users write them, in float", "[corpus]") { all_agree<float, Maxwell>(); }
TEST_CASE("Staggered systems: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<Maxwell>(folder);
}

}  // namespace corpus_test
