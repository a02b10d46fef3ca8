// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/generators/catch_generators.hpp>

#include "shallow_water/flow.hpp"

using namespace flow_tests;
using tessera::Precision;

namespace {

constexpr double g = 9.81;

/// A dam at x = 5 m in a channel of 10 m: 5 mm of water before it, `beyond` behind it (SWASHES 4.1.1, 4.1.2).
Flow dam(int cells, double beyond, double c_left, double c_right) {
  Flow flow{.grid = {.cells = {cells, 4}, .spacing = {10.0 / cells, 1}}};
  flow.depth = [=](double x, double) { return x < 5 ? 0.005 : beyond; };
  flow.concentration = [=](double x, double) { return x < 5 ? c_left : c_right; };
  flow.setup.dry = 1e-8;
  flow.rules = {{}, {st::SideKind::still}};
  flow.sides[0] = flow.sides[1] = 1;
  flow.end = 6;
  return flow;
}

/// J. Stoker's solution onto 1 mm of water and A. Ritter's onto a dry bed, after 6 s.
double stoker(double x) {
  double const speed = (x - 5) / 6, c = std::sqrt(g * 0.005), middle = 0.00253935717, u = 0.127279718;
  if (speed <= -c) return 0.005;
  if (speed <= u - std::sqrt(g * middle)) return 4 / (9 * g) * (c - speed / 2) * (c - speed / 2);
  return speed <= 0.2099634 ? middle : 0.001;
}
double ritter(double x) {
  double const speed = (x - 5) / 6, c = std::sqrt(g * 0.005);
  if (speed <= -c) return 0.005;
  return speed < 2 * c ? 4 / (9 * g) * (c - speed / 2) * (c - speed / 2) : 0;
}

/// The first row, whose cells all rows repeat, of a field along x.
Values row(Values const& field, int cells) { return {field.begin(), field.begin() + cells}; }

double error(Outcome const& o, Flow const& flow, double (*exact)(double)) {
  return mean_distance(o.h, sample(flow.grid, [=](double x, double) { return exact(x); }));
}

void check_concentration(Outcome const& o, double slack) {
  for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
    if (o.h[cell] <= 0) continue;
    CHECK(o.c(cell) >= -slack);
    CHECK(o.c(cell) <= 1 + slack);
  }
}

}  // namespace

TEST_CASE("A dam breaks onto water as Stoker says, and concentrations stay between 0 and 1", "[dam]") {
  double errors[3], at = 0;
  for (int const cells : {100, 400, 1600}) {
    Flow const flow = dam(cells, 0.001, 1, 0);
    Outcome const o = run(flow);
    errors[static_cast<int>(at++)] = error(o, flow, stoker);
    check_concentration(o, 1e-12);
    check_concentration(run(dam(cells, 0.001, 0, 1)), 1e-12);
    Values const h = row(o.h, cells);
    int shock = cells - 1;
    while (h[static_cast<std::size_t>(shock)] < 0.5 * (0.00253935717 + 0.001)) --shock;
    double const there = 5 + 6 * 0.2099634, dx = 10.0 / cells;
    CHECK(std::abs((shock + 1) * dx - there) <= 2 * dx);
  }
  CAPTURE(errors[0], errors[1], errors[2]);
  CHECK(errors[0] <= 7e-5);
  CHECK(errors[1] <= 2.4e-5);
  CHECK(std::log2(errors[1] / errors[2]) / 2 >= 0.70);
}

TEST_CASE("A dam breaks onto a dry bed as Ritter says", "[dam]") {
  for (int const cells : {400, 1600}) {
    Flow const flow = dam(cells, 0, 1, 1);
    Outcome const o = run(flow);
    CAPTURE(cells);
    CHECK(error(o, flow, ritter) <= (cells == 400 ? 2.6e-5 : 1.1e-5));
    CHECK(least_of(o.h) >= 0);
    Values const h = row(o.h, cells);
    CHECK(std::is_sorted(h.rbegin(), h.rend()));
    int front = cells - 1;
    while (h[static_cast<std::size_t>(front)] < 1e-6) --front;
    CHECK((front + 0.5) * 10.0 / cells >= 7.0);
    CHECK((front + 0.5) * 10.0 / cells <= 7.70);
    for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
      if (o.h[cell] > 1e-6) CHECK(std::abs(o.c(cell) - 1) < 1e-10);
    }
  }
}

TEST_CASE("Dam breaks of second order are several times as exact, and concentrations stay between 0 and 1",
          "[dam][second]") {
  double const most[2][2] = {{2.5e-5, 6e-6}, {2.2e-5, 5e-6}};  // at 100 and 400 cells, onto water and onto a dry bed
  for (bool const dry : {false, true}) {
    for (int const fine : {0, 1}) {
      int const cells = fine ? 400 : 100;
      Flow const flow = dam(cells, dry ? 0 : 0.001, 1, 0);
      Outcome const o = run(flow, {.order = 2});
      CAPTURE(dry, cells);
      CHECK(error(o, flow, dry ? ritter : stoker) <= most[dry][fine]);
      CHECK(least_of(o.h) >= 0);
      check_concentration(o, 1e-12);
    }
  }
}

TEST_CASE("Dam breaks along y and in float are those along x and in double", "[dam]") {
  for (double const beyond : {0.001, 0.0}) {
    int const order = GENERATE(1, 2);
    Flow const flow = dam(400, beyond, 1, 0);
    Outcome const o = run(flow, {.order = order}), other = run(turned(flow), {.order = order}),
                  rounded = run(flow, {.precision = Precision::float32, .order = order});
    CHECK(distance(turned(other.h, turned(flow).grid), o.h) <= 1e-13);
    CHECK(distance(turned(other.qy, turned(flow).grid), o.qx) <= 1e-13);
    CHECK(mean_distance(rounded.h, o.h) <= 1e-6);
    check_concentration(rounded, 1e-5);
    CHECK(error(rounded, flow, beyond > 0 ? stoker : ritter) <= 2.6e-5);
  }
}

TEST_CASE("The paper's bare sign stalls a rarefaction, and its pollutant's row makes new extremes", "[dam][paper]") {
  Flow const dry = dam(400, 0, 1, 1);
  CHECK(error(run(dry, {.paper = true}), dry, ritter) > 3.5e-5);
  Flow deep{.grid = {.cells = {400, 4}, .spacing = {0.25, 1}}};
  deep.depth = [](double x, double) { return x < 50 ? 2.0 : 1.0; };
  deep.concentration = [](double x, double) { return x < 50 ? 0.0 : 1.0; };
  deep.steps = 1;
  CHECK(least_of(run(deep, {.paper = true}).hc) < -0.1);
  CHECK(least_of(run(deep).hc) >= 0);
}
