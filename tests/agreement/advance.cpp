// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "tessera/stencils/heat.hpp"

using namespace tessera;

namespace agreement {

struct warmth : Quantity<double> {};

struct WarmthModel {
  static constexpr int rank = 3;
  using Op = stencils::Heat<3, double>;
  static auto program(Grid<3> const& grid) {
    return Program{grid, Stage<Op, Reads<warmth>, Writes<warmth>>{Op{{0.11, 0.13, 0.15}}}};
  }
};

/// Steps one by one, in two parts, with a change of schedule, or on part of the machine: the bits of all at once.
template <class Exec>
void any_way_of_stepping(Exec const& exec) {
  auto const program = program_of<WarmthModel>({37, 19, 23}, Boundaries{2U, 1});
  NoiseRun const expected(exec, program, Schedule{}, 10);
  auto const same = [&](auto const& run) { return difference<3>(expected, run, Types<warmth>{}); };

  NoiseRun single(exec, program, Schedule{}, 0);
  for (int s = 0; s < 10; ++s) single.advance(1);
  CHECK(same(single) == "");
  CHECK(single.step() == 10);
  CHECK(single.time() == expected.time());

  NoiseRun changed(exec, program, Schedule{}, 3);
  changed.schedule(Schedule{"naive"});
  changed.advance(2);
  changed.schedule(Schedule{"team", 7, 3, 5, 0, Placement::planes});
  changed.advance(5);
  CHECK(same(changed) == "");

  NoiseRun restarted(exec, program, Schedule{}, 0);
  restarted.template set<warmth>(NoiseRun(exec, program, Schedule{}, 4).template get<warmth>());
  restarted.set_clock(4, 4 * 0.25);
  restarted.advance(6);
  CHECK(same(restarted) == "");

  if (exec.concurrency() < 2) return;  // one thread cannot be shared out
  auto const parts = Kokkos::Experimental::partition_space(exec, 1, 1);
  CHECK(same(NoiseRun(parts[0], program, Schedule{}, 10)) == "");
  auto const third = Kokkos::Experimental::partition_space(exec, 2, 1);
  CHECK(same(NoiseRun(third[0], program, Schedule{"team", 5, 3, 2}, 10)) == "");
}

TEST_CASE("Any way of stepping and any number of threads give the same bits", "[advance]") {
  test::for_each_space([](auto const& exec) { any_way_of_stepping(exec); });
}

}  // namespace agreement
