// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/native_code.hpp"

// For CUDA alone (native.hpp), from compute capability 9.0 on: barriers in shared memory, and communication between the
// blocks of a cluster.

namespace tessera::detail {

/// An address in the shared memory of any block of the cluster, in bytes.
using Remote = unsigned;

/// The block's number in its cluster.
__device__ __forceinline__ int cluster_rank() {
  int rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// The number of blocks in the cluster; 1 in a launch without clusters.
__device__ __forceinline__ int cluster_size() {
  int size;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  return size;
}

/// The address in block `rank` of the cluster that corresponds to `mine` here.
__device__ __forceinline__ Remote in_block(void const* mine, int rank) {
  Remote place;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(shared_address(mine)), "r"(rank));
  return place;
}

/// A barrier of all threads of the cluster. Their writes are visible after it.
__device__ __forceinline__ void sync_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// Initialises an mbarrier of 8 bytes in shared memory. A phase ends after `arrivals` arrivals.
__device__ __forceinline__ void begin_counter(void* counter, int arrivals) {
  asm volatile(
      "mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(shared_address(counter)),
      "r"(arrivals)
      : "memory");
}
/// Arrives, if `there`. Threads that wait for the end of the phase see the writes of this thread.
__device__ __forceinline__ void arrive(void* counter, bool there) {
  asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; @p mbarrier.arrive.shared::cta.b64 _, [%0];}" ::"r"(
                   shared_address(counter)),
               "r"(static_cast<int>(there))
               : "memory");
}
/// Arrives, and lets the phase also wait for `bytes` bytes sent to the counter.
__device__ __forceinline__ void expect_bytes(void* counter, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(counter)), "r"(bytes)
               : "memory");
}
/// Waits until a phase of parity `parity` has ended: 0 for the first one, 1 has ended at the start. The data sent in it
/// has arrived.
__device__ __forceinline__ void wait_for_phase(void* counter, int parity) {
  int done;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}"
                 : "=r"(done)
                 : "r"(shared_address(counter)), "r"(parity)
                 : "memory");
  } while (done == 0);
}

/// Whether this is the elected thread of its warp. The compiler knows that there is one.
__device__ __forceinline__ bool is_one_of_warp() {
  int one;
  asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.s32 %0, 1, 0, p;}" : "=r"(one));
  return one != 0;
}
/// Copies asynchronously from global to shared memory: a multiple of 16 bytes, aligned to 16. `counter` counts the
/// bytes on arrival.
__device__ __forceinline__ void begin_bulk_copy(void* to, void const* from, int bytes, void* counter) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(counter))
               : "memory");
}

/// Sends 16 bytes asynchronously to another block, whose `counter` counts them on arrival.
__device__ __forceinline__ void send(Remote to, double const (&v)[2], Remote counter) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.f64 [%0], {%1, %2}, [%3];" ::"r"(to),
               "d"(v[0]), "d"(v[1]), "r"(counter)
               : "memory");
}
__device__ __forceinline__ void send(Remote to, float const (&v)[4], Remote counter) {
  asm volatile(
      "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
      "f"(v[0]), "f"(v[1]), "f"(v[2]), "f"(v[3]), "r"(counter)
      : "memory");
}

/// Makes the writes of this thread to shared memory visible to bulk copies that any thread of the block starts later.
__device__ __forceinline__ void fence_for_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Copies asynchronously from shared memory to another block, if `there`, by one thread of a warp: a multiple of 16
/// bytes, aligned to 16. The other block's `counter` counts the bytes on arrival.
__device__ __forceinline__ void send_copy(Remote to, void const* from, int bytes, Remote counter, bool there) {
  asm volatile(
      "{.reg .pred p; setp.ne.s32 p, %4, 0; "
      "@p cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];}" ::"r"(to),
      "r"(shared_address(from)), "r"(bytes), "r"(counter), "r"(static_cast<int>(there))
      : "memory");
}

}  // namespace tessera::detail
