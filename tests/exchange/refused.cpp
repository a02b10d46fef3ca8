// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "exchange/cut_run.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using exchange::Exec;
using Host = Kokkos::DefaultHostExecutionSpace;  // with its time tiles

namespace {

struct u : Quantity<double> {};
struct most : Quantity<double, 1, GlobalScalar> {};
struct factor : Quantity<double, 1, GlobalScalar> {};

/// Along a line, scaled by a global scalar.
struct Spread {
  using reach = Reaches<Star<2>, Centre>;
  template <class U, class F>
  KOKKOS_FUNCTION double operator()(U const& v, F const& f) const {
    return v() + f() * (v(2) - v(-1));
  }
};
struct Shrink {
  using reach = Centre;
  template <class F>
  KOKKOS_FUNCTION double operator()(F const& f) const {
    return 0.75 * f();
  }
};
struct Most {
  using reach = Centre;
  template <class U>
  KOKKOS_FUNCTION auto operator()(U const& v) const {
    return Reduce<Max>{v()};
  }
};
/// A ghost from what stands inside.
struct Copied {
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& v, Beyond<1> const&) const {
    return v.inside(1);
  }
};

using SpreadStage = Stage<Spread, Reads<u, factor>, Writes<u>>;
using ShrinkStage = Stage<Shrink, Reads<factor>, Writes<factor>>;

/// On a line, with a stage of scalars alone.
struct Line {
  static constexpr int rank = 1;
  static auto program(Grid<1> const& grid) { return Program{grid, SpreadStage{}, ShrinkStage{}}; }
};

struct Smooth {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& v) const {
    return 0.5 * v() + 0.25 * (v(1) + v(-1));
  }
};

/// Why the grid of a program cannot be cut.
template <class ProgramType>
std::string refusal(ProgramType const& program) {
  try {
    (void)cuttable(program.info());
  } catch (InputError const& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("Global scalars that stages of scalars make are the same on any ranks, on a line", "[cut]") {
  CHECK(exchange::check_cuts<Line>({23}, {{2}, {3}, {4}, {8}, {11}}) == 10);
}

TEST_CASE("What parts of a grid cannot do is refused, with the remedy", "[cut]") {
  Grid<1> const grid{{24}};
  SpreadStage const spread{};
  CHECK(refusal(Program{grid, spread}.boundary<u>(Neumann{0.0})).empty());
  CHECK_THAT(refusal(Program{grid, spread, Stage<Most, Reads<u>, Writes<most>>{}}.boundary<u>(Neumann{0.0})),
             ContainsSubstring("stage Most reduces all cells to most") && ContainsSubstring("as one process"));
  CHECK_THAT(refusal(Program{grid, spread}.boundary(CoupledBoundary<Copied, Reads<u>, Writes<u>>{})),
             ContainsSubstring("a coupled boundary makes ghosts of u") && ContainsSubstring("as one process"));
}

TEST_CASE("Time tiles are not taken over parts: one falls back, or is refused if it was asked for", "[cut]") {
  auto const program = Program{Grid<1>{{24}}, Stage<Smooth, Reads<u>, Writes<u>>{}}.boundary<u>(Neumann{0.0});
  GridPart const part = cut_grid(cuttable(program.info()), {2, 1, 1}).front();
  ExecutionPlan const plan = plan_execution(Host{}, program, {}, &part);
  CHECK_THAT(explain(plan), ContainsSubstring("steps are taken one per launch, because") &&
                                ContainsSubstring("the grid is cut into parts"));
  Schedule several;
  several.steps_per_launch = 2;
  CHECK_NOTHROW(plan_execution(Host{}, program, several));
  CHECK_THROWS_MATCHES(
      plan_execution(Host{}, program, several, &part), InputError,
      MessageMatches(ContainsSubstring("steps_per_launch = 2") && ContainsSubstring("the grid is cut into parts") &&
                     ContainsSubstring("leave it out")));
}

TEST_CASE("Parts say what they are, and why steps are taken one by one", "[cut]") {
  auto const program = agreement::program_of<Line>({24}, agreement::Boundaries{0, 1});
  std::string told;
  run_in_process(3, [&](Ranks const& ranks) {
    Solution run{Exec{}, program, ranks};
    exchange::take_steps(run, 2);
    if (ranks.rank() == 1) told = run.explain();
  });
  CHECK_THAT(told, ContainsSubstring("the grid is cut into 3 parts for 3 processes; rank 1 has the cells x 8 to 16") &&
                       ContainsSubstring("memory of one process"));
}

TEST_CASE("Values are given for the whole grid, and what is not finite is found in it", "[cut]") {
  auto const program = agreement::program_of<Line>({24}, agreement::Boundaries{0, 1});
  CHECK_THROWS_MATCHES(run_in_process(2,
                                      [&](Ranks const& ranks) {
                                        Solution run{Exec{}, program, ranks};
                                        run.set<u>(std::vector<double>(12));
                                      }),
                       InputError,
                       MessageMatches(ContainsSubstring("holds 24 values on the whole grid; 12 were given")));
  int thrown = 0;
  CHECK_THROWS_MATCHES(run_in_process(3,
                                      [&](Ranks const& ranks) {
                                        Solution run{Exec{}, program, ranks};
                                        std::vector<double> values(24, 1.0);
                                        values[13] = std::numeric_limits<double>::quiet_NaN();
                                        run.set<u>(values);
                                        run.set<factor>(0.0);
                                        try {
                                          run.advance(1, CheckEvery{1});
                                        } catch (NumericsError const&) {
                                          ++thrown;
                                          throw;
                                        }
                                      }),
                       NumericsError, MessageMatches(ContainsSubstring("u at cell (x) = (11)")));
  CHECK(thrown == 3);
}
