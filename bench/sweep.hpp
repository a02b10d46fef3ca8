// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <numeric>

#include "count.hpp"
#include "quantity.hpp"
#include "roof.hpp"
#include "tessera/solution.hpp"
#include "tessera/storage/noise.hpp"
#include "timing.hpp"

namespace tessera::bench {

/// The initial value of a cell, more than 0 and at most 100.
template <class T>
KOKKOS_INLINE_FUNCTION T initial_value(int i, int j, int k) {
  return noise<T>(i, j, k, T(0.001));
}

template <class T, class Exec>
void set_initial(Exec const& exec, Field<T, Exec> const& field) {
  fill_noise(exec, field, T(0.001));
}
template <class Run, class... Qs>
void set_initial(Run& run, Types<Qs...>) {
  (set_initial(run.exec(), run.template field<Qs>()), ...);
  run.touch();
}
/// Sets all quantities of a solution.
template <class Run>
void set_initial(Run& run) {
  set_initial(run, typename Run::quantities{});
}

/// Bytes that a step of a program must move per cell: of each stage, each input once and each output once.
inline double bytes_per_update(Plan const& plan) {
  return static_cast<double>(std::accumulate(plan.bytes_per_cell.begin(), plan.bytes_per_cell.end(), std::size_t{0}));
}

/// What a user gets: `advance`, boundaries on, batches of steps with a fence each. `Counting`: its operators take the
/// numbers that count operations (Counted).
template <bool Counting = true, class Exec, class ProgramType>
void measure_sweep(benchmark::State& state, Exec const& exec, ProgramType const& program, Schedule const& schedule) {
  double const roof_here = Roof<Exec>::bandwidth();
  try {
    if (!fits(state, exec, static_cast<double>(program_bytes(plan_execution(exec, program, schedule))))) return;
    Solution run{exec, program, schedule};
    set_initial(run);
    auto const advance = [&](long steps) {
      run.advance(steps);
      exec.fence("tessera::bench");
    };
    StepsPlan const& several = run.plan().steps;
    measure(state, advance, program.grid().size(), bytes_per_update(run.plan().buffers), roof_here, several.steps);
    if constexpr (Counting) {
      Counts const counts = count(program);
      state.counters["flops_per_update"] = counts.flops;
      state.counters["operations_per_update"] = counts.operations;
      state.counters["points"] = counts.points;
    }
    state.SetLabel(describe(run.plan().main().resolved.schedule));
    state.counters["steps_per_launch"] = several.steps;
    state.counters["registers"] = run.plan().main().chosen.kernel.registers;
    state.counters["local_bytes"] = static_cast<double>(run.plan().main().chosen.kernel.local_bytes);
  } catch (InputError const& error) {  // such as planes that do not fit into this device's scratch
    state.SkipWithError(error.what());
  }
}

}  // namespace tessera::bench
