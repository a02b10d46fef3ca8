// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "tessera/plan/steps_plan.hpp"
#include "tessera/plan/trial.hpp"

using namespace tessera;

TEST_CASE("Without times the cheapest strategy is chosen, the first of equals", "[plan]") {
  CHECK(fastest({{"column", 1}, {"team", 1.5}, {"per_cell", 0.8}}).strategy == "per_cell");
  CHECK(fastest({{"team", 1}, {"naive", 1}}).strategy == "team");
}

TEST_CASE("Times decide, unless they are as good as equal", "[plan]") {
  CHECK(fastest({{"column", 1, 3e-4}, {"per_cell", 2.5, 1e-4}}).strategy == "per_cell");
  CHECK(fastest({{"column", 1, 1.00e-4}, {"per_cell", 2.5, 0.99e-4}}).strategy == "column");
  CHECK(fastest({{"column", 1, 3e-4}, {"per_cell", 2.5, 2e-4}, {"team", 1.5, 1e-4}}).strategy == "team");
  CHECK(fastest({{"column", 1, 3e-4}, {"team", 1.5, 0}}).strategy == "column");  // was not timed
}

TEST_CASE("Local memory makes a strategy dear", "[plan]") {
  KernelFacts const clean{128, 0}, stack{128, 96}, spilled{255, 2800};
  CHECK(spill_slowdown(clean) == 1);
  CHECK(spill_slowdown(stack) == 1);
  CHECK(spill_slowdown(spilled) > 2.5);
  CHECK(describe(spilled) == "255 registers, 2800 bytes of local memory");
  CHECK(describe(KernelFacts{}).empty());
}

TEST_CASE("Launches of several steps stay only if they are faster than single steps", "[plan]") {
  StepsPlan plan;
  plan.steps = 4;
  plan.reason = "by the cost model";
  StepsPlan slow = plan, unknown = plan;
  keep_if_faster(plan, {"register_tile", 0, 1e-5}, 2e-5, 1e6);
  CHECK(plan.steps == 4);
  CHECK(plan.reason == "by the cost model; of trials on 1000000 cells, register_tile took 10 us, a single step 20 us");
  keep_if_faster(slow, {"register_tile", 0, 3e-5}, 2e-5, 1e6);
  CHECK(slow.steps == 1);
  CHECK_FALSE(slow.launches());
  CHECK(slow.reason == "by the cost model; of trials on 1000000 cells, register_tile took 30 us, a single step 20 us");
  keep_if_faster(unknown, {"register_tile", 0, 0}, 2e-5, 1e6);
  CHECK(unknown.steps == 4);
}
