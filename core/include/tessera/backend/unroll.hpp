// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Calls `f(std::integral_constant<int, I>{})` for I = 0 .. N - 1: a loop whose index can be a template argument.
template <int... Is, class F>
__device__ __forceinline__ void unroll(std::integer_sequence<int, Is...>, F const& f) {
  (f(std::integral_constant<int, Is>{}), ...);
}
template <int N, class F>
__device__ __forceinline__ void unroll(F const& f) {
  unroll(std::make_integer_sequence<int, N>{}, f);
}

}  // namespace tessera::detail
