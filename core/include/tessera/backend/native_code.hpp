// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_pipeline.h>

// For CUDA alone (native.hpp). Device instructions that C++ cannot express.

namespace tessera::detail {

/// The dynamic shared memory of the kernel.
__device__ __forceinline__ unsigned char* shared_memory() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return bytes;
}

/// A value that is the same in all lanes of a warp, such as its index, marked as uniform for the compiler: it otherwise
/// guards shuffles in branches that lanes might take differently.
__device__ __forceinline__ int uniform(int value) { return __shfl_sync(~0u, value, 0); }

/// The same value, opaque to the compiler: what a loop computes from it is computed in the loop, and occupies no
/// registers across it.
__device__ __forceinline__ int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// The same for an address in global memory: a compiler short of registers would recompute it, with 64-bit products, at
/// every use.
template <class T>
__device__ __forceinline__ T* opaque(T* address) {
  std::size_t place = __cvta_generic_to_global(address);
  asm volatile("" : "+l"(place));
  return static_cast<T*>(__cvta_global_to_generic(place));
}

/// Zero, opaque even to the assembler: launches have one row of blocks. A sum with it gets a register of its own.
__device__ __forceinline__ int opaque_zero() { return static_cast<int>(blockIdx.y); }

/// A barrier of the 64 threads of two warps with the same number `barrier`, 1 to 15; 0 is that of the block.
__device__ __forceinline__ void sync_warp_pair(int barrier) {
  asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory");
}

/// Sets `v` to factor * inner + term where `there`, by one predicated instruction. A compiler would compute it in all
/// threads, and select.
__device__ __forceinline__ void put_fma(double& v, int there, double factor, double inner, double term) {
  asm("{.reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f64 %0, %2, %3, %4;}"
      : "+d"(v)
      : "r"(there), "d"(factor), "d"(inner), "d"(term));
}
__device__ __forceinline__ void put_fma(float& v, int there, float factor, float inner, float term) {
  asm("{.reg .pred p; setp.ne.s32 p, %1, 0; @p fma.rn.f32 %0, %2, %3, %4;}"
      : "+f"(v)
      : "r"(there), "f"(factor), "f"(inner), "f"(term));
}

/// The same in a branch. An assembler turns a predicate into a selection, three instructions in double; a volatile
/// instruction stays predicated.
__device__ __forceinline__ void put_fma_by_branch(double& v, int there, double factor, double inner, double term) {
  if (there != 0) asm volatile("fma.rn.f64 %0, %1, %2, %3;" : "=d"(v) : "d"(factor), "d"(inner), "d"(term));
}
/// A value common to the threads of a warp, in uniform registers, which products and sums can read. If the assembler
/// knows its origin, it reloads it from constant memory into registers of every thread for each use in a branch.
__device__ __forceinline__ double by_warp(double value) {
  int const zero = opaque_zero();
  return __hiloint2double(__double2hiint(value) ^ zero, __double2loint(value) ^ zero);
}

/// Selects one of two values, without a branch.
__device__ __forceinline__ double chosen(bool first, double a, double b) {
  double v;
  asm("{.reg .pred p; setp.ne.s32 p, %1, 0; selp.f64 %0, %2, %3, p;}"
      : "=d"(v)
      : "r"(static_cast<int>(first)), "d"(a), "d"(b));
  return v;
}
__device__ __forceinline__ float chosen(bool first, float a, float b) {
  float v;
  asm("{.reg .pred p; setp.ne.s32 p, %1, 0; selp.f32 %0, %2, %3, p;}"
      : "=f"(v)
      : "r"(static_cast<int>(first)), "f"(a), "f"(b));
  return v;
}

/// The address in shared memory that instructions take.
__device__ __forceinline__ unsigned shared_address(void const* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

/// Copies 16 bytes to shared memory asynchronously, with a prefetch of the 256 bytes around them into the L2 cache.
__device__ __forceinline__ void begin_copy(void* to, void const* from) {
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}
/// Commits a group of copies.
__device__ __forceinline__ void close_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most the newest `Open` groups of this thread are in flight.
template <int Open>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Open) : "memory");
}

}  // namespace tessera::detail
