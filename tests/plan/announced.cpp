// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "spaces.hpp"
#include "tessera/solution.hpp"
#include "tessera/stencils/fdtd.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/stencils/jacobi.hpp"
#include "tessera/stencils/weighted.hpp"

// What a plan announces is what is launched: strategies, steps per launch, and how often.

namespace announced {

using namespace tessera;

struct warmth : Quantity<double> {};
struct lightness : Quantity<float> {};

/// Runs `program` by every request for some numbers of steps, and compares what was launched with what was announced.
template <class ProgramType, class Start>
void check(ProgramType const& program, Start const& start) {
  test::for_each_space([&](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    std::vector<Schedule> requests{{}, {"naive"}, {"team"}};
    for (int steps : {2, 3}) {
      requests.push_back({});
      requests.back().steps_per_launch = steps;
    }
    for (Schedule const& request : requests) {
      for (long steps : {1L, 2L, 7L, 40L}) {
        CAPTURE(Exec::name(), request.strategy, request.steps_per_launch, steps);
        ExecutionPlan const plan = plan_execution(exec, program, request);
        Solution run{exec, program, request};
        REQUIRE(explain(run.plan()) == explain(plan));
        start(run);
        run.advance(steps);
        exec.fence("announced");
        CHECK(run.launched() == announce(plan, steps));
        CHECK_THAT(run.explain(), Catch::Matchers::ContainsSubstring(explain(announce(plan, steps))));
        long taken = 0;
        for (LaunchCount const& one : run.launched()) taken += one.count * one.steps;
        CHECK(taken >= steps);
        CHECK(run.plan().main().resolved.schedule.strategy != "none");
      }
    }
  });
}

template <class Q, class Op, int Rank>
void check_one(Grid<Rank> const& grid, Op const& op) {
  check(Program{grid, Stage<Op, Reads<Q>, Writes<Q>>{op}}.template boundary<Q>(Dirichlet{0.5}),
        [](auto& run) { run.template set<Q>(0.25); });
}

TEST_CASE("What is announced is launched: operators of one stage", "[plan]") {
  check_one<warmth>(Grid<3>{{21, 13, 17}}, stencils::Heat<3, double>{{0.1, 0.1, 0.1}});
  check_one<lightness>(Grid<3>{{64, 32, 24}}, stencils::Heat<3, float>{{0.1F, 0.1F, 0.1F}});
  check_one<warmth>(Grid<2>{{45, 31}}, stencils::Heat<2, double>{{0.1, 0.1}});
  check_one<lightness>(Grid<1>{{301}}, stencils::Heat<1, float>{{0.1F}});
}

TEST_CASE("What is announced is launched: several stages", "[plan]") {
  struct rises : Quantity<double> {};
  using Op = stencils::Heat<2, double>;
  Op const op{{0.1, 0.2}};
  check(Program{Grid<2>{{33, 29}, {1, 1}, {0, 0}, {true, true}}, Stage<Op, Reads<warmth>, Writes<rises>>{op},
                Stage<Op, Reads<rises>, Writes<warmth>>{op}},
        [](auto& run) {
          run.template set<warmth>(0.25);
          run.template set<rises>(0.5);
        });
}

TEST_CASE("A plan says which ghosts a launch needs and leaves", "[plan]") {
  using Op = stencils::Heat<3, double>;
  auto const program =
      Program{Grid<3>{{16, 16, 16}}, Stage<Op, Reads<warmth>, Writes<warmth>>{{{0.1, 0.1, 0.1}}}}.boundary<warmth>(
          Dirichlet{0.0});
  Schedule several{"overlapped"};
  several.steps_per_launch = 2;
  ExecutionPlan const plan = plan_execution(Kokkos::DefaultExecutionSpace{}, program, several);
  REQUIRE(plan.steps.launches());
  CHECK(plan.tiled.needs.empty());
  CHECK(plan.tiled.writes == std::vector{0});
  CHECK(plan.tiled.leaves == GhostState::open);
  REQUIRE(plan.step.size() == 1);
  CHECK(plan.step[0].needs == std::vector{0});
  CHECK(plan.step[0].leaves == GhostState::filled);
  CHECK((plan.next(5) == 2 && plan.next(1) == 0));
  CHECK(plan.main().resolved.schedule.strategy == "overlapped");
}

/// Plans on devices time kernels where the grid is large, once per process; plans on hosts do not.
TEST_CASE("Plans of large grids on devices rest on trials", "[plan]") {
  using Q = warmth;
  using Op = stencils::Heat<3, double>;
  Program const program =
      Program{Grid<3>{.cells = {128, 128, 128}}, Stage<Op, Reads<Q>, Writes<Q>>{Op{{0.1, 0.1, 0.1}}}}.boundary<Q>(
          Dirichlet{0.5});
  test::for_each_space([&](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    CAPTURE(Exec::name());
    ExecutionPlan const plan = plan_execution(exec, program, {.steps_per_launch = 1});
    Trial const& chosen = plan.step.front().chosen;
    bool const device = !on_host<Exec>;
    CHECK((plan.trial_cells > 0) == device);
    CHECK((chosen.seconds > 0) == device);
    CHECK((plan.expected_rate() > 0) == device);
    CHECK(explain(plan_execution(exec, program, {.steps_per_launch = 1})) == explain(plan));
    ExecutionPlan const untried = plan_execution(exec, program, {.steps_per_launch = 1, .trials = false});
    CHECK(untried.trial_cells == 0);
    CHECK(untried.expected_rate() == 0);
  });
}

}  // namespace announced
