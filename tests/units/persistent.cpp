// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

/// Seven points in double on a device of 132 multiprocessors.
StepsShape seven_points(int nx, int ny, int nz) {
  StepsShape shape;
  shape.state = 0;
  shape.points = 7;
  shape.sweep.n[0] = nx, shape.sweep.n[1] = ny, shape.sweep.n[2] = nz;
  shape.sweep.inputs.resize(1);
  shape.sweep.inputs[0].value_size = 8;
  shape.sweep.inputs[0].components = 1;
  shape.persistent = {256, {128, 16, 8}, 200000};
  return shape;
}
TeamLimits device() {
  TeamLimits limits{false, 48000, 132 * threads_per_multiprocessor, 50e6};
  limits.block_scratch_bytes = 227 * 1024;
  return limits;
}
void refused(StepsShape const& shape, TeamLimits const& limits, std::string const& why) {
  CHECK_THROWS_MATCHES(resolve_persistent({"persistent"}, shape, limits), InputError,
                       MessageMatches(ContainsSubstring(why)));
  StepsPlan const plan = resolve_persistent({}, shape, limits);
  CHECK((plan.steps == 1 && !plan.weighed && plan.reason.empty()));
}

}  // namespace

TEST_CASE("Grids that fit the registers take the persistent kernel", "[units]") {
  StepsPlan const plan = resolve_persistent({}, seven_points(128, 128, 128), device());
  CHECK((plan.steps == most_persistent_steps && plan.resolved.schedule.strategy == "persistent"));
  CHECK_THAT(explain(plan), ContainsSubstring("all steps of a call but the last"));
  refused(seven_points(129, 128, 128), device(), "longer along x");
  refused(seven_points(128, 256, 128), device(), "256 blocks");
  auto shape = seven_points(128, 128, 128);
  shape.periodic[2] = true;
  refused(shape, device(), "periodic");
  shape = seven_points(128, 128, 128);
  shape.uniform_faces = false;
  refused(shape, device(), "maps or functions");
  shape.persistent = {};
  refused(shape, device(), "is compiled");
  auto limits = device();
  limits.block_scratch_bytes = 100000;
  refused(seven_points(128, 128, 128), limits, "shared memory");
}

TEST_CASE("The persistent kernel is taken where it pays, or on request", "[units]") {
  CHECK(resolve_persistent({}, seven_points(64, 64, 64), device()).weighed);
  CHECK(resolve_persistent({"persistent"}, seven_points(64, 64, 64), device()).steps == most_persistent_steps);
  auto shape = seven_points(96, 96, 96);
  shape.sweep.inputs[0].value_size = sizeof(float);
  CHECK(resolve_persistent({}, shape, device()).steps == most_persistent_steps);
  Schedule some{"persistent"};
  some.steps_per_launch = 7;
  CHECK(resolve_persistent(some, seven_points(64, 64, 64), device()).steps == 7);
  some.strategy = "";
  CHECK(resolve_persistent(some, seven_points(128, 128, 128), device()).steps == 1);
}
