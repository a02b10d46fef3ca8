// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../program.hpp"
#include "../roof.hpp"
#include "corpus.hpp"
#include "corpus_bench.hpp"

namespace tessera::bench {
namespace {

template <class Exec, class... Operators>
void add_all(Types<Operators...>) {
  if constexpr (!std::is_same_v<Exec, NoSpace>) {
    Roof<Exec>::add(small() ? Size{33, 31, 35} : Size{512, 512, 512});
    ((CorpusBench<Exec, double, Operators>::add(), CorpusBench<Exec, float, Operators>::add()), ...);
  }
}

}  // namespace
}  // namespace tessera::bench

/// tessera-bench-corpus [--benchmark_filter=REGEX ...]: operators as users write them, each by the default and by every
/// strategy.
int main(int argc, char** argv) {
  using namespace tessera::bench;
  return run_benchmarks(argc, argv, "tessera-bench-corpus", [] {
    add_all<MainSpace>(corpus::All{});
#if TESSERA_BENCH_CORPUS_HOST
    add_all<OtherSpace>(corpus::All{});
#endif
  });
}
