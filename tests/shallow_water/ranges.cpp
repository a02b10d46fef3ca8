// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;
using st::FlowAlgorithm;
using tessera::Precision;

namespace {

/// A basin with walls all round but for a river's mouth in the cells 10 to 12 of its west side.
Flow basin_with_river() {
  Flow flow{.grid = {.cells = {40, 23}, .spacing = {5, 4}}};
  flow.bed = [](double x, double y) { return 0.2 * std::sin(0.1 * x) * std::cos(0.2 * y); };
  flow.depth = [bed = flow.bed](double x, double y) { return 1.5 - bed(x, y); };
  flow.rules = {{}, {st::SideKind::discharge, {12.5}, 1.0}};
  flow.ranges = {{0, 10, 12, 1}};
  flow.end = 30;
  return flow;
}

}  // namespace

TEST_CASE("A river's mouth on a walled side brings its discharge, to round-off", "[sides]") {
  for (bool const turn : {false, true}) {
    for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive, FlowAlgorithm::decoupled}) {
      for (auto const precision : {Precision::float64, Precision::float32}) {
        Flow const flow = turn ? turned(basin_with_river()) : basin_with_river();
        double const hold = precision == Precision::float64 ? 1e-12 : 1e-5;
        CAPTURE(turn, static_cast<int>(algorithm), hold);
        Outcome const o = run(flow, {precision, algorithm});
        CHECK(std::abs(o.totals[st::total_water] / (12.5 * 30) - 1) < hold);
        CHECK(std::abs(o.totals[st::total_pollutant] / (12.5 * 30) - 1) < hold);
        CHECK(water_missing(o, flow.grid) < hold);
        double const gained = (total(o.h) - total(o.start_h)) * 20;
        CHECK(std::abs(gained / (12.5 * 30) - 1) < 10 * hold * total(o.h) * 20 / (12.5 * 30));
      }
    }
  }
}

TEST_CASE("Beside a mouth nothing passes", "[sides]") {
  Flow flow = basin_with_river();
  flow.bed = zero;
  flow.depth = [](double, double) { return 1.5; };
  flow.steps = 1;
  Outcome const o = run(flow);
  for (int j = 0; j < 23; ++j) {
    CAPTURE(j);
    bool const mouth = j >= 10 && j <= 12;
    CHECK((o.hc[static_cast<std::size_t>(j) * 40] > 0) == mouth);
    CHECK((o.h[static_cast<std::size_t>(j) * 40] != 1.5) == mouth);
  }
}

TEST_CASE("Several ranges of a side have each its rule", "[sides]") {
  Flow flow = basin_with_river();
  flow.rules = {{},
                {st::SideKind::discharge, {12.5}, 1.0},
                {st::SideKind::discharge, {-2.5}},
                {st::SideKind::level, {1.2}, 0.25},
                {st::SideKind::still}};
  flow.ranges = {{0, 2, 4, 1}, {0, 15, 15, 2}, {0, 19, 22, 3}, {3, 0, 0, 4}, {3, 39, 39, 1}};
  flow.ranges.back().rule = 2;
  flow.end = 60;
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::decoupled}) {
    Outcome const o = run(flow, {.algorithm = algorithm});
    CHECK(water_missing(o, flow.grid) < 1e-12);
    CHECK(pollutant_missing(o, flow.grid) < 1e-12);
    flow.rules[3].kind = flow.rules[4].kind = st::SideKind::wall;
    Outcome const given = run(flow, {.algorithm = algorithm});
    flow.rules[3].kind = st::SideKind::level;
    flow.rules[4].kind = st::SideKind::still;
    CHECK(std::abs(given.totals[st::total_water] / (60 * (12.5 - 2 * 2.5)) - 1) < 1e-12);
    CHECK(o.totals[st::total_water] < given.totals[st::total_water] - 100);  // the level outside is lower
  }
}
