// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

namespace tessera {

/// What a compiled kernel takes of a device, as its driver reports it. Plain data.
struct KernelFacts {
  int registers = 0;            ///< of 4 bytes, per thread; 0: not known
  std::size_t local_bytes = 0;  ///< local memory per thread: spilled registers, and arrays with a variable index

  [[nodiscard]] bool known() const { return registers > 0; }
};

/// "128 registers, 40 bytes of local memory": for `explain`; empty if nothing is known.
std::string describe(KernelFacts const& facts);

/// How many times longer a kernel takes than one without local memory, on the whole: what caches hold costs little. For
/// plans without trials.
double spill_slowdown(KernelFacts const& facts);

}  // namespace tessera
