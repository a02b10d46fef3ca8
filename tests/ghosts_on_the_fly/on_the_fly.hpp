// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <catch2/catch_test_macros.hpp>

#include "agreement/operators.hpp"
#include "agreement/runs.hpp"

// Single steps that make the ghosts they read from cells, and store none.

/// Those that can, and the oracle: nothing else is to be compiled.
template <class Exec>
requires(Kokkos::is_execution_space<Exec>::value) struct tessera::ExecTraits<Exec> : tessera::DefaultTraits<Exec> {
  using strategies = std::conditional_t<tessera::detail::is_native<Exec>,
                                        tessera::Types<tessera::Column, tessera::Naive, tessera::ColumnRing>,
                                        tessera::Types<tessera::Column, tessera::Naive>>;
  using time_strategies = tessera::Types<>;
};

namespace on_the_fly {

using namespace tessera;
using Extents3 = std::array<int, 3>;

template <class T>
struct value : Quantity<T> {};

template <class T, class Op>
auto program_of(Grid<3> const& grid, Op const& op) {
  return Program{grid, Stage<Op, Reads<value<T>>, Writes<value<T>>>{op}};
}
/// Every kind of rule with one number, on other faces in each turn.
template <class T, class ProgramType>
ProgramType with_plain_rules(ProgramType program, int turn) {
  for (int f = 0; f < 6; ++f) {
    auto const face = static_cast<Face>(f);
    if (program.grid().periodic[static_cast<std::size_t>(f / 2)]) continue;
    int const rule = (f + turn) % 3;
    if (rule == 0) program = program.template boundary<value<T>>(face, Dirichlet{0.75});
    if (rule == 1) program = program.template boundary<value<T>>(face, Dirichlet{0.25, ValueAt::node});
    if (rule == 2) program = program.template boundary<value<T>>(face, Neumann{0.125});
  }
  return program;
}

/// Whole threads wide and high: one thread, one tile, several; one plane, fewer planes than a chunk, several chunks.
std::vector<Extents3> const sizes{{4, 4, 2},  {4, 4, 3},    {8, 4, 1},    {8, 12, 5},
                                  {64, 8, 7}, {136, 36, 9}, {256, 20, 3}, {12, 64, 40}};

template <class T, class Op>
void agrees(Op const& op, std::vector<std::string> const& strategies = {"column", "column_ring"}) {
  int const thinnest = detail::input_reach<Op, 0>::radius;
  test::for_each_space([&](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    int turn = 0;
    for (Extents3 const& cells : sizes) {
      if (cells[2] < thinnest) continue;
      auto const program =
          with_plain_rules<T>(program_of<T>(agreement::grid_of<3>(cells, agreement::Boundaries{0, 0}), op), turn++);
      agreement::NoiseRun const expected(exec, program, Schedule{"naive"}, 5);
      for (std::string const& strategy : strategies) {
        if (strategy == "column_ring" ? !detail::is_native<Exec> : test::emulated) continue;
        for (int const chunk : {0, 1, 3}) {
          Schedule schedule{strategy};
          schedule.chunk_z = chunk;
          agreement::NoiseRun const actual(exec, program, schedule, 5);
          INFO(Exec::name() << ", " << strategy << ", chunk " << chunk << ", cells " << cells[0] << " x " << cells[1]
                            << " x " << cells[2] << ", turn " << turn);
          REQUIRE(actual.plan().steps.ghosts_on_the_fly);
          REQUIRE(agreement::difference<3>(expected, actual, typename decltype(program)::quantities{}) == "");
        }
      }
    }
  });
}

}  // namespace on_the_fly
