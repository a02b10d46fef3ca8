// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;
using tessera::Precision;

namespace {

constexpr double pi = 3.141592653589793;

/// Water that swings in a bowl (W. Thacker, J. Fluid Mech. 107, 1981; SWASHES 4.2.2.1).
struct Bowl {
  double g = 9.81, a = 1, r0 = 0.8, h0 = 0.1, length = 4;
  [[nodiscard]] double omega() const { return std::sqrt(8 * g * h0) / a; }
  [[nodiscard]] double bed(double x, double y) const { return h0 * ((x * x + y * y) / (a * a) - 1); }
  [[nodiscard]] double depth(double x, double y, double t) const {
    double const part = (a * a - r0 * r0) / (a * a + r0 * r0), swing = 1 - part * std::cos(omega() * t);
    double const r2 = (x * x + y * y) / (a * a), root = std::sqrt(1 - part * part);
    double const level = h0 * (root / swing - 1 - r2 * ((1 - part * part) / (swing * swing) - 1));
    return std::max(level - bed(x, y), 0.0);
  }
};

Flow bowl(int cells, double periods) {
  Bowl const b;
  Flow flow{.grid = {.cells = {cells, cells}, .spacing = {4.0 / cells, 4.0 / cells}, .origin = {-2, -2}}};
  flow.bed = [b](double x, double y) { return b.bed(x, y); };
  flow.depth = [b](double x, double y) { return b.depth(x, y, 0); };
  flow.concentration = [](double, double) { return 1.0; };
  flow.end = periods * 2 * pi / b.omega();
  return flow;
}

double error(Outcome const& o, Flow const& flow) {
  Values const exact = sample(flow.grid, [&](double x, double y) { return Bowl{}.depth(x, y, flow.end); });
  return mean_distance(o.h, exact) * static_cast<double>(exact.size()) / total(exact);
}

}  // namespace

TEST_CASE("Water swings in a bowl as Thacker says", "[bowl]") {
  CHECK(std::abs(bowl(2, 1).end - 2.242851) < 1e-6);
  for (int const cells : {100, 200}) {
    for (auto const precision : {Precision::float64, Precision::float32}) {
      Flow const flow = bowl(cells, 1);
      Outcome const o = run(flow, {precision});
      bool const exact = precision == Precision::float64;
      CAPTURE(cells, exact);
      CHECK(error(o, flow) <= (cells == 100 ? 0.055 : 0.03));
      CHECK(least_of(o.h) >= 0);
      CHECK(std::abs(total(o.start_h) * 16 / cells / cells - 0.15707963) < 1e-4);
      CHECK(water_missing(o, flow.grid) <= (exact ? 1e-13 : 1e-5));
      for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
        if (o.h[cell] > 1e-6) CHECK(std::abs(o.c(cell) - 1) < (exact ? 1e-10 : 1e-4));
      }
    }
  }
}

TEST_CASE("Of second order, water swings in a bowl with a fifth of the error", "[bowl][second]") {
  for (auto const precision : {Precision::float64, Precision::float32}) {
    Flow const flow = bowl(100, 1);
    Outcome const o = run(flow, {.precision = precision, .order = 2});
    bool const exact = precision == Precision::float64;
    CHECK(error(o, flow) <= 0.011);
    CHECK(least_of(o.h) >= 0);
    CHECK(water_missing(o, flow.grid) <= (exact ? 1e-13 : 1e-5));
    for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
      if (o.h[cell] > 1e-6) CHECK(std::abs(o.c(cell) - 1) < (exact ? 1e-10 : 1e-4));
    }
  }
}

TEST_CASE("A plane of water that goes round in a bowl comes back", "[bowl][second]") {
  // W. Thacker, 1981; SWASHES 4.2.2.2: the level is a plane at all times.
  double const h0 = 0.1, eta = 0.5, omega = std::sqrt(2 * 9.81 * h0), pi2 = 2 * pi;
  Flow flow{.grid = {.cells = {100, 100}, .spacing = {0.04, 0.04}, .origin = {-2, -2}}};
  flow.bed = [=](double x, double y) { return h0 * (x * x + y * y - 1); };
  flow.depth = [=](double x, double y) { return std::max(eta * h0 * (2 * x - eta) - h0 * (x * x + y * y - 1), 0.0); };
  flow.v = [=, depth = flow.depth](double x, double y) { return depth(x, y) > 0 ? eta * omega : 0.0; };
  flow.end = pi2 / omega;
  Values const exact = sample(flow.grid, flow.depth);
  auto const error_of = [&](Outcome const& o) {
    return mean_distance(o.h, exact) * static_cast<double>(exact.size()) / total(exact);
  };
  Outcome const o = run(flow, {.order = 2});
  CHECK(error_of(o) <= 0.01);
  CHECK(error_of(run(flow)) > 0.03);
  CHECK(least_of(o.h) >= 0);
  CHECK(water_missing(o, flow.grid) < 1e-13);
}

TEST_CASE("Water goes on swinging, and films on the slopes neither race nor hold up the clock", "[bowl]") {
  Flow const flow = bowl(100, 3);
  Outcome const o = run(flow);
  CHECK(error(o, flow) <= 0.13);
  double fastest = 0;
  for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
    if (o.h[cell] > 1e-12) fastest = std::max(fastest, std::hypot(o.qx[cell], o.qy[cell]) / o.h[cell]);
  }
  CHECK(fastest < 3);  // what falls from the rim to the bottom has 1.4 m/s
  CHECK(o.shortest_step > 0.3 * o.mean_step);
}

TEST_CASE("Thin films on rough slopes stay slow without friction", "[bowl]") {
  Flow flow{.grid = {.cells = {64, 64}, .spacing = {5, 5}}};
  flow.bed = [](double x, double y) { return 0.05 * x + 2 * std::sin(0.11 * x) * std::cos(0.07 * y); };
  flow.depth = [](double x, double) { return x > 250 ? 1e-4 : 0.0; };
  flow.setup.forcings.rain.constant = 30e-3 / 3600;
  flow.setup.longest = 60;
  flow.end = 3600;
  Outcome const o = run(flow);
  CHECK(least_of(o.h) >= 0);
  CHECK(water_missing(o, flow.grid) < 1e-12);
  double fastest = 0;
  for (std::size_t cell = 0; cell < o.h.size(); ++cell) {
    if (o.h[cell] > 1e-9) fastest = std::max(fastest, std::hypot(o.qx[cell], o.qy[cell]) / o.h[cell]);
  }
  CHECK(fastest < 20);  // sqrt(2 g 20 m)
  CHECK(o.mean_step > 0.1);
}
