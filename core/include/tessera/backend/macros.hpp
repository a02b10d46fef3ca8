// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

/// Before a loop of a constant count: unroll it fully, so that arrays indexed in it stay in registers.
#if defined(KOKKOS_ENABLE_PRAGMA_UNROLL)
#define TESSERA_UNROLL _Pragma("unroll")
/// Before a loop of device code that seldom runs: do not unroll it, which saves instruction cache.
#define TESSERA_NO_UNROLL _Pragma("unroll 1")
/// Declares the function of a kernel that evaluates an operator. nvcc does not inline a long one into Kokkos' kernel on
/// its own accord: the functor is then copied to local memory, from which each of its members is read.
#define TESSERA_KERNEL_FUNCTION KOKKOS_FORCEINLINE_FUNCTION
/// Before a function of device code that seldom runs: its code stands beside that of the kernel, and kernels share it.
#define TESSERA_COLD __noinline__
#else
#define TESSERA_UNROLL
#define TESSERA_NO_UNROLL
#define TESSERA_KERNEL_FUNCTION KOKKOS_FUNCTION
#define TESSERA_COLD
#endif

/// Before a function that hosts run and that calls an operator, and before the function of a kernel that does: every
/// call in it is inlined. So a user's KOKKOS_FUNCTION is as fast as a KOKKOS_FORCEINLINE_FUNCTION. GCC heeds it at the
/// kernel, Clang at the call.
#define TESSERA_FLATTEN [[gnu::flatten]]

/// After the parameters of a device lambda whose arrays must stay in registers: always inline it. nvcc does not pass
/// this to the host compiler, so loops that hosts vectorise call functions, not lambdas.
#define TESSERA_INLINE __attribute__((always_inline))
