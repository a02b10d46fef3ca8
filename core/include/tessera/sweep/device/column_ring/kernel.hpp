// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/column_ring/layer_sweep.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The threads of a block of CUDA's, as sweeps see a team (KokkosTeam).
struct BlockTeam {
  static constexpr bool single = false;

  [[nodiscard]] __device__ __forceinline__ int rank() const { return static_cast<int>(threadIdx.x); }
  [[nodiscard]] __device__ __forceinline__ int size() const { return ring_threads; }
  __device__ __forceinline__ void barrier() const { __syncthreads(); }
  /// The greatest of all threads' numbers, for every thread.
  [[nodiscard]] __device__ __forceinline__ Key greatest(Key mine) const {
    __shared__ Key all[ring_threads];
    all[rank()] = mine;
    for (int half = ring_threads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (rank() < half && all[rank() + half] > all[rank()]) all[rank()] = all[rank() + half];
    }
    __syncthreads();
    Key const best = all[0];
    __syncthreads();  // the next number of the stage takes the same place
    return best;
  }
};

/// Sweeps a tile per block, and writes its ghosts, if they are to be in memory. `Blocks`: RingShape's.
template <class Bound, class Ghosts, int Blocks>
__global__ void __launch_bounds__(ring_threads, Blocks)
    column_ring_kernel(__grid_constant__ Bound const bound, __grid_constant__ Tiling const tiling,
                       __grid_constant__ Ghosts const ghosts) {
  Tile const tile = tiling.tile(static_cast<int>(blockIdx.x));
  using Sweep =
      std::conditional_t<RingShapeOf<Bound>::layers, LayerSweep<Bound, Ghosts>, RingSweep<Bound, Ghosts>>;
  typename Bound::Seen seen;
  Sweep{bound, ghosts, tile}(shared_memory(), seen);
  BlockTeam const team;
  bound.merge(team, seen);
  if constexpr (Ghosts::stored) complete_tile(team, bound, tile);
}

}  // namespace tessera::detail
