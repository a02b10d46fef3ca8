// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solution.hpp"

/// The strategy of GPUs comes first here on hosts, too: it does not run stages over part of the grid, and the one that
/// does must be found.
template <>
struct tessera::ExecTraits<Kokkos::DefaultHostExecutionSpace>
    : tessera::DefaultTraits<Kokkos::DefaultHostExecutionSpace> {
  using strategies = tessera::Types<tessera::Column, tessera::Team, tessera::Naive, tessera::PerCell>;
};
