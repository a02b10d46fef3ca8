// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <numeric>

#include "count.hpp"
#include "quantity.hpp"
#include "roof.hpp"
#include "tessera/solution.hpp"
#include "timing.hpp"

namespace tessera::bench {

/// The initial value of a cell, more than 0 and at most 100, without any order in it: constant or smooth data would
/// need less power than real data.
template <class T>
KOKKOS_INLINE_FUNCTION T initial_value(int i, int j, int k) {
  std::uint32_t h = static_cast<std::uint32_t>(i) * 73856093U ^ static_cast<std::uint32_t>(j) * 19349663U ^
                    static_cast<std::uint32_t>(k) * 83492791U;
  h ^= h >> 15;
  h *= 2246822519U;
  h ^= h >> 13;
  return static_cast<T>(1U + h % 100000U) * T(0.001);
}

/// Sets one row of a field.
template <class T>
struct InitialRows {
  T* cells;
  Layout layout;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    int const j = static_cast<int>(row % layout.n[1]);
    int const k = static_cast<int>(row / layout.n[1]);
    T* const to = cells + layout.at(0, j, k) - layout.origin;
    for (int i = 0; i < layout.n[0]; ++i) to[i] = initial_value<T>(i, j, k);
  }
};

template <class T, class Exec>
void set_initial(Exec const& exec, Field<T, Exec> const& field) {
  Layout const layout = field.layout();
  std::int64_t const rows = static_cast<std::int64_t>(layout.n[1]) * layout.n[2];
  Kokkos::parallel_for("tessera::bench::initial",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                       InitialRows<T>{field.origin(), layout});
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

/// What a user gets: `advance`, boundaries on, batches of steps with a fence each.
template <class Exec, class ProgramType>
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
    Counts const counts = count(program);
    state.counters["flops_per_update"] = counts.flops;
    state.counters["operations_per_update"] = counts.operations;
    state.counters["points"] = counts.points;
    state.SetLabel(describe(run.plan().main().resolved.schedule));
    state.counters["steps_per_launch"] = several.steps;
  } catch (InputError const& error) {  // such as planes that do not fit into this device's scratch
    state.SkipWithError(error.what());
  }
}

}  // namespace tessera::bench
