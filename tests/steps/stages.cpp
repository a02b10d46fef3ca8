// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps/chains.hpp"
#include "tessera/stencils/fdtd.hpp"

namespace steps {

/// Launches of several stages and steps against single ones of the oracle, cell by cell and to the bit, in tiles of
/// several sizes, in calls that the steps do not divide.
template <class States, class Exec, class ProgramType>
void agree_stage_by_stage(Exec const& exec, ProgramType const& program, int turn, bool fuses, bool whole) {
  constexpr int all[] = {1, 2, 3, 5, 8};
  int const some = all[turn % 5];
  if (some == 1 && !fuses) return;
  std::vector<int> const calls{some + turn % 3, 1, 2 * some + 1};
  agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0);
  for (int call : calls) expected.advance(call);
  std::vector<std::string> strategies{"overlapped"};
  if (on_host<Exec>) strategies.emplace_back("shared_tiles");
  for (std::string const& strategy : strategies) {
    for (Schedule schedule : tilings(strategy)) {
      schedule.steps_per_launch = some;
      INFO(Exec::name() << ", " << agreement::text_of(schedule) << ", " << some << " steps, turn " << turn);
      try {
        agreement::NoiseRun actual(exec, program, schedule, 0);
        REQUIRE((actual.plan().steps.steps == some && actual.plan().steps.launches()));
        for (int call : calls) actual.advance(call);
        REQUIRE((actual.step() == expected.step() && actual.time() == expected.time()));
        REQUIRE(cells_of(actual, States{}) == cells_of(expected, States{}));
      } catch (InputError const& refused) {
        INFO(refused.what());
        bool const fits = std::string(refused.what()).find("do not fit") == std::string::npos;
        REQUIRE((whole || !fits));
        REQUIRE((schedule.tile_x > 0 || strategy == "shared_tiles" || !on_host<Exec>));
      }
    }
  }
}

template <int Rank, bool Twice, class Exec>
void agree_in_chains(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : grids<Rank>()) {
    for (unsigned periodic : {0U, 1U << (turn % 3), 6U >> (turn % 2), 7U}) {
      auto const plain = chain<Rank, Twice>(agreement::grid_of<Rank>(cells, Boundaries{periodic, turn}))
                             .template boundary<wall>(Neumann{0.25});
      auto const program = agreement::with_rules(plain, turn, ChainStates{});
      agree_stage_by_stage<ChainStates>(exec, program, turn++, !Twice, false);
    }
  }
}

TEST_CASE("Stages in one launch give the bits of single ones: a chain of three", "[steps]") {
  test::for_each_space([](auto const& exec) { agree_in_chains<3, true>(exec); });
}
TEST_CASE("Stages in one launch give the bits of single ones: a chain of two", "[steps]") {
  test::for_each_space([](auto const& exec) { agree_in_chains<1, false>(exec); });
}

/// Staggered fields, each updated in place.
template <class Exec>
void agree_in_waves(Exec const& exec) {
  using namespace tessera::stencils;
  int turn = 0;
  for (auto const& cells : grids<2>()) {
    for (unsigned periodic : {0U, 1U, 2U, 3U}) {
      auto const grid = agreement::grid_of<2>(cells, Boundaries{periodic, turn});
      auto const program = fdtd_program<double>(grid, Medium{}, 0.4);
      agree_stage_by_stage<Types<ex<double>, ey<double>, hz<double>>>(exec, program, turn++, true, false);
    }
  }
}
TEST_CASE("Stages in one launch give the bits of single ones: waves", "[steps]") {
  test::for_each_space([](auto const& exec) { agree_in_waves(exec); });
}

}  // namespace steps
