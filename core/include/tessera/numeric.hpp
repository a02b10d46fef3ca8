// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <Kokkos_Core.hpp>

namespace tessera {

/// a * b + c in the way the build is told to round: fused where the hardware fuses, in two roundings with
/// `TESSERA_FMA=OFF`. Contraction is off everywhere else, so a formula fuses exactly where it says so, and the
/// scalar, the SIMD and the device form of it give the same bits.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T fma(T a, T b, T c) {
#if defined(TESSERA_NO_FMA)
  return a * b + c;
#else
  KOKKOS_IF_ON_DEVICE((return Kokkos::fma(a, b, c);))
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  KOKKOS_IF_ON_HOST((if constexpr (sizeof(T) == 4) return __builtin_fmaf(a, b, c); else return __builtin_fma(a, b, c);))
#else
  KOKKOS_IF_ON_HOST((return a * b + c;))  // in software a fused operation is a library call, a hundred times slower
#endif
#endif
}

/// 1 / sqrt(x); devices may differ by a unit in the last place. Formulas call `fma` and `rsqrt` by these bare names, so
/// that a number of another type can bring its own.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T rsqrt(T x) {
  return Kokkos::rsqrt(x);
}

}  // namespace tessera
