// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;
using st::FlowAlgorithm;
using tessera::Precision;

namespace {

/// Water of several levels and concentrations on wavy terrain with an island, in a basin whose sides are all different.
Flow mixed() {
  Flow flow{.grid = {.cells = {53, 41}, .spacing = {2, 3}}};
  flow.bed = [](double x, double y) {
    return 0.4 * std::sin(0.2 * x) * std::cos(0.1 * y) + (x > 60 && y > 70 ? 3 : 0);
  };
  flow.depth = [bed = flow.bed](double x, double y) {
    return std::max((std::hypot(x - 40, y - 60) < 20 ? 2.0 : 0.9) - bed(x, y), 0.0);
  };
  flow.concentration = [](double x, double) { return x > 50 ? 1.0 : 0.0; };
  flow.rules = {{}, {st::SideKind::still}, {st::SideKind::level, {0.7}, 0.25}, {st::SideKind::discharge, {40.0}, 1.0}};
  flow.sides[0] = 3;
  flow.sides[1] = 1;
  flow.sides[2] = 2;
  flow.end = 20;
  return flow;
}

void check_budget(Outcome const& o, Flow const& flow, double hold) {
  CHECK(water_missing(o, flow.grid) <= hold);
  CHECK(pollutant_missing(o, flow.grid) <= hold);
  CHECK(least_of(o.h) >= 0);
  for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
    if (o.h[cell] > 0) CHECK((o.c(cell) >= -10 * hold && o.c(cell) <= 1 + 10 * hold));
  }
}

}  // namespace

TEST_CASE("Budgets close whatever the sides, the ground and the algorithm", "[budget]") {
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive, FlowAlgorithm::decoupled}) {
    for (auto const precision : {Precision::float64, Precision::float32}) {
      for (bool const ground : {false, true}) {
        Flow flow = mixed();
        if (ground) {
          flow.setup.ground = {0.03, 1, 1e-4};
          flow.setup.forcings.rain.constant = 3e-4;
        }
        CAPTURE(static_cast<int>(algorithm), ground);
        Outcome const o = run(flow, {precision, algorithm});
        check_budget(o, flow, precision == Precision::float64 ? 1e-12 : 1e-5);
        CHECK(std::abs(o.totals[st::total_water]) > 1);
        CHECK((o.totals[st::total_seeped_water] > 1) == ground);
        CHECK(o.time == flow.end);
        if (algorithm != FlowAlgorithm::fused) continue;
        check_budget(run(flow, {.precision = precision, .order = 2}), flow,
                     precision == Precision::float64 ? 1e-12 : 1e-5);
      }
    }
  }
}

TEST_CASE("Naive and decoupled agree, and so do all strategies", "[algorithms]") {
  Flow const flow = mixed();
  Outcome const naive = run(flow, {.algorithm = FlowAlgorithm::naive});
  Outcome const decoupled = run(flow, {.algorithm = FlowAlgorithm::decoupled});
  CHECK(distance(naive.h, decoupled.h) <= 1e-13 * size(naive.h));
  CHECK(distance(naive.qx, decoupled.qx) <= 1e-13 * size(naive.qx));
  CHECK(distance(naive.hc, decoupled.hc) <= 1e-13 * size(naive.hc));
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive, FlowAlgorithm::decoupled}) {
    Outcome const oracle = run(flow, {.algorithm = algorithm, .strategy = "naive"}),
                  swept = run(flow, {.algorithm = algorithm});
    CHECK(oracle.h == swept.h);
    CHECK(oracle.qy == swept.qy);
    CHECK(oracle.totals == swept.totals);
  }
  Outcome const oracle = run(flow, {.strategy = "naive", .order = 2}), swept = run(flow, {.order = 2});
  CHECK(oracle.h == swept.h);
  CHECK(oracle.qy == swept.qy);
  CHECK(oracle.hc == swept.hc);
}

TEST_CASE("The fused step's own time step changes little", "[algorithms]") {
  Flow const flow = mixed();
  Outcome const naive = run(flow, {.algorithm = FlowAlgorithm::naive}), fused = run(flow);
  CHECK(mean_distance(naive.h, fused.h) < 1e-3);
  CHECK(std::abs(static_cast<double>(naive.steps) / static_cast<double>(fused.steps) - 1) < 0.1);
}

TEST_CASE("Round a torus nothing is lost", "[budget]") {
  Flow flow = mixed();
  flow.grid.periodic = {true, true};
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::decoupled}) {
    Outcome const o = run(flow, {.algorithm = algorithm});
    check_budget(o, flow, 1e-12);
    CHECK(o.totals[st::total_water] == 0);
  }
  check_budget(run(flow, {.order = 2}), flow, 1e-12);
}

TEST_CASE("A basin fills to the level outside, and its discharge is what was asked for", "[sides]") {
  Flow flow = mixed();
  flow.sides[0] = flow.sides[1] = 0;
  flow.setup.ground.manning = 0.05;
  flow.end = 4000;
  Outcome const calm = run(flow);
  for (std::size_t cell = 0; cell < calm.h.size(); ++cell) {
    if (calm.bed[cell] < 0.6) CHECK(std::abs(calm.h[cell] + calm.bed[cell] - 0.7) < 1e-3);
  }
  flow.sides[0] = 3;
  flow.sides[2] = 0;
  flow.end = 10;
  CHECK(std::abs(run(flow).totals[st::total_water] / (40.0 * 10) - 1) < 1e-12);
}

TEST_CASE("A tide has its amplitude, period and phase; a series is linear between its points", "[sides]") {
  st::Constituent const m2{1.5, 44714, 0.5, 100};
  double const times[3] = {0, 10, 20}, values[3] = {1, 3, 2};
  st::Signal const tide{.constant = 0.25, .constituents = &m2, .constituent_count = 1};
  CHECK(std::abs(tide.at(100) - (0.25 + 1.5 * std::cos(0.5))) < 1e-15);
  CHECK(std::abs(tide.at(100 + 44714 / 4.0) - (0.25 + 1.5 * std::sin(0.5))) < 1e-12);
  st::Signal const series{.times = times, .values = values, .points = 3};
  CHECK(series.at(-1) == 1);
  CHECK(series.at(5) == 2);
  CHECK(series.at(10) == 3);
  CHECK(series.at(17.5) == 2.25);
  CHECK(series.at(21) == 2);
}
