// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Reactions and phases as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, GrayScott, Arrhenius, CahnHilliard, CahnHilliard13, AllenCahn>();
}
TEST_CASE("Reactions and phases as users write them, in float", "[corpus]") { all_agree<float, GrayScott>(); }
TEST_CASE("Reactions and phases: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<GrayScott>(folder);
  dump<CahnHilliard>(folder);
}

}  // namespace corpus_test
