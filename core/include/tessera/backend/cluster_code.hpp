// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/native_code.hpp"

// For CUDA alone (native.hpp), from compute capability 9.0 on: counters in shared memory, and what blocks of a cluster
// say to each other.

namespace tessera::detail {

/// A place in the shared memory of some block of the cluster. Bytes may be added to it.
using Remote = unsigned;

/// The block's number in its cluster.
__device__ __forceinline__ int cluster_rank() {
  int rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// Blocks of this one's cluster; 1 in a launch without clusters.
__device__ __forceinline__ int cluster_size() {
  int size;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  return size;
}

/// Where block `rank` of the cluster has what stands at `mine` in this one.
__device__ __forceinline__ Remote in_block(void const* mine, int rank) {
  Remote place;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(shared_address(mine)), "r"(rank));
  return place;
}

/// Waits for all threads of the cluster; what each has written is there for all.
__device__ __forceinline__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/// Makes a counter of 8 bytes in shared memory, whose turns end when so many have arrived.
__device__ __forceinline__ void begin_counter(void* counter, int arrivals) {
  asm volatile(
      "mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(shared_address(counter)),
      "r"(arrivals)
      : "memory");
}
/// Arrives, only `there`: what this thread has written is seen by those that wait for the turn's end.
__device__ __forceinline__ void arrive(void* counter, bool there) {
  asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; @p mbarrier.arrive.shared::cta.b64 _, [%0];}" ::"r"(
                   shared_address(counter)),
               "r"(static_cast<int>(there))
               : "memory");
}
/// Arrives, and the turn does not end before so many bytes have been sent to the counter.
__device__ __forceinline__ void expect_bytes(void* counter, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(counter)), "r"(bytes)
               : "memory");
}
/// Waits until a counter's turn has ended, which is odd or even (`turn`, 0 for the first; at first 1 has ended). What
/// has been sent is there.
__device__ __forceinline__ void wait_for_turn(void* counter, int turn) {
  int done;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}"
                 : "=r"(done)
                 : "r"(shared_address(counter)), "r"(turn)
                 : "memory");
  } while (done == 0);
}

/// Whether this is the one thread of its warp that does what one has to do. The compiler knows then that one does.
__device__ __forceinline__ bool is_one_of_warp() {
  int one;
  asm volatile("{.reg .pred p; elect.sync _|p, 0xffffffff; selp.s32 %0, 1, 0, p;}" : "=r"(one));
  return one != 0;
}
/// Copies from global to shared memory without waiting, 16 bytes or a multiple on their boundaries; `counter` counts
/// them when they are there.
__device__ __forceinline__ void begin_bulk_copy(void* to, void const* from, int bytes, void* counter) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(counter))
               : "memory");
}

/// Sends 16 bytes to another block, whose `counter` counts them when they are there. It does not wait.
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

/// Lets copies that are begun later, by whichever thread of the block, read what this one has written to shared memory.
__device__ __forceinline__ void show_to_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Sends what stands in shared memory to another block, only `there`, for one thread of a warp: 16 bytes or a multiple
/// on their boundaries, which its `counter` counts when they are there. It does not wait.
__device__ __forceinline__ void send_copy(Remote to, void const* from, int bytes, Remote counter, bool there) {
  asm volatile(
      "{.reg .pred p; setp.ne.s32 p, %4, 0; "
      "@p cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];}" ::"r"(to),
      "r"(shared_address(from)), "r"(bytes), "r"(counter), "r"(static_cast<int>(there))
      : "memory");
}

}  // namespace tessera::detail
