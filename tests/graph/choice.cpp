// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "graph/programs.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace graph {

/// Lets the host's graphs fail while it lives.
struct WithTrouble {
  explicit WithTrouble(Trouble which) { trouble = which; }
  ~WithTrouble() { trouble = Trouble::none; }
};

Schedule asking(Graph graph) {
  Schedule schedule;
  schedule.steps_per_launch = 1;  // what pays depends on the caches of this machine
  schedule.graph = graph;
  return schedule;
}

template <class ProgramType>
GraphPlan chosen(ProgramType const& program, Graph request = Graph::automatic) {
  return plan_execution(Host{}, program, asking(request)).graph;
}

TEST_CASE("Graphs are chosen for small grids and for what does not depend on time", "[graph]") {
  CHECK(chosen(spreading()).length == 16);
  CHECK(chosen(leaping()).length == 12);  // whole turns of two and of three buffers
  GraphPlan const off = chosen(spreading(), Graph::off);
  CHECK((off.length == 0 && off.reason == "graph = off was asked for"));

  auto const large = spreading(Grid<2>{{2048, 2049}});
  CHECK(chosen(large).length == 0);
  CHECK_THAT(explain(chosen(large)), ContainsSubstring("launched one by one, because kernels of 4196352 cells"));
  CHECK(chosen(large, Graph::on).length == 16);
  CHECK(chosen(spreading(Grid<2>{{2048, 2048}})).length == 16);

  auto const moved = Program{small_grid(), Stage<Moved, Reads<warmth>, Writes<warmth>>{{0.1}}};
  CHECK_THAT(explain(chosen(moved)), ContainsSubstring("because an operator takes At"));
  CHECK_THROWS_MATCHES((Solution{Host{}, moved, asking(Graph::on)}), InputError,
                       MessageMatches(ContainsSubstring("schedule: graph = on, but an operator takes At")));
  auto const tidal = spreading().boundary<warmth>(Face::y_low, Dirichlet{Tide{}});
  CHECK_THAT(explain(chosen(tidal)), ContainsSubstring("because a boundary is a function"));
  CHECK_THROWS_AS((Solution{Host{}, tidal, asking(Graph::on)}), InputError);
}

TEST_CASE("Time goes on where graphs cannot be", "[graph]") {
  auto const moved = Program{small_grid(), Stage<Moved, Reads<warmth>, Writes<warmth>>{{1.0}}};
  Solution run{Host{}, moved};
  run.time_step(1.0);
  run.advance(40);
  CHECK(run.get<warmth>()[0] == 39.0 * 40 / 2);
}

TEST_CASE("Few steps and the first ones run plainly", "[graph]") {
  Solution run{Host{}, spreading()};
  for (int call = 0; call < 10; ++call) run.advance(15);
  CHECK_THAT(run.explain(), ContainsSubstring("steps are replayed as graphs of 16, because launches would") &&
                                ContainsSubstring("captured 0, replayed 0"));
  run.advance(16);
  CHECK_THAT(run.explain(), ContainsSubstring("captured 1, replayed 1"));
  Solution fresh{Host{}, spreading()};
  fresh.advance(17);
  CHECK_THAT(fresh.explain(), ContainsSubstring("captured 0"));
  fresh.advance(17);  // 17 steps so far: the graph begins in the other buffer than the next would
  fresh.advance(17);
  CHECK_THAT(fresh.explain(), ContainsSubstring("captured 1, replayed 2"));
}

TEST_CASE("Coefficients that change in every call end the capturing", "[graph]") {
  Solution run{Host{}, spreading()};
  run.advance(2);
  for (int call = 0; call < 6; ++call) {
    run.op().c = 0.01 * call;
    run.advance(16);
  }
  CHECK_THAT(run.explain(), ContainsSubstring("launched one by one, because coefficients change too often") &&
                                ContainsSubstring("captured 3, replayed 3"));
  CHECK(run.step() == 98);

  Solution patient{Host{}, spreading(), asking(Graph::on)};
  patient.advance(2);
  for (int call = 0; call < 6; ++call) {
    patient.op().c = 0.01 * call;
    patient.advance(16);
  }
  CHECK_THAT(patient.explain(), ContainsSubstring("captured 6, replayed 6"));
  CHECK(patient.get<warmth>() == run.get<warmth>());
}

TEST_CASE("Where capturing or launching fails, steps go on plainly and explain says so", "[graph]") {
  Solution expected{Host{}, leaping(), asking(Graph::off)};
  expected.set<warmth>(1.0);
  expected.advance(60);
  auto const fails = [&](Trouble which, std::string const& why) {
    Solution run{Host{}, leaping()};
    run.set<warmth>(1.0);
    if (which == Trouble::launch_fails) run.advance(20);
    WithTrouble const now(which);
    run.advance(60 - run.step());
    CHECK_THAT(run.explain(), ContainsSubstring("steps are launched one by one, because " + why));
    CHECK((run.step() == 60 && run.get<warmth>() == expected.get<warmth>()));
  };
  fails(Trouble::capture_throws, "capturing failed: the stream is asleep");
  fails(Trouble::launch_fails, "launching a graph failed: the stream is gone; captured 1, replayed 1");

  WithTrouble const now(Trouble::capture_throws);
  Solution run{Host{}, leaping(), asking(Graph::on)};
  run.set<warmth>(1.0);
  CHECK_THROWS_MATCHES(run.advance(60), InputError, MessageMatches(ContainsSubstring("graph = on, but")));
  CHECK(run.step() == 2);
  run.schedule(asking(Graph::off));
  run.advance(58);
  CHECK(run.get<warmth>() == expected.get<warmth>());
}

}  // namespace graph
