// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"
#include "corpus/dump.hpp"

namespace corpus_test {

TEST_CASE("Diffusion as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, Anisotropic19, AnisotropicFields, Hyperdiffusion, MaskedDiffusion, Relaxation27>();
}
TEST_CASE("Diffusion as users write them, in float", "[corpus]") { all_agree<float, Anisotropic19>(); }
TEST_CASE("Diffusion: what noise becomes, as files", "[.dump]") {
  std::string const folder = folder_of_files();
  dump<Anisotropic19>(folder);
}

}  // namespace corpus_test
