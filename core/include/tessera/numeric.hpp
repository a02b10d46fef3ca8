// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <type_traits>

#include <Kokkos_Core.hpp>

/// Before a function that seldom runs: it is not inlined.
#define TESSERA_NO_INLINE __attribute__((noinline))

namespace tessera {

/// a * b + c: fused where the hardware fuses, rounded twice with `TESSERA_FMA=OFF`. Contraction is off everywhere else:
/// a formula fuses exactly where it calls this, and its scalar, SIMD and device forms give the same bits.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T fma(T a, T b, T c) {
#if defined(TESSERA_NO_FMA)
  return a * b + c;
#else
  KOKKOS_IF_ON_DEVICE((return Kokkos::fma(a, b, c);))
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  KOKKOS_IF_ON_HOST((if constexpr (sizeof(T) == 4) return __builtin_fmaf(a, b, c); else return __builtin_fma(a, b, c);))
#else
  KOKKOS_IF_ON_HOST((return a * b + c;))  // fused in software, it would be a hundred times slower
#endif
#endif
}

/// The smaller and the larger of two numbers, as selections without calls and branches. If `a` is NaN, so is the
/// result; if `b` is, CUDA returns NaN in float, others return `a`. Of +0 and -0 either is returned.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T least(T a, T b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>) {  // one instruction that C++ cannot express
    asm("min.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
  }
#endif
  return b < a ? b : a;
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T largest(T a, T b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>) {
    asm("max.NaN.f32 %0, %0, %1;" : "+f"(a) : "f"(b));
    return a;
  }
#endif
  return a < b ? b : a;
}

/// 1 / sqrt(x); devices may differ by a unit in the last place. Formulas call `fma` and `rsqrt` unqualified, so that
/// other number types can bring their own.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T rsqrt(T x) {
  return Kokkos::rsqrt(x);
}

// Roots and quotients without branches. Those of devices branch for extraordinary numbers, and neither loads nor the
// work of other cells can move across the branch. Formulas whose numbers are ordinary (1e-280 to 1e280, in float 1e-30
// to 1e30, and 0 where stated) call these, unqualified too. For other numbers the result is unspecified.

/// 1 / sqrt(x) of an ordinary number above 0, to a unit in the last place or two.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T inverse_root(T x) {
#if defined(__CUDA_ARCH__)
  T root;
  if constexpr (sizeof(T) == 4) {
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  } else {
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(root) : "d"(x));  // to 20 bits, and a step of third order from there
    T const off = Kokkos::fma(x, -(root * root), T(1));
    root = Kokkos::fma(Kokkos::fma(off, T(0.375), T(0.5)), root * off, root);
  }
  return root;
#else
  return Kokkos::rsqrt(x);
#endif
}

/// a / b, correctly rounded, for ordinary numbers with an ordinary quotient; `a` may be 0.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T quotient(T a, T b) {
#if defined(__CUDA_ARCH__)
  T inverse;
  if constexpr (sizeof(T) == 4) {
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
  } else {
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(b));
    T const off = Kokkos::fma(-b, inverse, T(1));
    inverse = Kokkos::fma(inverse, Kokkos::fma(off, off, off), inverse);
  }
  inverse = Kokkos::fma(inverse, Kokkos::fma(-b, inverse, T(1)), inverse);
  T const near = a * inverse;
  return Kokkos::fma(inverse, Kokkos::fma(-b, near, a), near);
#else
  return a / b;
#endif
}

}  // namespace tessera
