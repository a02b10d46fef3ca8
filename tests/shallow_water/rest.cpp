// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>

#include "shallow_water/flow.hpp"

using namespace flow_tests;
using tessera::Precision;

namespace {

/// A parabolic bump in a channel of 25 m (SWASHES 3.1): 0.2 m high at x = 10 m.
double bump(double x, double) { return x > 8 && x < 12 ? 0.2 - 0.05 * (x - 10) * (x - 10) : 0; }

Flow lake(tessera::Grid<2> const& grid, Place const& bed, double level) {
  Flow flow{grid, bed, [=](double x, double y) { return std::max(level - bed(x, y), 0.0); }};
  flow.concentration = [](double, double) { return 1.0; };
  flow.steps = 1000;
  return flow;
}

/// The largest discharge and the largest change of level.
double motion(Outcome const& o) {
  return std::max({size(o.qx), size(o.qy), distance(o.h, o.start_h), distance(o.hc, o.start_hc)});
}

/// Terrain without a pattern, +- 2 m around a datum; the same for the same cell of 10 m.
Place rough(double datum) {
  return [=](double x, double y) {
    double const v = std::sin(12.9898 * std::floor(x / 10) + 78.233 * std::floor(y / 10)) * 43758.5453;
    return datum + 4 * (v - std::floor(v)) - 2;
  };
}

}  // namespace

TEST_CASE("A lake at rest over a bump stays at rest, immersed and emerged, along x and y", "[rest]") {
  tessera::Grid<2> const grid{.cells = {200, 4}, .spacing = {25.0 / 200, 1}};
  for (double const level : {0.5, 0.1}) {
    for (auto const precision : {Precision::float64, Precision::float32}) {
      Flow const flow = lake(grid, bump, level);
      double const hold = precision == Precision::float64 ? 1e-14 : 1e-6;
      CAPTURE(level, precision);
      for (int const order : {1, 2}) {
        CHECK(motion(run(flow, {.precision = precision, .order = order})) <= hold);
        CHECK(motion(run(turned(flow), {.precision = precision, .order = order})) <= hold);
      }
    }
  }
}

TEST_CASE("A lake with islands on rough terrain stays at rest, at any height above the datum", "[rest]") {
  tessera::Grid<2> const grid{.cells = {61, 47}, .spacing = {10, 10}};
  for (double const datum : {0.0, 1000.0}) {
    for (auto const algorithm : {st::FlowAlgorithm::fused, st::FlowAlgorithm::naive, st::FlowAlgorithm::decoupled}) {
      CAPTURE(datum, static_cast<int>(algorithm));
      CHECK(motion(run(lake(grid, rough(datum), datum), {Precision::float64, algorithm})) <= 1e-12 * (1 + datum));
    }
    CHECK(motion(run(lake(grid, rough(datum), datum), {.order = 2})) <= 1e-12 * (1 + datum));
  }
}

TEST_CASE("A lake stays at rest beside sides that let water through", "[rest]") {
  tessera::Grid<2> const grid{.cells = {61, 47}, .spacing = {10, 10}};
  Flow flow = lake(grid, rough(0), 0);
  flow.rules = {{}, {st::SideKind::still}, {st::SideKind::level, {0.0}}, {st::SideKind::discharge, {0.0}}};
  flow.sides[0] = 1;
  flow.sides[1] = 2;
  flow.sides[2] = 3;
  for (auto const kind : {st::SideKind::level, st::SideKind::radiation}) {
    flow.rules[2].kind = kind;
    for (int const order : {1, 2}) CHECK(motion(run(flow, {.order = order})) <= 2e-14);
  }
}

TEST_CASE("Holes in the terrain are walls", "[rest]") {
  tessera::Grid<2> const grid{.cells = {61, 47}, .spacing = {10, 10}};
  auto const hole = [](double x, double y) { return std::hypot(x - 300, y - 250) < 80; };
  Place const bed = [=](double x, double y) { return hole(x, y) ? double{st::outside_mark<double>} : 0.01 * x; };
  Flow flow = lake(grid, bed, 3);
  for (int const order : {1, 2}) CHECK(motion(run(flow, {.order = order})) <= 1e-14);
  flow.setup.forcings.rain.constant = 1e-4;  // falls on the domain alone
  flow.steps = 50;
  Outcome const o = run(flow);
  for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
    if (o.bed[cell] > 1e6) CHECK(o.h[cell] == 0);
  }
  CHECK(size(o.qx) > 0);
}
