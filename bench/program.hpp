// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

namespace tessera::bench {

/// The whole `main` of a benchmark program: sets up Kokkos, says in the output what is measured where, lets `add`
/// register the benchmarks and runs those that the options ask for. Returns the exit status.
int run_benchmarks(int argc, char** argv, char const* name, std::function<void()> const& add);

}  // namespace tessera::bench
