// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_pipeline.h>

// For CUDA alone (native.hpp). What kernels say to the device that C++ has no words for.

namespace tessera::detail {

/// The shared memory that a kernel was launched with.
__device__ __forceinline__ unsigned char* shared_memory() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return bytes;
}

/// The thread's warp in its block, as a value that all its lanes share, so that the compiler knows that they do: it
/// guards shuffles in branches that lanes might take differently.
__device__ __forceinline__ int uniform(int value) { return __shfl_sync(~0u, value, 0); }

/// The same value, of which the compiler knows nothing: what is computed from it in a loop is computed there, and keeps
/// no registers across the loop.
__device__ __forceinline__ int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// The same of an address in global memory: a compiler short of registers would find it anew, by products of 64 bits,
/// for every use.
template <class T>
__device__ __forceinline__ T* opaque(T* address) {
  std::size_t place = __cvta_generic_to_global(address);
  asm volatile("" : "+l"(place));
  return static_cast<T*>(__cvta_global_to_generic(place));
}

/// Nought, of which not even the assembler knows that it is: launches have one row of blocks. What it is added to gets
/// a register anew.
__device__ __forceinline__ int opaque_zero() { return static_cast<int>(blockIdx.y); }

/// Waits for the 64 threads of two warps that name the same barrier, 1 to 15; 0 is the block's.
__device__ __forceinline__ void meet_at(int barrier) { asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory"); }

/// `v` becomes factor * inner + term where `there`, by one instruction that others skip: a compiler would compute it
/// for all, and choose.
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

/// The same in a branch. Of a predicate an assembler makes a choice after all, by three instructions in double; what is
/// volatile it leaves in its branch, and makes a predicate of that.
__device__ __forceinline__ void put_fma_by_branch(double& v, int there, double factor, double inner, double term) {
  if (there != 0) asm volatile("fma.rn.f64 %0, %1, %2, %3;" : "=d"(v) : "d"(factor), "d"(inner), "d"(term));
}
/// A value that a warp's threads have in common, in registers that a warp has once, from which products and sums take
/// it. An assembler that knows where it comes from reads it from constant memory, for each use that is in a branch,
/// into two registers of every thread.
__device__ __forceinline__ double by_warp(double value) {
  int const zero = opaque_zero();
  return __hiloint2double(__double2hiint(value) ^ zero, __double2loint(value) ^ zero);
}

/// One of two values, without a branch.
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

/// An address in shared memory, as instructions take it.
__device__ __forceinline__ unsigned shared_address(void const* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

/// Copies 16 bytes to shared memory without waiting; the cache is asked for the 256 bytes around them.
__device__ __forceinline__ void begin_copy(void* to, void const* from) {
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}
/// Closes a group of copies.
__device__ __forceinline__ void close_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most the newest `Open` groups of this thread are under way.
template <int Open>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Open) : "memory");
}

}  // namespace tessera::detail
