// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/runs.hpp"

#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "locations/models.hpp"
#include "regions/spaces_with_column.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace locations {

/// Team gives the bits of naive, and so does what is chosen where nothing is asked for; ghosts included.
template <class Model, class Exec>
void agrees(Exec const& exec) {
  using enum Placement;
  int turn = 0;
  for (std::array<int, 2> const& cells : {std::array{1, 1}, {2, 1}, {1, 3}, {3, 2}, {9, 4}, {31, 13}, {130, 3}}) {
    if (std::min(cells[0], cells[1]) < Model::fewest) continue;
    for (unsigned periodic : {0U, 1U, 2U, 3U}) {
      auto const program = agreement::program_of<Model>(cells, agreement::Boundaries{periodic, turn++});
      using Quantities = typename decltype(program)::quantities;
      agreement::NoiseRun const expected(exec, program, Schedule{"naive"}, 4);
      for (Schedule const& schedule :
           {Schedule{}, Schedule{"team", 8, 4, 3, 0, memory}, Schedule{"team", 5, 3, 2, 0, planes},
            Schedule{"team", 64, 7, 100, 0, memory, Streaming::on}, Schedule{"per_cell"}}) {
        agreement::NoiseRun const actual(exec, program, schedule, 4);
        INFO(Exec::name() << ", " << agreement::text_of(schedule) << ", periodic " << periodic << ", turn " << turn);
        CAPTURE(cells);
        REQUIRE(agreement::difference<2>(expected, actual, Quantities{}) == "");
      }
    }
  }
}

TEST_CASE("Values at several locations in one program agree", "[locations]") {
  test::for_each_space([](auto const& exec) { agrees<Mixed<double>>(exec); });
}
TEST_CASE("Stages over values that are not in cells are run by a strategy that can, and it is said why",
          "[locations]") {
  Grid<2> const grid{{9, 4}};
  auto const program = agreement::program_of<Mixed<double>>(grid.cells, agreement::Boundaries{0, 0});
  Kokkos::DefaultHostExecutionSpace const exec;
  std::string const told = Solution{exec, program}.explain();
  CHECK_THAT(told,
             ContainsSubstring("stage ToNodes<double> on " + std::string(exec.name()) + ": strategy team") &&
                 ContainsSubstring("; strategy column goes over cells alone") &&
                 ContainsSubstring("stage ToCells<double> on " + std::string(exec.name()) + ": strategy column") &&
                 ContainsSubstring("quantity across: on faces across x, ghost layers") &&
                 ContainsSubstring("acts on nodes: y 1 to "));
  CHECK_THROWS_MATCHES(
      (Solution{exec, program, Schedule{"column"}}), InputError,
      MessageMatches(ContainsSubstring(
          "stage ToNodes<double> goes over faces, edges or nodes, which strategy 'column' does not do")));
}
TEST_CASE("Stages over part of the nodes agree", "[locations]") {
  test::for_each_space([](auto const& exec) { agrees<Parts<float>>(exec); });
}

}  // namespace locations
