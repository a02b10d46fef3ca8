// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "roof.hpp"
#include "shallow_water.hpp"
#include "sweep.hpp"
#include "tessera/stencils/shallow_water.hpp"

namespace tessera::bench {

/// The state that is measured, (y, x): water 10 m deep with waves without a pattern, or ground without a pattern, about
/// half of which stands out of the water.
struct FlowStart {
  std::vector<double> bed, h, qx, qy, hc;
  double rate = 0;

  FlowStart(Grid<2> const& grid, bool half_dry) {
    std::vector<stencils::FlowState<double>> states;
    for (int j = 0; j < grid.cells[1]; ++j) {
      for (int i = 0; i < grid.cells[0]; ++i) {
        double const noise = 0.01 * initial_value<double>(i, j, 0);  // 0 to 1
        bed.push_back(half_dry ? 4 * noise - 2 : -10);
        h.push_back(half_dry ? std::max(-bed.back(), 0.0) : 10 + 0.2 * noise);
        qx.push_back(half_dry ? 0 : 0.5 * initial_value<double>(j, i, 1) * 0.01);
        qy.push_back(half_dry ? 0 : 0.5 * initial_value<double>(i, j, 2) * 0.01);
        hc.push_back(h.back() * 0.01 * initial_value<double>(i, j, 3));
        states.push_back({h.back(), qx.back(), qy.back(), hc.back()});
      }
    }
    rate = stencils::first_crossing_rate(grid, 9.81, states);
  }
};

/// Measures the steps of one form of the program: all stages of a step, as a user gets them.
template <class Exec, class T, class Form>
void shallow_water(benchmark::State& state, Size const& size, bool half_dry) {
  Exec const exec;
  Grid<2> const grid{.cells = {size.x, size.y}, .spacing = {10, 10}};
  stencils::FlowSetup setup;
  setup.sides = stencils::FlowSides::walls(grid);
  auto const program = stencils::flow_program<T, Form>(grid, setup);
  if (!fits(state, exec, static_cast<double>(program_bytes(plan_execution(exec, program))))) return;
  Solution run{exec, program};
  FlowStart const start(grid, half_dry);
  run.template set<stencils::bed<T>>(start.bed);
  run.template set<stencils::h<T>>(start.h);
  run.template set<stencils::qx<T>>(start.qx);
  run.template set<stencils::qy<T>>(start.qy);
  run.template set<stencils::hc<T>>(start.hc);
  stencils::start_clock(run, 0, start.rate);
  run.template set<stencils::goal>(1e300);
  auto const advance = [&](long steps) {
    run.advance(steps);
    exec.fence("tessera::bench");
  };
  // Five arrays are read and four are written at least, whatever the stages are.
  measure(state, advance, grid.size(), 9.0 * sizeof(T), Roof<Exec>::bandwidth());
  state.SetLabel(describe(run.plan().step.back().resolved.schedule));
}

template <class Exec, class T>
void ShallowWater<Exec, T>::add() {
  using enum stencils::FlowAlgorithm;
  using stencils::FlowForm;
  std::vector<Size> const sizes =
      small() ? std::vector<Size>{{65, 64}} : std::vector<Size>{{100, 100}, {1000, 1000}, {4096, 4096}};
  auto const add_one = [&](std::string const& algorithm, auto form) {
    for (bool const half_dry : {false, true}) {
      for (Size const& size : sizes) {
        std::string const name = "shallow_water/" + space_name<Exec>() + "/" + algorithm + "/" + precision_name<T> +
                                 (half_dry ? "/half_dry/" : "/wet/") + size.name(2);
        set_timing(benchmark::RegisterBenchmark(name.c_str(), shallow_water<Exec, T, decltype(form)>, size, half_dry));
      }
    }
  };
  add_one("fused", FlowForm<fused, false>{});
  add_one("fused_budget", FlowForm<fused>{});
  add_one("second", FlowForm<fused, false, false, false, 2>{});
  add_one("naive", FlowForm<naive, false>{});
  add_one("decoupled", FlowForm<decoupled, false>{});
}

}  // namespace tessera::bench
