// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "heat7.hpp"
#include "roof.hpp"
#include "tessera/solution.hpp"
#include "timing.hpp"

namespace tessera::bench {

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

template <class T, class Exec, class Run>
void set_initial(Exec const& exec, Run& run) {
  auto const& field = run.template field<temperature<T>>();
  Layout const layout = field.layout();
  std::int64_t const rows = static_cast<std::int64_t>(layout.n[1]) * layout.n[2];
  Kokkos::parallel_for("tessera::bench::initial",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                       InitialRows<T>{field.origin(), layout});
  run.touch();
}

/// What a user gets: `advance`, boundaries on, a batch of steps and a fence.
template <class Exec, class T>
void heat7(benchmark::State& state, Size const& size, Schedule const& schedule) {
  Exec const exec;
  auto const program = heat7_program<T>(size);
  if (!fits(state, exec, static_cast<double>(program_bytes(program)))) return;
  double const roof_here = Roof<Exec>::bandwidth();
  try {
    Solution run{exec, program, schedule};
    set_initial<T>(exec, run);
    auto const advance = [&](long steps) {
      run.advance(steps);
      exec.fence("tessera::bench");
    };
    measure(state, advance, size, static_cast<double>(run.plan().bytes_per_cell[0]), roof_here);
    state.SetLabel(describe(run.reports()[0].resolved.schedule));
  } catch (InputError const& error) {  // such as planes that do not fit into this device's scratch
    state.SkipWithError(error.what());
  }
}

template <class Exec, class T>
void Heat7<Exec, T>::add(Size const& size) {
  for (auto const& [strategy, schedule] : schedules()) {
    std::string const name =
        "heat7/" + space_name<Exec>() + "/" + strategy + "/" + precision_name<T> + "/" + size.name();
    set_timing(benchmark::RegisterBenchmark(name.c_str(), heat7<Exec, T>, size, schedule));
  }
}

template <class Exec, class T>
Field<T, Exec> Heat7<Exec, T>::result(Size const& size, long steps) {
  Exec const exec;
  Solution run{exec, heat7_program<T>(size)};
  set_initial<T>(exec, run);
  run.advance(steps);
  exec.fence("tessera::bench");
  return run.template field<temperature<T>>();
}

}  // namespace tessera::bench
