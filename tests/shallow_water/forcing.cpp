// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shallow_water/flow.hpp"
#include "tessera/table.hpp"

using namespace flow_tests;
using st::FlowAlgorithm;

namespace {

/// A series where the operators read it.
struct DeviceSeries {
  tessera::Table<double, Kokkos::DefaultExecutionSpace> times, values;

  DeviceSeries(Values const& t, Values const& v) : times(t), values(v) {}
  [[nodiscard]] st::Signal signal() const {
    return {.times = times.data(), .values = values.data(), .points = times.size()};
  }
};

/// Twelve bursts of 11 s between long pauses; `most` from second 32 to 42 of each 300 s.
DeviceSeries bursts(double most) {
  Values times{0}, values{0};
  for (int k = 0; k < 12; ++k) {
    for (double const t : {31.0, 32.0, 42.0, 43.0}) times.push_back(300 * k + t);
    for (double const v : {0.0, most, most, 0.0}) values.push_back(v);
  }
  times.push_back(3600);
  values.push_back(0);
  return {times, values};
}

/// Dry flat ground, on which no wave limits the steps.
Flow dry() {
  Flow flow{.grid = {.cells = {4, 3}, .spacing = {10, 10}}};
  flow.setup.longest = 60;
  flow.end = 3600;
  return flow;
}

/// The integral of a tide, which is a sine.
double tide_integral(st::Constituent const& c, double from, double to) {
  double const w = 2 * std::acos(-1.0) / c.period;
  auto const angle = [&](double t) { return w * (t - c.reference) - c.phase; };
  return c.amplitude / w * (std::sin(angle(to)) - std::sin(angle(from)));
}

}  // namespace

TEST_CASE("The mean of a tide is its integral over the span, at any length of it", "[forcing]") {
  st::Constituent const tide{1.5, 12.0, 0.5, 100};
  for (double const length : {40.0, 12.0, 5.0, 0.7, 1e-2}) {
    for (double const from : {-3.0, 0.0, 17.3}) {
      CAPTURE(length, from);
      double const mean = tide_integral(tide, from, from + length) / length;
      CHECK(std::abs(tide.mean({from, from + length}) - mean) < 1e-12 / std::min(length, 1.0));
    }
  }
  CHECK(std::abs(tide.mean({17.3, 17.3 + 1e-9}) - tide.at(17.3)) < 1e-8);
  CHECK(tide.mean({17.3, 17.3}) == tide.at(17.3));
}

TEST_CASE("The mean of a series is its integral, over rows and past its ends", "[forcing]") {
  double const times[4] = {0, 10, 20, 21}, values[4] = {1, 3, 2, -2};
  st::Signal const series{.times = times, .values = values, .points = 4};
  CHECK(std::abs(series.mean({0, 21}) * 21 - (20 + 25 + 0)) < 1e-13);  // trapezoids
  CHECK(std::abs(series.mean({5, 15}) - (12.5 + 13.75) / 10) < 1e-14);
  CHECK(series.mean({2, 4}) == 1.6);
  CHECK(std::abs(series.mean({-10, 0}) - 1) < 1e-15);
  CHECK(std::abs(series.mean({-10, 10}) * 20 - (10 + 20)) < 1e-13);
  CHECK(std::abs(series.mean({20.5, 31}) * 10.5 - (-0.5 - 20)) < 1e-13);
  CHECK(series.most({5, 15}) == 3);
  CHECK(series.most({12, 14}) == series.at(12));
  CHECK(series.most({20.5, 31}) == 0);
}

TEST_CASE("The most of a tide is its crest, where the span has one", "[forcing]") {
  for (double const amplitude : {2.0, -2.0}) {
    st::Constituent const tide{amplitude, 12.0, 0.0, 0.0};
    double const crest = amplitude > 0 ? 24 : 18;
    CHECK(tide.most({crest - 1, crest + 1}) == 2);
    CHECK(tide.most({crest + 1, crest + 13}) == 2);
    CHECK(tide.most({crest + 1, crest + 2}) == tide.at(crest + 1));
    CHECK(tide.most({crest - 2, crest - 1}) == tide.at(crest - 1));
  }
}

