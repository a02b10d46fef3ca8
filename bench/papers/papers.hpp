// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../cases.hpp"

namespace tessera::bench {

/// The kernels of A. Vizitiu, L. Itu, C. Nita and C. Suciu, Optimized three-dimensional stencil computation on Fermi
/// and Kepler GPUs (HPEC 2014): `paper000/SPACE/STRATEGY/double/SIZE`, SIZE being the cells that are updated.
template <class Exec>
struct Paper000 {
  /// Registers the default and all strategies by name, at the paper's size and at a larger one.
  static void add();
  /// Takes one step at the paper's size by one strategy, and nothing else: what a profiler is to look at.
  static void one_step(std::string const& strategy);
  /// The names of the strategies.
  static std::vector<std::string> strategies();
};
template <>
struct Paper000<NoSpace> {};

/// The plane sweep of A. Schäfer and D. Fey, High performance stencil code algorithms for GPGPUs (ICCS 2011), over the
/// sizes of its figure 8 and beyond, beside the naive sweep and the default: `paper001/SPACE/STRATEGY/double/SIZE`.
template <class Exec>
struct Paper001 {
  static void add();
};
template <>
struct Paper001<NoSpace> {};

}  // namespace tessera::bench
