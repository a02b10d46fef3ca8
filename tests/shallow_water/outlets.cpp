// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;

namespace {

constexpr double g = 9.81;

/// A river of 1 m^2/s on 1 km of a plane, at its normal depth, that leaves by `outlet`.
struct River {
  double slope, manning = 0.03, q = 1;

  [[nodiscard]] double normal() const { return std::pow(manning * q / std::sqrt(slope), 0.6); }
  [[nodiscard]] double critical() const { return std::cbrt(q * q / g); }
  [[nodiscard]] Flow flow(st::SideRule const& outlet, double end) const {
    Flow flow{.grid = {.cells = {100, 2}, .spacing = {10, 10}}};
    flow.bed = [s = slope](double x, double) { return s * (1000 - x); };
    flow.depth = [h = normal()](double, double) { return h; };
    flow.setup.ground.manning = manning;
    flow.setup.longest = 60;
    flow.rules = {{}, {st::SideKind::discharge, {20 * q}}, outlet};
    flow.sides[0] = 1;
    flow.sides[1] = 2;
    flow.conveyance = st::conveyance(slope, manning);
    flow.end = end;
    return flow;
  }
};

/// 1 km of still water, 4 m deep, on level ground without friction.
Flow channel(st::SideRule const& west, double end) {
  Flow flow{.grid = {.cells = {200, 2}, .spacing = {5, 5}}};
  flow.bed = [](double, double) { return -4.0; };
  flow.depth = [](double, double) { return 4.0; };
  flow.rules = {{}, west};
  flow.sides[0] = 1;
  flow.end = end;
  return flow;
}

double middle_of(Outcome const& o) { return o.h[50]; }
double last_of(Outcome const& o) { return o.h[99]; }

}  // namespace

TEST_CASE("A river leaves at its normal depth, mild, nearly critical and steep, along x and y", "[outlets]") {
  for (double const slope : {1e-4, 1e-3, 9.9e-3, 0.03}) {
    River const river{slope};
    CAPTURE(slope, river.normal(), river.critical());
    Flow const flow = river.flow({st::SideKind::normal}, 4000);
    for (int const order : {1, 2}) {
      Outcome const o = run(flow, {.order = order});
      CAPTURE(order);
      CHECK(std::abs(middle_of(o) / river.normal() - 1) < 0.02);
      CHECK(std::abs(last_of(o) / river.normal() - 1) < (order == 2 ? 0.03 : 0.25));
      CHECK(water_missing(o, flow.grid) < 1e-12);
    }
    if (slope == 1e-3) CHECK(distance(run(turned(flow)).h, turned(run(flow).h, flow.grid)) < 1e-12);
  }
}

TEST_CASE("A river falls off a free side at its critical depth", "[outlets]") {
  River const river{1e-3};
  Outcome const o = run(river.flow({st::SideKind::free}, 8000), {.order = 2});
  CHECK(std::abs(middle_of(o) / river.normal() - 1) < 0.05);  // 500 m upstream the fall is hardly felt
  CHECK(last_of(o) > river.critical());
  CHECK(last_of(o) < 1.35 * river.critical());  // half a cell upstream of the edge
}

TEST_CASE("A rating curve holds the level that has the river's discharge", "[outlets]") {
  River const river{1e-3};
  double const levels[3] = {0, 1, 3}, discharges[3] = {0, 10, 50};  // 20 m^3/s at 1.5 m
  for (auto const precision : {tessera::Precision::float64, tessera::Precision::float32}) {
    Outcome const o =
        run(river.flow({st::SideKind::rating, {.times = levels, .values = discharges, .points = 3}}, 8000),
            {.precision = precision, .order = 2});
    CHECK(std::abs(last_of(o) + 0.005 - 1.5) < 0.02);
  }
}

