// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"

using namespace flow_tests;

namespace {

using Form = st::FlowForm<st::FlowAlgorithm::fused, true, true, true>;

/// A wave that runs over dry ground of two roughnesses, every step of it.
struct Wave {
  tessera::Grid<2> grid{.cells = {60, 6}, .spacing = {1, 1}};
  Values depth = sample(grid, [](double x, double) { return x < 10 ? 1.0 : 0.0; });
  Values none = Values(360, 0.0);
  Values ground;

  Wave() {
    for (double const n : sample(grid, [](double, double y) { return y < 3 ? 0.0 : 0.1; })) ground.push_back(n);
    ground.resize(720, 1.0);  // all of the rain
    ground.resize(1080, 0.0);
  }

  template <class Solution>
  void start(Solution& solution) const {
    solution.template set<st::h<double>>(depth);
    for_each_zero(solution);
    solution.template set<st::ground<double>>(ground);
    st::start_clock(solution, 0, 2 * std::sqrt(9.81));
    solution.template set<st::goal>(1e300);
  }
  template <class Solution>
  void for_each_zero(Solution& solution) const {
    solution.template set<st::qx<double>>(none);
    solution.template set<st::qy<double>>(none);
    solution.template set<st::hc<double>>(none);
    solution.template set<st::bed<double>>(none);
  }
};

}  // namespace

TEST_CASE("Maxima are those of all steps, the water arrives once, and rough ground holds it up", "[maxima]") {
  Wave const wave;
  st::FlowSetup setup;
  setup.sides = st::FlowSides::walls(wave.grid);
  setup.wet = 0.01;
  tessera::Solution solution{Kokkos::DefaultExecutionSpace{}, st::flow_program<double, Form>(wave.grid, setup)};
  wave.start(solution);
  Values highest(360, 0.0), speed(360, 0.0), arrival(360, -1.0);
  for (int step = 0; step < 60; ++step) {
    solution.advance(1);
    Values const h = solution.get<st::h<double>>(), q = solution.get<st::qx<double>>();
    Values const r = solution.get<st::qy<double>>();
    double const now = solution.get<st::clock>()[st::clock_end];
    for (std::size_t cell = 0; cell < h.size(); ++cell) {
      highest[cell] = std::max(highest[cell], h[cell]);
      if (h[cell] < setup.wet) continue;
      speed[cell] = std::max(speed[cell], std::hypot(q[cell], r[cell]) / h[cell]);
      if (arrival[cell] < 0) arrival[cell] = now;
    }
  }
  Values const kept = solution.get<st::maxima<double>>();
  CHECK(distance({kept.begin(), kept.begin() + 360}, highest) == 0);
  CHECK(distance({kept.begin() + 360, kept.begin() + 720}, speed) < 1e-12);
  CHECK(distance({kept.begin() + 720, kept.end()}, arrival) == 0);
  CHECK(arrival[20] > 0);
  CHECK(arrival[5 * 60 + 20] > arrival[20]);
}
