// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/kernel_facts.hpp"

#include <algorithm>

namespace tessera {

std::string describe(KernelFacts const& facts) {
  if (!facts.known()) return {};
  std::string text = std::to_string(facts.registers) + " registers";
  if (facts.local_bytes > 0) text += ", " + std::to_string(facts.local_bytes) + " bytes of local memory";
  return text;
}

double spill_slowdown(KernelFacts const& facts) {
  constexpr double held = 256, each = 1000;  // measured with bench/corpus on an H200
  return 1 + std::max(0.0, static_cast<double>(facts.local_bytes) - held) / each;
}

}  // namespace tessera
