// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/report.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "fake_simulation.hpp"

using Catch::Matchers::ContainsSubstring;

TEST_CASE("A run at less than half the rate of the trials says what to try", "[report]") {
  FakeSimulation const simulation({});
  tessera::RunPlan plan;
  plan.trial_rate = 10e9;
  tessera::LoopResult result;
  result.stopped_because = "steps";
  result.seconds = 2;
  result.updates_per_second = 4e9;
  CHECK_THAT(result_line(plan, result, simulation), ContainsSubstring("trials of its kernels reached"));

  result.updates_per_second = 6e9;
  CHECK_THAT(result_line(plan, result, simulation), !ContainsSubstring("trials"));
  result.updates_per_second = 4e9;
  result.seconds = 0.5;  // too short to tell
  CHECK_THAT(result_line(plan, result, simulation), !ContainsSubstring("trials"));
  result.seconds = 2;
  plan.trial_rate = 0;
  CHECK_THAT(result_line(plan, result, simulation), !ContainsSubstring("trials"));
}
