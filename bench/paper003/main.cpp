// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../program.hpp"
#include "../roof.hpp"
#include "paper003.hpp"

namespace tessera::bench {
namespace {

double mean_distance(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

/// How far float is from double after the same second: means of the differences' sizes, the paper's L1.
template <class Exec>
void distance(benchmark::State& state, int cells, stencils::FlowAlgorithm algorithm) {
  for (auto _ : state) {
    Kokkos::Timer timer;
    FlowFields const exact = Paper003<Exec, double>::fallen(algorithm, cells);
    FlowFields const fields = Paper003<Exec, float>::fallen(algorithm, cells);
    state.SetIterationTime(timer.seconds());
    state.counters["l1_h"] = mean_distance(fields.h, exact.h);
    state.counters["l1_qx"] = mean_distance(fields.qx, exact.qx);
    state.counters["l1_qy"] = mean_distance(fields.qy, exact.qy);
  }
}

/// Registers `paper003_error/SPACE/ALGORITHM/float/SIZE`, table V.
template <class Exec>
void add_distances() {
  using enum stencils::FlowAlgorithm;
  for (auto const algorithm : {naive, decoupled, fused}) {
    for (int const cells : small() ? std::vector<int>{50} : std::vector<int>{100, 400, 1000}) {
      std::string const name = "paper003_error/" + space_name<Exec>() + "/" + algorithm_name(algorithm) + "/float/" +
                               Size{cells, cells}.name(2);
      benchmark::RegisterBenchmark(name.c_str(), distance<Exec>, cells, algorithm)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1)
          ->Repetitions(1);
    }
  }
}

template <class Exec>
void add_all() {
  if constexpr (!std::is_same_v<Exec, NoSpace>) {
    Roof<Exec>::add(small() ? Size{32, 32, 32} : Size{512, 512, 512});
    Paper003<Exec, float>::add();
    Paper003<Exec, double>::add();
    add_distances<Exec>();
  }
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench-paper003 [--benchmark_filter=REGEX ...]
int main(int argc, char** argv) {
  return tessera::bench::run_benchmarks(argc, argv, "tessera-bench-paper003", [] {
    tessera::bench::add_all<tessera::bench::MainSpace>();
    tessera::bench::add_all<tessera::bench::OtherSpace>();
  });
}
