// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/numeric.hpp"

namespace tessera::bench {

/// Values that a thread computes with side by side: on hosts the compiler makes SIMD registers of them, on devices
/// they are loaded and stored together.
template <class T, int W>
struct alignas(sizeof(T) * W) Lanes {
  T v[W];

  KOKKOS_FORCEINLINE_FUNCTION void fused(T a, T b) {
#pragma omp simd
    for (int w = 0; w < W; ++w) v[w] = fma(v[w], a, b);
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(Lanes other) {  // a copy: one load of all its values
#pragma omp simd
    for (int w = 0; w < W; ++w) v[w] += other.v[w];
  }
  /// The sum, by halves: each addition is of lanes side by side.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T sum() const {
    if constexpr (W == 1) {
      return v[0];
    } else {
      Lanes<T, W / 2> half;
#pragma omp simd
      for (int w = 0; w < W / 2; ++w) half.v[w] = v[w] + v[w + W / 2];
      return half.sum();
    }
  }
};

/// A value between -1/2 and 1/2 without any order in it.
template <class T>
KOKKOS_INLINE_FUNCTION T noise(std::uint32_t h) {
  h ^= h >> 16;
  h *= 2246822519U;
  h ^= h >> 13;
  h *= 3266489917U;
  h ^= h >> 16;
  return static_cast<T>(h % 65536U) / T(65536) - T(0.5);
}

/// With these, x -> fma(x, factor, term) moves between two values for ever: it neither grows nor settles, whatever the
/// start. They are given to kernels at run time, so that no compiler knows.
template <class T>
inline constexpr T factor = T(-1);
template <class T>
inline constexpr T term = T(0.3);

}  // namespace tessera::bench
