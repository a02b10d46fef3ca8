// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../cases.hpp"

namespace tessera::bench {

/// The benchmarks of one operator of the corpus on one execution space: `OPERATOR/SPACE/STRATEGY/PRECISION/SIZE` for
/// the default, for single steps, and for each compiled strategy by name.
template <class Exec, class T, class Operator>
struct CorpusBench {
  static void add();
};
template <class T, class Operator>
struct CorpusBench<NoSpace, T, Operator> {
  static void add() {}
};

}  // namespace tessera::bench