TEST_CASE("A rating curve without discharge is a wall, and dry ground gives nothing to any outlet", "[outlets]") {
  double const levels[2] = {-100, 100}, none[2] = {0, 0};
  Flow flow = channel({st::SideKind::rating, {.times = levels, .values = none, .points = 2}}, 100);
  flow.u = [](double, double) { return -0.5; };
  CHECK(run(flow).totals[st::total_water] == 0);
  flow.depth = flow.u = zero;
  flow.conveyance = 10;
  for (auto const kind : {st::SideKind::normal, st::SideKind::free, st::SideKind::still, st::SideKind::rating}) {
    flow.rules[1].kind = kind;
    Outcome const o = run(flow);
    CHECK(o.totals[st::total_water] == 0);
    CHECK(size(o.h) == 0);
  }
}

TEST_CASE("Waves leave over an open and a radiating side without an echo; a held level sends them back", "[outlets]") {
  auto const echo = [](st::SideKind kind) {
    Flow flow = channel({kind}, 140);  // the wave reaches the side after 80 s, its echo is halfway back
    flow.depth = [](double x, double) { return 4 + 0.2 * std::exp(-std::pow((x - 500) / 50, 2)); };
    auto const h = flow.depth;
    flow.u = [=](double x, double y) { return 2 * (std::sqrt(4 * g) - std::sqrt(g * h(x, y))); };  // runs west alone
    Values const left = run(flow, {.order = 2}).h;
    double most = 0;
    for (double const depth : left) most = std::max(most, std::abs(depth - 4));
    return most / 0.2;
  };
  CHECK(echo(st::SideKind::still) < 0.005);
  CHECK(echo(st::SideKind::radiation) < 0.005);
  CHECK(echo(st::SideKind::level) > 0.8);
}

TEST_CASE("A tide comes in and goes out over a radiating side", "[outlets]") {
  st::Constituent const tide{0.5, 3600, 1.5707963267948966, 0};  // sine: from rest
  Flow flow = channel({st::SideKind::radiation, {.constituents = &tide, .constituent_count = 1}}, 3600);
  Outcome const whole = run(flow, {.order = 2});
  CHECK(water_missing(whole, flow.grid) < 1e-12);
  flow.end = 900;  // high water: 0.5 m more in a basin of 1 km, which the wave crosses in 160 s
  Outcome const high = run(flow, {.order = 2});
  CHECK(std::abs(high.totals[st::total_water] / (1000 * 10) - 0.5) < 0.06);
  flow.end = 2700;
  CHECK(std::abs(run(flow, {.order = 2}).totals[st::total_water] / (1000 * 10) + 0.5) < 0.06);
}

TEST_CASE("What an open side does follows from the start: rivers and slopes flow, seas and plains stay", "[outlets]") {
  tessera::Grid<2> const grid{.cells = {20, 4}, .spacing = {10, 10}};
  Values const n{0.03}, smooth{0.0}, none(80, 0.0), deep(80, 2.0);
  Values const slope = sample(grid, [](double x, double) { return 0.002 * (200 - x); });
  auto const east = [&](Values const& bed, Values const& h, Values const& manning) {
    return st::open_cells(grid, 1, {g, bed, h, none, none, manning});
  };
  st::OpenCells const river = east(slope, deep, n), valley = east(slope, none, n);
  CHECK((river.normal[2] && valley.normal[2]));
  CHECK(std::abs(river.own[2] - std::sqrt(0.002) / 0.03) < 1e-12);
  Values sea(80);
  for (std::size_t cell = 0; cell < sea.size(); ++cell) sea[cell] = 5 - slope[cell];
  st::OpenCells const still = east(slope, sea, n), plain = east(none, none, n), glass = east(slope, deep, smooth);
  CHECK((!still.normal[2] && !plain.normal[2] && !glass.normal[2]));
  CHECK(std::abs(still.own[2] - 2 * std::sqrt(g * sea[19])) < 1e-12);
  CHECK(plain.own[2] == 0);
  CHECK(!st::open_cells(grid, 0, {g, slope, none, none, none, n}).normal[2]);  // it rises towards the west
}
