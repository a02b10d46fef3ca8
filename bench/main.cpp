// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string_view>

#include "counts.hpp"
#include "heat7.hpp"
#include "operators/stencils.hpp"
#include "peers/openmp_heat7.hpp"
#include "peers/openmp_star5.hpp"
#include "program.hpp"
#include "roof.hpp"
#include "shallow_water.hpp"

namespace tessera::bench {
namespace {

/// Registers all that runs on `Exec`: by size, so that what is compared is measured side by side.
template <class Exec>
void add_all() {
  if constexpr (!std::is_same_v<Exec, NoSpace>) {
    for (Size const& size : sizes<Exec>()) {
      Roof<Exec>::add(size);
      Heat7<Exec, double>::add(size);
      if constexpr (std::is_same_v<Exec, HostSpace>) add_openmp_peer<double>(size);
      Heat7<Exec, float>::add(size);
      if constexpr (std::is_same_v<Exec, HostSpace>) add_openmp_peer<float>(size);
    }
    add_operators<Exec>(Operators{});
    add_operators<Exec>(Stencils{});
    ShallowWater<Exec, double>::add();
    ShallowWater<Exec, float>::add();
    if constexpr (std::is_same_v<Exec, HostSpace>) {
      add_openmp_star5_peer<double>();
      add_openmp_star5_peer<float>();
    }
  }
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench [--benchmark_filter=REGEX ...]: the options are Google Benchmark's and Kokkos'. tessera-bench --counts
/// measures nothing: it prints what bench/tables/counts.json holds.
int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--counts") {
    std::fputs(tessera::bench::counts_json().c_str(), stdout);
    return 0;
  }
  return tessera::bench::run_benchmarks(argc, argv, "tessera-bench", [] {
    tessera::bench::add_all<tessera::bench::MainSpace>();
    tessera::bench::add_all<tessera::bench::OtherSpace>();
  });
}
