// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solution.hpp"

/// Register tiles, and what takes the last step of a call: nothing else is to be compiled.
template <>
struct tessera::ExecTraits<Kokkos::Cuda> : tessera::DefaultTraits<Kokkos::Cuda> {
  using strategies = tessera::Types<tessera::Column, tessera::Naive>;
  using time_strategies = tessera::Types<tessera::RegisterTile>;
};
