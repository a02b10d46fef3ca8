// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases.hpp"

namespace tessera::bench {

/// Timed batches per repetition: 10, or what TESSERA_BENCH_BATCHES says. Runs of many repetitions need fewer.
inline int batches() {
  if (small()) return 1;
  char const* const value = std::getenv("TESSERA_BENCH_BATCHES");
  return value == nullptr ? 10 : std::max(1, std::atoi(value));
}

/// How a benchmark is timed: wall time of a fixed number of batches, so that its fields are set up once.
inline void set_timing(benchmark::internal::Benchmark* benchmark) {
  benchmark->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(batches());
}

/// Steps per timed batch: 20 ms of them or up to twice as many, found while caches, clocks and pages warm up.
/// `advance(steps)` returns when the steps are done. Where a launch takes `per_launch` steps, 100 ms, so that the
/// single step that ends every call of `advance` is a hundredth, as in runs, which ask for more at once; a batch is
/// then two launches at least, and no part of one.
template <class Advance>
long warm_up(Advance const& advance, int per_launch = 1) {
  advance(1);
  auto const whole = [&](long steps) {
    return per_launch == 1 ? steps : std::max(2L, (steps + per_launch - 1) / per_launch) * per_launch + 1;
  };
  if (small()) return whole(2);
  double const batch = per_launch == 1 ? 0.02 : 0.1;  // seconds
  for (long steps = 1;; steps *= 2) {
    Kokkos::Timer timer;
    advance(steps);
    if (timer.seconds() > batch) return whole(steps);
  }
}

/// Times batches of steps, and returns seconds per step. `advance(steps)` returns when the steps are done.
template <class Advance>
double time_batches(benchmark::State& state, Advance const& advance, int per_launch = 1) {
  long const steps = warm_up(advance, per_launch);
  double seconds = 0;
  for (auto _ : state) {
    Kokkos::Timer timer;
    advance(steps);
    double const batch = timer.seconds();
    state.SetIterationTime(batch);
    seconds += batch;
  }
  state.counters["steps"] = static_cast<double>(steps);
  return seconds / static_cast<double>(state.iterations() * steps);
}

/// Times batches of steps that update `cells` cells each, and reports their rate and its share of the copy bandwidth
/// `roof`.
template <class Advance>
void measure(benchmark::State& state, Advance const& advance, long cells, double bytes_per_update, double roof,
             int per_launch = 1) {
  double const seconds = time_batches(state, advance, per_launch);
  state.counters["items_per_second"] = static_cast<double>(cells) / seconds;
  state.counters["share_of_roof"] = bytes_per_update * static_cast<double>(cells) / seconds / roof;
  state.counters["bytes_per_update"] = bytes_per_update;
}

}  // namespace tessera::bench
