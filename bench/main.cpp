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

/// Registers the trials of what is to be tuned, if it is of `Exec`; says whether it is.
template <class Exec>
bool tune(TuneRequest const& request) {
  if constexpr (std::is_same_v<Exec, NoSpace>) {
    return false;
  } else {
    if (request.space != space_name<Exec>()) return false;
    if (request.op == "heat7") {
      request.precision == "double" ? Heat7<Exec, double>::tune(request) : Heat7<Exec, float>::tune(request);
    } else if (!tune_operator<Exec>(request, Operators{}) && !tune_operator<Exec>(request, Stencils{})) {
      throw InputError("--tune: there is no operator '" + request.op + "'; tessera-bench --counts lists them");
    }
    return true;
  }
}

/// What is registered: the trials that `--tune` asks for, which is taken off the arguments, or else all benchmarks.
std::function<void()> what_to_run(int& argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "--tune") {
    return [] {
      add_all<MainSpace>();
      add_all<OtherSpace>();
    };
  }
  std::vector<std::string> words;
  int taken = 2;
  while (taken < argc && argv[taken][0] != '-') words.emplace_back(argv[taken++]);
  argc = static_cast<int>(std::copy(argv + taken, argv + argc, argv + 1) - argv);
  return [words] {
    TuneRequest request = TuneRequest::read(words);
    if (request.space == "host") request.space = space_name<HostSpace>();
    benchmark::AddCustomContext("search",
                                request.name() + ", up to " + std::to_string(request.most_steps) + " steps per launch");
    if (!tune<MainSpace>(request) && !tune<OtherSpace>(request)) {
      throw InputError("--tune: SPACE '" + request.space + "' is not in this build");
    }
  };
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench [--benchmark_filter=REGEX ...]: the options are Google Benchmark's and Kokkos'.
/// tessera-bench --tune OPERATOR SPACE PRECISION SIZE [STEPS] tries all schedules of one operator instead, and
/// tessera-bench --counts measures nothing: it prints what bench/tables/counts.json holds.
int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--counts") {
    std::fputs(tessera::bench::counts_json().c_str(), stdout);
    return 0;
  }
  auto const add = tessera::bench::what_to_run(argc, argv);
  return tessera::bench::run_benchmarks(argc, argv, "tessera-bench", add);
}
