// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <string>

#include "../micro/micro.hpp"
#include "../program.hpp"
#include "../roof.hpp"
#include "papers.hpp"

namespace tessera::bench {
namespace {

template <class Exec>
void add_all() {
  if constexpr (!std::is_same_v<Exec, NoSpace>) {
    Roof<Exec>::add(small() ? Size{32, 32, 32} : Size{512, 512, 512});
    Registers<Exec>::add();
    Reread<Exec>::add();
    Overlap<Exec>::add();
    Paper000<Exec>::add();
    Paper001<Exec>::add();
  }
}

/// `--one-step STRATEGY`, and `--strategies`, which lists them: for a profiler. Returns the exit status.
int run_one_step(int argc, char** argv) {
  try {
    check_accelerator();
    Kokkos::ScopeGuard const kokkos(argc, argv);
    if (std::string(argv[1]) == "--strategies") {
      for (std::string const& name : Paper000<MainSpace>::strategies()) std::printf("%s\n", name.c_str());
    } else {
      Paper000<MainSpace>::one_step(argc > 2 ? argv[2] : "");
    }
    return 0;
  } catch (InputError const& error) {
    std::fprintf(stderr, "tessera-bench-papers: %s\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench-papers [--benchmark_filter=REGEX ...], or --strategies, or --one-step STRATEGY.
int main(int argc, char** argv) {
  std::string const first = argc > 1 ? argv[1] : "";
  if (first == "--one-step" || first == "--strategies") return tessera::bench::run_one_step(argc, argv);
  return tessera::bench::run_benchmarks(argc, argv, "tessera-bench-papers", [] {
    tessera::bench::add_all<tessera::bench::MainSpace>();
    tessera::bench::add_all<tessera::bench::OtherSpace>();
  });
}
