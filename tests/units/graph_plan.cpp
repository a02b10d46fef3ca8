// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/graph_plan.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace units {

/// Quantities of so many buffers, each written so many times in a step.
struct Turning {
  ProgramInfo program;
  Plan plan;

  Turning& with(int buffers, int writes) {
    int const q = static_cast<int>(plan.quantities.size());
    plan.quantities.push_back(QuantityPlan{{}, buffers, 1, writes > 0});
    for (int w = 0; w < writes; ++w) program.stages.push_back(StageInfo{"stage", {}, {q}});
    return *this;
  }
  [[nodiscard]] int period() const { return buffer_period(program, plan); }
  [[nodiscard]] int length() const { return plan_graph(program, plan, Graph::automatic, "").length; }
};

TEST_CASE("Buffers stand as before after whole turns of them all", "[graph_plan]") {
  CHECK(Turning{}.with(1, 0).with(1, 1).period() == 1);
  CHECK(Turning{}.with(2, 1).period() == 2);
  CHECK(Turning{}.with(2, 1).with(3, 1).with(1, 0).period() == 6);
  CHECK(Turning{}.with(2, 2).period() == 1);
  CHECK(Turning{}.with(2, 3).period() == 2);
  CHECK(Turning{}.with(4, 2).with(3, 3).period() == 2);
}

TEST_CASE("A graph holds about sixteen steps, in whole turns", "[graph_plan]") {
  CHECK(Turning{}.with(1, 1).length() == 16);
  CHECK(Turning{}.with(3, 1).length() == 15);
  CHECK(Turning{}.with(4, 1).with(5, 1).length() == 20);
}

TEST_CASE("Graphs that are asked for and cannot be are refused", "[graph_plan]") {
  Turning const turning = Turning{}.with(2, 1);
  CHECK(explain(plan_graph(turning.program, turning.plan, Graph::automatic, "Sand has no graphs")) ==
        "steps are launched one by one, because Sand has no graphs");
  CHECK(plan_graph(turning.program, turning.plan, Graph::off, "Sand has no graphs").length == 0);
  CHECK_THROWS_MATCHES(plan_graph(turning.program, turning.plan, Graph::on, "Sand has no graphs"), InputError,
                       MessageMatches(ContainsSubstring("schedule: graph = on, but Sand has no graphs; leave it out")));
}

}  // namespace units