TEST_CASE("No burst of rain falls between steps", "[forcing]") {
  DeviceSeries const rain = bursts(0.72 / 3600);  // 11 s of 720 mm/h, twelve times: 26.4 mm
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive, FlowAlgorithm::decoupled}) {
    Flow flow = dry();
    flow.setup.forcings.rain = rain.signal();
    Outcome const o = run(flow, {.algorithm = algorithm});
    CHECK(std::abs(o.totals[st::total_rain] - 31.68) < 1e-11);
    CHECK(std::abs(total(o.h) * 100 - 31.68) < 1e-11);
    CHECK(o.time == 3600);
  }
}

TEST_CASE("No burst of a discharge enters between steps, and none piles up on dry ground", "[forcing]") {
  DeviceSeries const river = bursts(5);  // twelve times 55 m^3
  for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive, FlowAlgorithm::decoupled}) {
    Flow flow = dry();
    flow.rules = {{}, {st::SideKind::discharge, river.signal()}};
    flow.sides[0] = 1;
    tessera::Table<st::Inlet, Kokkos::DefaultExecutionSpace> const inlets(
        {{st::SideKind::discharge, river.signal(), 1 / 30.0, 0, 0.1}});
    flow.setup.forcings.inlets = inlets.data();
    flow.setup.forcings.inlet_count = 1;
    CHECK(std::abs(run(flow, {.algorithm = algorithm}).totals[st::total_water] - 660) < 1e-9);
    flow.end = 36;
    CHECK(largest_of(run(flow, {.algorithm = algorithm}).h) < 0.2);  // the critical depth of 1/6 m^2/s is 0.14 m
  }
}

TEST_CASE("Nothing runs off ground that takes more than it rains", "[forcing]") {
  for (double const gamma : {0.9, 0.5}) {
    for (auto const algorithm : {FlowAlgorithm::fused, FlowAlgorithm::naive}) {
      Flow flow{.grid = {.cells = {40, 3}, .spacing = {5, 5}}};
      flow.bed = [](double x, double) { return 0.05 * x; };
      flow.rules = {{}, {st::SideKind::free}};
      flow.sides[0] = 1;
      flow.setup.longest = 60;
      flow.setup.gamma = gamma;
      flow.setup.ground = {0.03, 1, 10e-3 / 3600};
      flow.setup.forcings.rain.constant = 5e-3 / 3600;
      flow.end = 4 * 3600;
      Outcome const o = run(flow, {.algorithm = algorithm});
      CHECK(largest_of(o.h) == 0);
      CHECK(o.totals[st::total_water] == 0);
      CHECK(std::abs(o.totals[st::total_seeped_water] - 0.02 * 3000) < 1e-10);  // 20 mm
    }
  }
}

TEST_CASE("Rain that the ground does not take runs off, and the budget closes", "[forcing]") {
  Flow flow{.grid = {.cells = {40, 3}, .spacing = {5, 5}}};
  flow.bed = [](double x, double) { return 0.05 * x; };
  flow.concentration = [](double, double) { return 1.0; };
  flow.depth = [](double x, double) { return x > 150 ? 1e-3 : 0.0; };
  flow.rules = {{}, {st::SideKind::free}};
  flow.sides[0] = 1;
  flow.setup.longest = 60;
  flow.setup.ground = {0.03, 1, 5e-3 / 3600};
  flow.setup.forcings.rain.constant = 15e-3 / 3600;
  flow.end = 4 * 3600;
  Outcome const o = run(flow);
  CHECK(least_of(o.h) >= 0);
  CHECK(least_of(o.hc) >= 0);
  CHECK(water_missing(o, flow.grid) < 1e-12);
  CHECK(pollutant_missing(o, flow.grid) < 1e-12);
  // What the ground takes it takes everywhere and all the time: 20 mm; the rest, 40 mm and a film, has left.
  CHECK(std::abs(o.totals[st::total_seeped_water] - 0.02 * 3000) < 1e-3);
  CHECK(o.totals[st::total_seeped_pollutant] > 0);
}
