// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "cases.hpp"

namespace tessera::bench {

/// How a benchmark is timed: wall time of a fixed number of batches, so that its fields are set up once.
inline void set_timing(benchmark::internal::Benchmark* benchmark) {
  benchmark->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(small() ? 1 : 10);
}

/// Steps per timed batch: about 50 ms of them, found while caches, clocks and pages warm up.
template <class Advance>
long warm_up(Advance const& advance) {
  advance(1);
  if (small()) return 2;
  Kokkos::Timer timer;
  advance(4);
  double const step = timer.seconds() / 4;
  long const steps = std::clamp(static_cast<long>(0.05 / step), 1L, 5000L);
  advance(steps);
  return steps;
}

/// The rate, and its share of the copy bandwidth `roof`.
inline void report(benchmark::State& state, Size const& size, long steps, double bytes_per_update, double roof) {
  auto const updates = static_cast<std::int64_t>(state.iterations()) * steps * size.cells();
  state.SetItemsProcessed(updates);
  using benchmark::Counter;
  state.counters["share_of_roof"] = Counter(bytes_per_update * static_cast<double>(updates) / roof, Counter::kIsRate);
  state.counters["bytes_per_update"] = bytes_per_update;
  state.counters["steps"] = static_cast<double>(steps);
}

}  // namespace tessera::bench
