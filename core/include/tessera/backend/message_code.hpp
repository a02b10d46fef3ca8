// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/backend/native_code.hpp"

// For CUDA alone (native.hpp). Communication through global memory between blocks that run at the same time.

namespace tessera::detail {

/// Stores 16 bytes, or 4, for another block, `Offset` bytes behind `to`.
template <int Offset>
__device__ __forceinline__ void publish(void* to, std::uint64_t const (&words)[2]) {
  asm volatile("st.relaxed.gpu.global.v2.b64 [%0 + %3], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "l"(words[0]),
               "l"(words[1]), "n"(Offset)
               : "memory");
}
template <int Offset>
__device__ __forceinline__ void publish(void* to, std::uint32_t const (&words)[4]) {
  asm volatile("st.relaxed.gpu.global.v4.b32 [%0 + %5], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)),
               "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]), "n"(Offset)
               : "memory");
}
template <int Offset>
__device__ __forceinline__ void publish(void* to, unsigned word) {
  asm volatile("st.relaxed.gpu.global.b32 [%0 + %2], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(word), "n"(Offset)
               : "memory");
}

/// Loads a word that another block may store.
__device__ __forceinline__ unsigned load_published(unsigned const* from) {
  unsigned word;
  asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(word) : "l"(__cvta_generic_to_global(from)) : "memory");
  return word;
}

/// Increments a counter. Returns its old value.
__device__ __forceinline__ unsigned increment(unsigned* counter) { return atomicAdd(counter, 1U); }

/// Copies 16 bytes that another block stores to shared memory, asynchronously, `Offset` bytes behind both addresses.
/// They may not be stored yet.
template <int Offset>
__device__ __forceinline__ void begin_load_published(void* to, void const* from) {
  asm volatile("cp.async.cg.shared.global [%0 + %2], [%1 + %2], 16;" ::"r"(shared_address(to)),
               "l"(__cvta_generic_to_global(from)), "n"(Offset)
               : "memory");
}

/// Whether `here` holds for any lane of the warp.
__device__ __forceinline__ bool any_of_warp(bool here) { return __any_sync(~0u, here) != 0; }

/// Called in a polling loop, before a thread loads again.
__device__ __forceinline__ void yield_while_polling() {}

}  // namespace tessera::detail
