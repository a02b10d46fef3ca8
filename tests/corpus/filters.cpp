// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus/agree.hpp"

namespace corpus_test {

TEST_CASE("Filters and fronts as users write them: every strategy as the oracle", "[corpus]") {
  all_agree<double, Bilateral, Median, Mean7, PeronaMalik, Curvature, Reinitialisation>();
}
TEST_CASE("Filters and fronts as users write them, in float", "[corpus]") { all_agree<float, Median>(); }

}  // namespace corpus_test
