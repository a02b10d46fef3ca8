// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/backend/native_code.hpp"
#include "tessera/backend/native_launch.hpp"

// For CUDA alone (native.hpp). Kernels of teams without the kernel of Kokkos around them: nvcc does not inline a long
// functor into that one, copies it to the local memory of each thread, and reads all its members from there.

namespace tessera::detail {

/// A block with the interface of a team's member in Kokkos, as far as sweeps use it.
class BlockMember {
 public:
  /// The shared memory of the block, handed out from its beginning on.
  struct Scratch {
    std::size_t* used;

    [[nodiscard]] __device__ __forceinline__ void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) const {
      std::size_t const begin = (*used + alignment - 1) / alignment * alignment;
      *used = begin + bytes;
      return shared_memory() + begin;
    }
  };

  [[nodiscard]] __device__ __forceinline__ int league_rank() const { return static_cast<int>(blockIdx.x); }
  [[nodiscard]] __device__ __forceinline__ int team_rank() const { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ __forceinline__ int team_size() const { return static_cast<int>(blockDim.x); }
  __device__ __forceinline__ void team_barrier() const { __syncthreads(); }
  [[nodiscard]] __device__ __forceinline__ Scratch team_scratch(int /*level*/) const { return {&m_used}; }

  /// Sets the value of every thread to the greatest.
  template <class T>
  __device__ __forceinline__ void team_reduce(Kokkos::Max<T> const& greatest) const {
    constexpr int lanes = 32;
    __shared__ T of_warp[lanes];
    int const warp = team_rank() / lanes, lane = team_rank() % lanes, warps = (team_size() + lanes - 1) / lanes;
    int const here = team_size() - warp * lanes < lanes ? team_size() - warp * lanes : lanes;  // threads of this warp
    unsigned const all = here == lanes ? ~0U : (1U << here) - 1;
    T best = greatest.reference();
    for (int apart = lanes / 2; apart > 0; apart /= 2) {
      T const other = __shfl_down_sync(all, best, apart);
      if (lane + apart < here && other > best) best = other;
    }
    if (lane == 0) of_warp[warp] = best;
    __syncthreads();
    best = of_warp[0];
    for (int w = 1; w < warps; ++w) best = of_warp[w] > best ? of_warp[w] : best;
    greatest.reference() = best;
    __syncthreads();  // the next reduction writes `of_warp`
  }

 private:
  mutable std::size_t m_used = 0;
};

/// `Blocks`: the least per multiprocessor; 0: as many as the compiler likes, which is more than with 1.
template <class Functor, int Threads, int Blocks>
__global__ __launch_bounds__(Threads, Blocks) void team_kernel(__grid_constant__ Functor const functor) {
  functor(BlockMember{});
}

/// launch_teams for CUDA. Arguments of a kernel take up to 4 KiB.
template <class Bounds, class Functor>
requires(sizeof(Functor) < 4096) void launch_teams(std::string const& label, Native const& exec, int teams, int threads,
                                                   std::size_t scratch_bytes, Functor const& functor) {
  auto const kernel = team_kernel<Functor, static_cast<int>(Bounds::maxTperB), static_cast<int>(Bounds::minBperSM)>;
  launch_native(exec, kernel, teams, {threads}, scratch_bytes, label, functor);
}

}  // namespace tessera::detail
