// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/linear_growth.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "messages.hpp"

using tessera::Check;
using tessera::LinearGrowth;
using tessera::Precision;

namespace {

constexpr double dt = 0.25;

/// A box whose cells warm by `rate` per step, but for the share `held` of them, which stands still.
Check warming(long step, double rate, double held = 0) {
  Check check;
  check.step = step;
  check.change = rate;
  check.maximum = 20 + rate * static_cast<double>(step);
  check.minimum = held > 0 ? 0 : check.maximum - 3;
  check.mean = (1 - held) * (check.maximum - 1);
  return check;
}

/// Whether growth is certain after looks at `checks` steps, `every` steps apart.
template <class At>
bool certain_after(int checks, long every, At const& at, Precision precision = Precision::float64) {
  LinearGrowth growth(precision);
  for (long step = every; step <= checks * every; step += every) {
    growth.add(at(step), dt * static_cast<double>(step), dt);
  }
  return growth.certain();
}

}  // namespace

TEST_CASE("heat that comes into an insulated box: certain after 20 checks and 1000 steps", "[linear_growth]") {
  auto const heated = [](long step) { return warming(step, 0.015); };
  CHECK_FALSE(certain_after(20, 120, heated));
  CHECK(certain_after(21, 120, heated));
  CHECK_FALSE(certain_after(1000, 1, heated));
  CHECK(certain_after(1001, 1, heated));
}

TEST_CASE("a box that cools for ever is one too", "[linear_growth]") {
  CHECK(certain_after(30, 120, [](long step) {
    Check check = warming(step, -0.015);
    check.change = 0.015;  // always without its sign
    return check;
  }));
}

TEST_CASE("a large heated box with a cold wall is none, though its middle warms at a constant rate",
          "[linear_growth]") {
  // Of 1000 layers of cells one is held.
  CHECK_FALSE(certain_after(300, 120, [](long step) { return warming(step, 0.015, 1e-3); }));
}

TEST_CASE("a slow decay of all cells alike is none", "[linear_growth]") {
  double const rate = 1e-8;  // per step
  CHECK_FALSE(certain_after(1000, 120, [&](long step) {
    Check check = warming(0, 0);
    double const left = std::exp(-rate * static_cast<double>(step));
    check.maximum = 1000 * left;
    check.minimum = check.mean = check.maximum;
    check.change = 1000 * rate * left;
    return check;
  }));
}

TEST_CASE("changes that the precision does not resolve, or none at all, prove nothing", "[linear_growth]") {
  auto const heated = [](long step) { return warming(step, 0.015); };
  CHECK_FALSE(certain_after(100, 120, heated, Precision::float32));
  CHECK_FALSE(certain_after(100, 120, [](long step) { return warming(step, 1e-10); }));
  CHECK_FALSE(certain_after(100, 120, [](long step) { return warming(step, 0); }));
  CHECK_FALSE(certain_after(100, 120, [](long step) { return warming(step, std::nan("")); }));
}

TEST_CASE("a step that is shortened to hit a time does not hide growth", "[linear_growth]") {
  LinearGrowth growth(Precision::float64);
  for (int i = 1; i <= 40; ++i) {
    double const steps = 120.0 * i - 0.6 * (i / 3);  // every third interval one step is shorter
    Check check = warming(120L * i, 0.015);
    check.mean = 0.015 * steps;
    growth.add(check, dt * steps, dt);
  }
  CHECK(growth.certain());
}

TEST_CASE("what it has learnt of growth comes back from a checkpoint", "[linear_growth]") {
  LinearGrowth first(Precision::float64), second(Precision::float64);
  for (long step = 120; step <= 2400; step += 120) first.add(warming(step, 0.1), dt * static_cast<double>(step), dt);
  second.restore(first.save());
  CHECK(second.save() == first.save());
  CHECK_FALSE(second.certain());
  second.add(warming(2520, 0.1), dt * 2520, dt);
  CHECK(second.certain());
  CHECK(input_error([&] { second.restore("nothing"); }).starts_with("checkpoint: what it says of linear growth"));
}
