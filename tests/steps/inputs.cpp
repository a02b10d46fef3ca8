// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/models.hpp"

namespace steps {

TEST_CASE("Several steps per launch give the bits of single ones: place and time", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Placed<double>, PlacedOp>>();
}

/// A coefficient beside the state, whose ghosts are read from memory.
template <class Exec>
void coefficients(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : grids<3>()) {
    for (unsigned periodic : {0U, 2U, 5U, 7U}) {
      Program const plain{agreement::grid_of<3>(cells, Boundaries{periodic, turn}),
                          Stage<Conduct, Reads<conductivity, warmth>, Writes<warmth>>{}};
      auto const program = agreement::with_rules<warmth>(plain.template boundary<conductivity>(Neumann{0.125}), turn);
      agree_with_single_steps<warmth>(exec, program, turn, false);
    }
  }
}
TEST_CASE("Several steps per launch give the bits of single ones: a coefficient", "[steps]") {
  test::for_each_space([](auto const& exec) { coefficients(exec); });
}

/// Ghosts of the user's own beside all others.
template <class M, class Exec>
void own_ghosts(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : grids<M::rank>()) {
    for (unsigned periodic : {0U, 1U, 2U, 4U}) {
      auto program = M::program(agreement::grid_of<M::rank>(cells, Boundaries{periodic, turn}))
                         .template boundary<warmth>(Ghost{Mixed{}});
      for (int f = 0; f < 2 * M::rank; ++f) {
        bool const plain = (f + turn) % 2 == 0 && ((periodic >> (f / 2)) & 1U) == 0;
        if (plain) program = program.template boundary<warmth>(static_cast<Face>(f), Neumann{0.25});
      }
      agree_with_single_steps<warmth>(exec, program, turn, M::diagonal);
    }
  }
}
TEST_CASE("Several steps per launch give the bits of single ones: ghosts of the user's own", "[steps]") {
  test::for_each_space([](auto const& exec) {
    own_ghosts<Model<3, warmth, agreement::Box27<double>, BoxOp>>(exec);
    own_ghosts<StarModel<2, 1>>(exec);
  });
}

}  // namespace steps
