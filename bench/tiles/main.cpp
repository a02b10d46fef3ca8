// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../program.hpp"

/// tessera-bench-tiles [--benchmark_filter=REGEX ...]: register tiles of other numbers than those that are chosen
/// (strategy/register_tile/strategy.hpp), for a look at a new device or a new idea. The files of the tiles register
/// them.
int main(int argc, char** argv) {
  return tessera::bench::run_benchmarks(argc, argv, "tessera-bench-tiles", [] {});
}
