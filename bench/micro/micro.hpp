// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../cases.hpp"

// What an execution space can do at most: arithmetic, scratch, first-level cache, and arithmetic while it loads. After
// A. Schäfer and D. Fey, High performance stencil code algorithms for GPGPUs (ICCS 2011), section 2. The copy is
// roof.hpp.

namespace tessera::bench {

/// `registers/SPACE/PRECISION/chainsN`: N independent chains of fused multiply-adds per thread, all in registers.
template <class Exec>
struct Registers {
  static void add();
};
template <>
struct Registers<NoSpace> {};

/// `scratch/SPACE/PRECISION/16KiB` and `cache/SPACE/PRECISION/16KiB`: every team reads a small array of its own again
/// and again, from team scratch or from global memory, where the first-level cache holds it.
template <class Exec>
struct Reread {
  static void add();
};
template <>
struct Reread<NoSpace> {};

/// `overlap/SPACE/PRECISION/fmaN`: a copy with N fused multiply-adds per element on the way.
template <class Exec>
struct Overlap {
  static void add();
};
template <>
struct Overlap<NoSpace> {};

}  // namespace tessera::bench
