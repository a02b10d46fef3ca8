// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

/// Before a loop of a constant count: unroll it wholly, so that arrays indexed in it stay in registers.
#if defined(KOKKOS_ENABLE_PRAGMA_UNROLL)
#define TESSERA_UNROLL _Pragma("unroll")
/// Before a loop of device code that seldom runs: keep it small, so that it does not displace what often runs.
#define TESSERA_NO_UNROLL _Pragma("unroll 1")
#else
#define TESSERA_UNROLL
#define TESSERA_NO_UNROLL
#endif

/// After the parameters of a lambda of device code whose arrays have to stay in registers: always inlined there. nvcc
/// does not tell the host's compiler, so loops that hosts vectorise call functions, not lambdas.
#define TESSERA_INLINE __attribute__((always_inline))
