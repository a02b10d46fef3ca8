// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/models.hpp"

namespace steps {

TEST_CASE("Several steps per launch give the bits of single ones: a box", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Box27<double>, BoxOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: an uneven reach", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Lopsided<double>, LopsidedOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: planes", "[steps]") {
  agree_everywhere<StarModel<2, 1>>();
  agree_everywhere<Model<2, warmth_float, agreement::Box9<float>, PlaneBoxOp>>();
  agree_everywhere<Model<2, warmth, agreement::Ahead<double>, AheadOp>>();
  agree_everywhere<Model<2, warmth, Above, AboveOp>>();
}

}  // namespace steps
