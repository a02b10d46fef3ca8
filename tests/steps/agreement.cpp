// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/models.hpp"

namespace steps {

template <int Rank, int R, class T>
struct SpreadOp {
  static auto op() { return Spread<R, T>{Rank}; }
};
template <int Rank, int R, class Q = warmth, class T = typename Q::value_type>
using StarModel = Model<Rank, Q, Spread<R, T>, SpreadOp<Rank, R, T>>;

struct BoxOp {
  static auto op() { return agreement::Box27<double>{0.2, 0.002}; }
};
struct PlaneBoxOp {
  static auto op() { return agreement::Box9<float>{0.2F, 0.015F}; }
};
struct LopsidedOp {
  static auto op() { return agreement::Lopsided<double>{0.1}; }
};
struct AheadOp {
  static auto op() { return agreement::Ahead<double>{0.2}; }
};
struct PlacedOp {
  static auto op() { return agreement::Placed<double>{0.1}; }
};

TEST_CASE("Several steps per launch give the bits of single ones: stars in space", "[steps]") {
  agree_everywhere<StarModel<3, 1>>();
  agree_everywhere<StarModel<3, 2, warmth_float>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: a long star", "[steps]") {
  agree_everywhere<StarModel<3, 4>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: a box", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Box27<double>, BoxOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: an uneven reach", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Lopsided<double>, LopsidedOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: place and time", "[steps]") {
  agree_everywhere<Model<3, warmth, agreement::Placed<double>, PlacedOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: planes", "[steps]") {
  agree_everywhere<StarModel<2, 1>>();
  agree_everywhere<Model<2, warmth_float, agreement::Box9<float>, PlaneBoxOp>>();
  agree_everywhere<Model<2, warmth, agreement::Ahead<double>, AheadOp>>();
}
TEST_CASE("Several steps per launch give the bits of single ones: lines", "[steps]") {
  agree_everywhere<StarModel<1, 1, warmth_float>>();
  agree_everywhere<StarModel<1, 3>>();
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
