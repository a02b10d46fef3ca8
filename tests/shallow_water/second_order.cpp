// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;

namespace {

constexpr double g = 9.81, pi = 3.141592653589793;

/// A wave that runs one way round a channel of 1 m, on still water where it does not: u - 2 c is the same everywhere,
/// and each depth moves with u + c (J. Stoker, Water Waves, 1957, section 10.2).
struct SimpleWave {
  double still = -2 * std::sqrt(g), seconds = 0.1;
  [[nodiscard]] static double depth(double x) { return 1 + 0.1 * std::sin(2 * pi * x); }
  [[nodiscard]] double discharge(double x) const { return depth(x) * (still + 2 * std::sqrt(g * depth(x))); }
  /// The depth at the end: that of the place from which it came, by bisection.
  [[nodiscard]] double later(double x) const {
    double low = x - 1.5, high = x + 0.5;
    for (int n = 0; n < 60; ++n) {
      double const middle = (low + high) / 2, to = middle + (still + 3 * std::sqrt(g * depth(middle))) * seconds;
      (to < x ? low : high) = middle;
    }
    return depth(low);
  }
};

/// The mean of f over a cell of length dx around x.
template <class F>
double mean(F const& f, double x, double dx) {
  double sum = 0;
  for (int n = 0; n < 20; ++n) sum += f(x + dx * ((n + 0.5) / 20 - 0.5));
  return sum / 20;
}

double wave_error(int cells, int order) {
  SimpleWave const wave;
  double const dx = 1.0 / cells;
  Flow flow{.grid = {.cells = {cells, 4}, .spacing = {dx, dx}}};
  flow.grid.periodic = {true, true};
  flow.depth = [=](double x, double) { return mean(SimpleWave::depth, x, dx); };
  flow.u = [=](double x, double) {
    return mean([&](double s) { return wave.discharge(s); }, x, dx) / mean(SimpleWave::depth, x, dx);
  };
  flow.end = wave.seconds;
  Values const exact =
      sample(flow.grid, [=](double x, double) { return mean([&](double s) { return wave.later(s); }, x, dx); });
  return mean_distance(run(flow, {.order = order}).h, exact);
}

/// 50 mm/h on 100 m of a plane, Manning 0.03, over whose end the water falls, until it is steady.
Flow rain_on_plane(double slope, double dx) {
  Flow flow{.grid = {.cells = {static_cast<int>(std::lround(100 / dx)), 2}, .spacing = {dx, dx}}};
  flow.bed = [=](double x, double) { return slope * (100 - x); };
  flow.setup.ground = {0.03, 1, 0};
  flow.setup.forcings.rain.constant = 50e-3 / 3600;
  flow.setup.longest = 60;
  flow.setup.fastest = st::fastest_water(g, 100 * slope, 0);
  flow.rules = {{}, {st::SideKind::free}};
  flow.sides[1] = 1;
  flow.end = 1254;
  return flow;
}

/// The kinematic wave: what fell above flows at its normal depth (F. Henderson and R. Wooding, J. Geophys. Res. 69,
/// 1964).
Values kinematic(Flow const& flow, double slope) {
  return sample(flow.grid, [=](double x, double) { return std::pow(0.03 * 50e-3 / 3600 * x / std::sqrt(slope), 0.6); });
}

}  // namespace

TEST_CASE("A smooth wave converges with second order", "[second]") {
  double const coarse = wave_error(100, 2), fine = wave_error(200, 2);
  CAPTURE(coarse, fine);
  CHECK(std::log2(coarse / fine) > 1.8);
  CHECK(fine < 0.1 * wave_error(200, 1));
}

TEST_CASE("Rain runs off slopes at the depth of the kinematic wave, on coarse cells too", "[second]") {
  for (double const slope : {0.05, 0.2}) {
    for (double const dx : {0.5, 1.0, 2.0}) {
      CAPTURE(slope, dx);
      Flow const flow = rain_on_plane(slope, dx);
      Values const exact = kinematic(flow, slope);
      Outcome const o = run(flow, {.order = 2});
      CHECK(std::abs(total(o.h) / total(exact) - 1) < 0.03);
      auto const middle = static_cast<std::size_t>(flow.grid.cells[0] / 2);
      CHECK(std::abs(o.h[middle] / exact[middle] - 1) < 0.02);
      CHECK(water_missing(o, flow.grid) < 1e-12);
    }
  }
}

TEST_CASE("Rain begins to run off a slope when the kinematic wave says", "[second]") {
  double const slope = 0.05, rain = 50e-3 / 3600, t = 418;
  Flow flow = rain_on_plane(slope, 1);
  flow.end = t;
  Outcome const o = run(flow, {.order = 2});
  double const left = -o.totals[st::total_water] / (rain * t * 100 * 2);
  CHECK(std::abs(left - 0.375) < 0.01);  // t is the time of concentration: 1 - 5/8 of what fell
}
