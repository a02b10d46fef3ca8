// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;
using tessera::Precision;

namespace {

constexpr double g = 9.81, inflow = 4.42, outlet = 2;

double bump(double x, double) { return x > 8 && x < 12 ? 0.2 - 0.05 * (x - 10) * (x - 10) : 0; }

/// The depth of the subcritical flow over the bump by D. Bernoulli's law, by Newton's method.
double bernoulli(double x) {
  double const head = inflow * inflow / (2 * g * outlet * outlet) + outlet;
  double h = outlet;
  for (int i = 0; i < 50; ++i) {
    h -= (inflow * inflow / (2 * g * h * h) + h + bump(x, 0) - head) / (1 - inflow * inflow / (g * h * h * h));
  }
  return h;
}

/// 25 m of channel, 4.42 m^2/s in and 2 m deep at the outlet (SWASHES 3.1.3).
Flow channel() {
  Flow flow{.grid = {.cells = {100, 4}, .spacing = {0.25, 1}}, .bed = bump};
  flow.depth = [](double x, double y) { return outlet - bump(x, y); };
  flow.rules = {{}, {st::SideKind::discharge, {inflow * 4}}, {st::SideKind::level, {outlet}}};
  flow.sides[0] = 1;
  flow.sides[1] = 2;
  flow.end = 500;
  return flow;
}

}  // namespace

TEST_CASE("A river over a bump comes to Bernoulli's depth and a constant discharge, along x and y", "[steady]") {
  CHECK(std::abs(bernoulli(10) - 1.707347468) < 1e-8);
  Flow const flow = channel();
  for (Flow const& f : {flow, turned(flow)}) {
    Outcome const o = run(f);
    bool const along_x = f.grid.cells[0] > 4;
    Values const exact = sample(f.grid, [=](double x, double y) { return bernoulli(along_x ? x : y); });
    CHECK(mean_distance(o.h, exact) * static_cast<double>(exact.size()) / total(exact) <= 1e-4);
    for (double const q : along_x ? o.qx : o.qy) CHECK(std::abs(q - inflow) <= 1e-6);
  }
}

TEST_CASE("A river on a rough slope comes to Manning's normal depth with first order", "[steady]") {
  double const slope = 0.002, n = 0.03, q = 2, normal = std::pow(n * q / std::sqrt(slope), 0.6);
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    int const cells = 50 << k;
    double const dx = 2000.0 / cells;
    Flow flow{.grid = {.cells = {cells, 4}, .spacing = {dx, 1}}};
    flow.bed = [=](double x, double) { return slope * (2000 - x); };
    flow.depth = [=](double, double) { return normal; };
    flow.setup.ground.manning = n;
    flow.rules = {{}, {st::SideKind::discharge, {q * 4}}, {st::SideKind::level, {normal + slope * dx / 2}}};
    flow.sides[0] = 1;
    flow.sides[1] = 2;
    flow.end = 6000;
    errors[k] = std::abs(run(flow).h[static_cast<std::size_t>(cells / 2)] / normal - 1);
  }
  CAPTURE(errors[0], errors[1]);
  CHECK(errors[1] < 0.025);
  CHECK(std::abs(std::log2(errors[0] / errors[1]) - 1) < 0.2);
}
