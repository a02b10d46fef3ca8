// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>

#include "../roof.hpp"
#include "../timing.hpp"
#include "paper003.hpp"
#include "tessera/io/fractal.hpp"
#include "tessera/table.hpp"

namespace tessera::bench {

/// A flow on a square of `cells` times `cells` cells, walls all round unless `rules` says more.
struct FlowCase {
  Grid<2> grid;
  std::vector<double> bed, h, hc;
  double end = 1e300;  ///< s

  /// Of sides `length` metres long, without water.
  FlowCase(int cells, double length)
      : grid{.cells = {cells, cells}, .spacing = {length / cells, length / cells}},
        bed(static_cast<std::size_t>(grid.size()), 0.0),
        h(bed),
        hc(bed) {}
  /// How far the highest ground or water stands above the lowest ground, m.
  [[nodiscard]] double fall() const {
    double low = bed[0], high = bed[0];
    for (std::size_t cell = 0; cell < bed.size(); ++cell) {
      low = std::min(low, bed[cell]);
      high = std::max(high, bed[cell] + h[cell]);
    }
    return high - low;
  }
  /// Calls `f(cell, x, y)` for every cell.
  template <class F>
  void for_cells(F const& f) const {
    for (int j = 0; j < grid.cells[1]; ++j) {
      for (int i = 0; i < grid.cells[0]; ++i) {
        f(static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.cells[0]) + static_cast<std::size_t>(i),
          (i + 0.5) * grid.spacing[0], (j + 0.5) * grid.spacing[1]);
      }
    }
  }
};

/// The estuary of apps/shallow_water/estuary.toml, without friction, as the paper has it.
inline FlowCase estuary(int cells) {
  FlowCase flow(cells, 20000);
  double const d = flow.grid.spacing[0];
  flow.bed = made_terrain({}, {2, {cells, cells, 1}, {d, d, 1}, {0, 0, 0}});
  flow.for_cells([&](std::size_t cell, double x, double y) {
    flow.h[cell] = std::max(1.5 - flow.bed[cell], 0.0);
    if (std::hypot(x - 8000, y - 8000) < 400) flow.hc[cell] = flow.h[cell];
  });
  return flow;
}

/// A column 2.5 m high and 5 m across in a tank with 0.5 m of water.
inline FlowCase water_column(int cells) {
  FlowCase flow(cells, 40);
  flow.for_cells(
      [&](std::size_t cell, double x, double y) { flow.h[cell] = std::hypot(x - 20, y - 20) < 2.5 ? 2.5 : 0.5; });
  flow.end = 1;
  return flow;
}

/// Calls `f` with the program of an algorithm, as the paper's have it: without budgets.
template <class T, class F>
auto with_flow_program(stencils::FlowAlgorithm algorithm, Grid<2> const& grid, stencils::FlowSetup const& setup,
                       F const& f) {
  using enum stencils::FlowAlgorithm;
  using stencils::FlowForm;
  if (algorithm == naive) return f(stencils::flow_program<T, FlowForm<naive, false>>(grid, setup));
  if (algorithm == decoupled) return f(stencils::flow_program<T, FlowForm<decoupled, false>>(grid, setup));
  return f(stencils::flow_program<T, FlowForm<fused, false>>(grid, setup));
}

/// Puts the start of a flow into its solution.
template <class T, class Run>
void set_flow(Run& run, FlowCase const& flow) {
  std::vector<stencils::FlowState<double>> states;
  for (double const depth : flow.h) states.push_back({depth, 0, 0, 0});
  run.template set<stencils::bed<T>>(flow.bed);
  run.template set<stencils::h<T>>(flow.h);
  run.template set<stencils::qx<T>>(0.0);
  run.template set<stencils::qy<T>>(0.0);
  run.template set<stencils::hc<T>>(flow.hc);
  stencils::start_clock(run, 0, stencils::first_crossing_rate(flow.grid, stencils::FlowSetup{}.gravity, states));
  run.template set<stencils::goal>(flow.end);
}

template <class Exec, class T>
void paper003(benchmark::State& state, int cells, stencils::FlowAlgorithm algorithm) {
  Exec const exec;
  FlowCase const flow = estuary(cells);
  Table<stencils::Constituent, Exec> const tide({{1.5, 44714, 0, 0}});
  Table<stencils::SideRule, Exec> const rules(
      {{},
       {stencils::SideKind::level, {.constituents = tide.data(), .constituent_count = 1}, 0},
       {stencils::SideKind::still}});
  stencils::FlowSetup setup;
  setup.rules = rules.data();
  setup.fastest = stencils::fastest_water(setup.gravity, flow.fall(), 0);
  setup.sides.whole(flow.grid, 0, 1).whole(flow.grid, 1, 2).whole(flow.grid, 2, 1).whole(flow.grid, 3, 2);
  std::vector<double> const none(flow.h.size(), 0.0), smooth{0.0};
  for (std::size_t const face : {1, 3}) {
    auto const open = stencils::open_cells(flow.grid, face, {setup.gravity, flow.bed, flow.h, none, none, smooth});
    setup.sides.along(face, std::vector<bool>(open.own.size(), true), open.own, 2);
  }
  with_flow_program<T>(algorithm, flow.grid, setup, [&](auto const& program) {
    if (!fits(state, exec, static_cast<double>(program_bytes(plan_execution(exec, program))))) return;
    Solution run{exec, program};
    set_flow<T>(run, flow);
    auto const advance = [&](long steps) {
      run.advance(steps);
      exec.fence("tessera::bench");
    };
    measure(state, advance, flow.grid.size(), 9.0 * sizeof(T), Roof<Exec>::bandwidth());
    auto const clock = run.template get<stencils::clock>();
    state.counters["step_seconds"] = clock[stencils::clock_end] / clock[stencils::clock_count];
    state.SetLabel(describe(run.plan().step.back().resolved.schedule));
  });
}

template <class Exec, class T>
void Paper003<Exec, T>::add() {
  using enum stencils::FlowAlgorithm;
  for (auto const algorithm : {naive, decoupled, fused}) {
    for (int cells = 100; cells <= (small() ? 100 : 1000); cells += 100) {
      std::string const name = "paper003/" + space_name<Exec>() + "/" + algorithm_name(algorithm) + "/" +
                               precision_name<T> + "/" + Size{cells, cells}.name(2);
      set_timing(benchmark::RegisterBenchmark(name.c_str(), paper003<Exec, T>, cells, algorithm));
    }
  }
}

template <class Exec, class T>
FlowFields Paper003<Exec, T>::fallen(stencils::FlowAlgorithm algorithm, int cells) {
  FlowCase const flow = water_column(cells);
  stencils::FlowSetup setup;
  setup.sides = stencils::FlowSides::walls(flow.grid);
  return with_flow_program<T>(algorithm, flow.grid, setup, [&](auto const& program) {
    Solution run{Exec{}, program};
    set_flow<T>(run, flow);
    while (run.template get<stencils::clock>()[stencils::clock_end] < flow.end) run.advance(16);
    return FlowFields{run.template get<stencils::h<T>, double>(), run.template get<stencils::qx<T>, double>(),
                      run.template get<stencils::qy<T>, double>()};
  });
}

}  // namespace tessera::bench
