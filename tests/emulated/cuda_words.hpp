// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "emulated/emulator.hpp"

// Included before everything else: what a host's compiler does not know of CUDA's own code, which then compiles there.

#define __device__
#define __global__
#define __shared__ static
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))

#define threadIdx (::emulated::self().index)
#define blockIdx (::emulated::block_index())
#define gridDim (::emulated::grid_size())

inline void __syncthreads() { ::emulated::wait_block(); }
inline void __syncwarp() { ::emulated::wait_warp(); }
template <class T>
T __shfl_sync(unsigned, T v, int lane) {
  return ::emulated::from_lane(v, lane);
}
template <class T>
T __shfl_up_sync(unsigned, T v, int delta) {
  int const lane = ::emulated::lane();
  return ::emulated::from_lane(v, lane < delta ? lane : lane - delta);
}
template <class T>
T __shfl_down_sync(unsigned, T v, int delta) {
  int const lane = ::emulated::lane();
  return ::emulated::from_lane(v, lane + delta > 31 ? lane : lane + delta);
}

inline void __pipeline_memcpy_async(void* to, void const* from, std::size_t bytes) {
  ::emulated::begin_copy(to, from, bytes);
}
inline void __pipeline_commit() { ::emulated::close_copies(); }
inline void __pipeline_wait_prior(int open) { ::emulated::wait_for_copies(open); }
