// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "roof.hpp"

#include <algorithm>

#include "tessera/run/roof.hpp"
#include "timing.hpp"

namespace tessera::bench {
namespace {

/// Bytes of an array that is copied to find the roof: a field of 512^3 doubles, or an eighth of what is free.
template <class Exec>
double roof_bytes(Exec const& exec) {
  double const field = small() ? 1e6 : 512.0 * 512.0 * 512.0 * sizeof(double);
  return std::min(field, device_info(exec).memory_free / 8);
}

/// The copy's own timing, fences and choice of the best are those of `copy_bandwidth`.
template <class Exec>
void copy(benchmark::State& state, Size const& size) {
  Exec const exec;
  auto const bytes = static_cast<double>(size.cells()) * sizeof(double);
  if (!fits(state, exec, 2 * bytes)) return;
  double const roof_here = Roof<Exec>::bandwidth();
  double best = 0;
  for (auto _ : state) {
    double const bandwidth = copy_bandwidth(exec, bytes, small() ? 0.001 : 0.05);
    state.SetIterationTime(2 * bytes / bandwidth);
    best = std::max(best, bandwidth);
  }
  state.counters["bytes_per_second"] = best;
  state.counters["share_of_roof"] = best / roof_here;
}

}  // namespace

template <class Exec>
double Roof<Exec>::bandwidth() {
  static double const measured = [] {
    Exec const exec;
    return copy_bandwidth(exec, roof_bytes(exec), small() ? 0.01 : 1.0);
  }();
  return measured;
}

template <class Exec>
void Roof<Exec>::add(Size const& size) {
  std::string const name = "copy/" + space_name<Exec>() + "/double/" + size.name();
  set_timing(benchmark::RegisterBenchmark(name.c_str(), copy<Exec>, size));
}

template struct Roof<MainSpace>;
template struct Roof<OtherSpace>;

}  // namespace tessera::bench
