// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/list.hpp"

template <>
inline constexpr bool tessera::has_shuffles<Kokkos::Serial> = true;

/// The emulated device: single steps by the oracle, and whatever CUDA has of its own.
template <>
struct tessera::ExecTraits<Kokkos::Serial> : tessera::DefaultTraits<Kokkos::Serial> {
  using strategies = tessera::Types<tessera::Naive, tessera::Edges, tessera::ColumnRing>;
  static constexpr bool simd = false;
  static tessera::TeamLimits limits(Kokkos::Serial const& exec) {
    tessera::TeamLimits limits = tessera::DefaultTraits<Kokkos::Serial>::limits(exec);
    limits.host = false;
    limits.concurrency = 12 * tessera::threads_per_multiprocessor;
    return limits;
  }
};
