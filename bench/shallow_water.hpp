// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cases.hpp"

// Steps of shallow water with a pollutant: the paper's two algorithms and the fused one, on water and on wet and dry
// terrain.

namespace tessera::bench {

/// The benchmarks of one execution space and precision.
template <class Exec, class T>
struct ShallowWater {
  /// Registers `shallow_water/SPACE/ALGORITHM/PRECISION/GROUND/SIZE`. Algorithms: fused, naive, decoupled,
  /// fused_budget, which is fused with budgets, and second, which is fused of second order. Ground: wet, or half_dry.
  static void add();
};
template <class T>
struct ShallowWater<NoSpace, T> {
  static void add() {}
};

}  // namespace tessera::bench
