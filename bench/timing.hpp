// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "cases.hpp"

namespace tessera::bench {

/// How a benchmark is timed: wall time of a fixed number of batches, so that its fields are set up once.
inline void set_timing(benchmark::internal::Benchmark* benchmark) {
  benchmark->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(small() ? 1 : 10);
}

/// Steps per timed batch: about 30 ms of them, found while caches, clocks and pages warm up. `advance(steps)` returns
/// when the steps are done.
template <class Advance>
long warm_up(Advance const& advance) {
  advance(1);
  if (small()) return 2;
  constexpr double batch = 0.03;  // seconds
  for (long steps = 1;; steps *= 2) {
    Kokkos::Timer timer;
    advance(steps);
    double const seconds = timer.seconds();
    if (seconds > batch / 4) return std::max(1L, static_cast<long>(static_cast<double>(steps) * batch / seconds));
  }
}

/// Times batches of `steps` steps, and reports their rate and its share of the copy bandwidth `roof`.
template <class Advance>
void measure(benchmark::State& state, Advance const& advance, Size const& size, double bytes_per_update, double roof) {
  long const steps = warm_up(advance);
  double seconds = 0;
  for (auto _ : state) {
    Kokkos::Timer timer;
    advance(steps);
    double const batch = timer.seconds();
    state.SetIterationTime(batch);
    seconds += batch;
  }
  auto const updates = static_cast<std::int64_t>(state.iterations()) * steps * size.cells();
  state.SetItemsProcessed(updates);
  state.counters["share_of_roof"] = bytes_per_update * static_cast<double>(updates) / seconds / roof;
  state.counters["bytes_per_update"] = bytes_per_update;
  state.counters["steps"] = static_cast<double>(steps);
}

}  // namespace tessera::bench
