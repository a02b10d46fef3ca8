// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/steady_state.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

using tessera::Check;
using tessera::Precision;
using tessera::SteadyState;

namespace {

/// The check at `step` of u = sum of amplitude * rho^step + 100, whose other end is held at 0.
Check decaying(long step, std::vector<std::pair<double, double>> const& modes) {
  Check check;
  check.step = step;
  check.maximum = 100;
  check.minimum = 0;
  for (auto const& [amplitude, rho] : modes) {
    check.change += amplitude * (std::pow(rho, step - 1) - std::pow(rho, step));
    check.maximum += amplitude * std::pow(rho, step);
  }
  return check;
}

double left(long step, std::vector<std::pair<double, double>> const& modes) {
  double sum = 0;
  for (auto const& [amplitude, rho] : modes) sum += amplitude * std::pow(rho, step);
  return sum;
}

}  // namespace

TEST_CASE("one decaying mode: the estimate is the error, and the steps left are right", "[steady_state]") {
  std::vector<std::pair<double, double>> const mode{{50, std::exp(-1.0 / 3750)}};
  SteadyState steady(1e-3, Precision::float64);
  long step = 0;
  while (steady.verdict() == SteadyState::Verdict::going_on) {
    step += 120;
    steady.add(decaying(step, mode));
    if (step < 360) {
      CHECK_FALSE(steady.error());
      continue;
    }
    CHECK(*steady.error() == Catch::Approx(left(step, mode)).epsilon(1e-6));
    if (step == 1200) {
      double const to_target = std::log(left(step, mode) / steady.target()) * 3750;
      CHECK(*steady.steps_left() == Catch::Approx(to_target).epsilon(1e-4));
    }
  }
  CHECK(steady.verdict() == SteadyState::Verdict::steady);
  CHECK(left(step, mode) <= 1e-3 * 150);
  CHECK(left(step - 120, mode) > 0.99e-3 * 148);  // and not much later than it could
}

TEST_CASE("a small change alone proves nothing", "[steady_state]") {
  std::vector<std::pair<double, double>> const mode{{50, std::exp(-1e-6)}};  // 5e-5 per step, and far to go
  SteadyState steady(1e-3, Precision::float64);
  for (long step = 120; step <= 1200; step += 120) steady.add(decaying(step, mode));
  CHECK(steady.verdict() == SteadyState::Verdict::going_on);
  CHECK(*steady.error() == Catch::Approx(50).epsilon(0.01));
}

TEST_CASE("while fast modes die, the run does not stop short of its tolerance", "[steady_state]") {
  // The fast mode hides a slow one of 1 % that needs ten times as long.
  std::vector<std::pair<double, double>> const modes{{50, std::exp(-1.0 / 300)}, {0.5, std::exp(-1.0 / 3000)}};
  SteadyState steady(1e-3, Precision::float64);
  long step = 0;
  while (steady.verdict() == SteadyState::Verdict::going_on) steady.add(decaying(step += 120, modes));
  CHECK(left(step, modes) <= 1.1e-3 * 150);
}

TEST_CASE("growth has no steady state", "[steady_state]") {
  SteadyState steady(1e-3, Precision::float64);
  for (long step = 100; step <= 1000; step += 100) {
    Check check;
    check.step = step;
    check.maximum = 1.0 + static_cast<double>(step);
    check.change = 1;  // a source without a sink
    steady.add(check);
  }
  CHECK(steady.verdict() == SteadyState::Verdict::going_on);
  CHECK_FALSE(steady.error());
  CHECK_FALSE(steady.steps_left());
}

TEST_CASE("below what the precision can reach the verdict is precision_floor", "[steady_state]") {
  // In float the last change that counts is about 1e-5, so that an error of 1e-5 * 3750 stays untold.
  std::vector<std::pair<double, double>> const mode{{50, std::exp(-1.0 / 3750)}};
  auto const run = [&](double tolerance) {
    SteadyState steady(tolerance, Precision::float32);
    long step = 0;
    while (steady.verdict() == SteadyState::Verdict::going_on) {
      Check check = decaying(step += 120, mode);
      float const ulp = 7.6e-6f;  // of values around 100
      check.change = std::floor(check.change / ulp) * ulp;
      steady.add(check);
      REQUIRE(step < 1000000);
    }
    return steady;
  };
  auto const floor = run(1e-6);
  CHECK(floor.verdict() == SteadyState::Verdict::precision_floor);
  CHECK(*floor.error() == Catch::Approx(2 * 1.2e-7 * 100 * 3750).epsilon(0.2));
  CHECK(run(1e-2).verdict() == SteadyState::Verdict::steady);
}

TEST_CASE("what never changes is at its floor, or steady if it is uniform", "[steady_state]") {
  for (double const maximum : {5.0, 7.0}) {
    SteadyState steady(1e-3, Precision::float64);
    for (long step = 120; step <= 240; step += 120) {
      Check check;
      check.step = step;
      check.minimum = 5;
      check.maximum = maximum;
      steady.add(check);
    }
    auto const expected = maximum == 5 ? SteadyState::Verdict::steady : SteadyState::Verdict::precision_floor;
    CHECK(steady.verdict() == expected);
  }
}

TEST_CASE("what it has learnt comes back from a checkpoint to the same bits", "[steady_state]") {
  std::vector<std::pair<double, double>> const modes{{50, std::exp(-1.0 / 300)}, {1, std::exp(-1.0 / 700)}};
  SteadyState whole(1e-3, Precision::float64);
  for (long step = 120; step <= 600; step += 120) whole.add(decaying(step, modes));
  SteadyState second(1e-3, Precision::float64);
  second.restore(whole.save());
  CHECK(second.save() == whole.save());
  whole.add(decaying(720, modes));
  second.add(decaying(720, modes));
  CHECK(*second.error() == *whole.error());
}

TEST_CASE("iterations that bring no smaller change have reached their floor") {
  SteadyState steady(1e-9, Precision::float32, 0, SteadyState::Checks::iterations);
  tessera::Check check;
  check.maximum = 100;
  long step = 0;
  for (double change = 50; change > 2e-3; change *= 0.1) {
    check.step = ++step;
    check.change = change;
    steady.add(check);
  }
  for (int i = 0; i < 7; ++i) {
    CHECK(steady.verdict() == SteadyState::Verdict::going_on);
    check.step = ++step;
    check.change = 2e-3 + 1e-4 * (i % 3);
    steady.add(check);
    if (i == 3) {  // a checkpoint does not forget them
      std::string const saved = steady.save();
      steady = SteadyState(1e-9, Precision::float32, 0, SteadyState::Checks::iterations);
      steady.restore(saved);
    }
  }
  CHECK(steady.verdict() == SteadyState::Verdict::precision_floor);
  CHECK(steady.error().value() < 3e-3);
}
