// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Waves as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, Acoustic2, Acoustic4, Acoustic8>();
}
TEST_CASE("Waves as users write them, in float", "[corpus]") { all_agree<float, Acoustic2, Acoustic8>(); }
TEST_CASE("Waves: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<Acoustic2>(folder, {{-1, 1}, {0, 1}, {0, 1}});  // speed and sponge are fractions
}

}  // namespace corpus_test
