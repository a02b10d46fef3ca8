// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/bound_stage.hpp"
#include "tessera/sweep/device/put_ghost.hpp"
#include "tessera/sweep/device/resident/messages.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// What a kernel that keeps a grid on the chip is launched with.
template <class Bound>
struct ResidentArguments {
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Faces = FaceMap<typename Target::value_type, 1>;

  Bound bound;
  Faces faces;
  std::uint64_t* messages;
  int blocks_y, blocks_z;
  int steps;
};

/// Where a warp stands in its block, and its cells in the grid.
template <class Bound>
class ResidentPlace {
 protected:
  using Arguments = ResidentArguments<Bound>;
  using S = ResidentShape;
  using Messages = ResidentMessages;
  static constexpr int V = S::V, C = S::rows, P = S::planes;

  __device__ __forceinline__ explicit ResidentPlace(Arguments const& args) : m_args(args), m_lane(threadIdx.x) {
    int const warp = uniform(static_cast<int>(threadIdx.y));
    auto const block = static_cast<int>(blockIdx.x);
    m_warp_y = warp % S::warps_y;
    m_warp_z = warp / S::warps_y;
    m_block_y = block % args.blocks_y;
    m_block_z = block / args.blocks_y;
    m_i = m_lane * V;
    m_j = m_block_y * S::extent_y + m_warp_y * C;
    m_k = m_block_z * S::extent_z + m_warp_z * P;
    int const* const n = args.bound.n;
    int const last = n[0] - 1 - m_i;
    m_last_x = last >= 0 && last < V ? last : -1;
    m_last_y = n[1] - 1 - m_j;
    m_last_z = n[2] - 1 - m_k;
    // A warp at a side of its block has another block beside it, or a face, or no cells.
    int const side_y = m_warp_y == 0 ? 0 : m_warp_y == S::warps_y - 1 ? 1 : -1;
    bool const other_y = side_y == 0 ? m_block_y > 0 : side_y == 1 && m_block_y < args.blocks_y - 1;
    m_side_y = other_y ? side_y : -1;
    m_has_z = m_warp_z == 0 ? m_block_z > 0 : m_block_z < args.blocks_z - 1;
  }

  __device__ __forceinline__ int warp() const { return m_warp_z * S::warps_y + m_warp_y; }
  [[nodiscard]] __device__ __forceinline__ int block(int y, int z) const { return z * m_args.blocks_y + y; }

  // Messages of a state: those that this warp reads, and those that it writes. A block gets by its side `side` what
  // another sends by the opposite one.
  __device__ __forceinline__ std::uint64_t* messages_to(int y, int z, int state) const {
    return Messages::to_block(m_args.messages, m_args.blocks_y * m_args.blocks_z, block(y, z), state);
  }
  __device__ __forceinline__ std::uint64_t const* from_y(int half, int state) const {
    return messages_to(m_block_y, m_block_z, state) + Messages::along_y(m_side_y, m_warp_z, half);
  }
  __device__ __forceinline__ std::uint64_t const* from_z(int state) const {
    return messages_to(m_block_y, m_block_z, state) + Messages::along_z(m_warp_z, m_warp_y);
  }
  __device__ __forceinline__ std::uint64_t* to_y(int half, int state) const {
    return messages_to(m_block_y + 2 * m_side_y - 1, m_block_z, state) +
           Messages::along_y(1 - m_side_y, m_warp_z, half);
  }
  __device__ __forceinline__ std::uint64_t* to_z(int state) const {
    return messages_to(m_block_y, m_block_z + 2 * m_warp_z - 1, state) + Messages::along_z(1 - m_warp_z, m_warp_y);
  }

  // Shared memory: rows that a warp reads, of a state: those below in y, those above, and of the other warp in z.
  __device__ __forceinline__ static double* beside(int warp, int state, int row) {
    return reinterpret_cast<double*>(shared_memory()) +
           (((state & 1) * S::warps + warp) * S::beside + row) * S::extent_x;
  }
  __device__ __forceinline__ double* far() const {
    return reinterpret_cast<double*>(shared_memory() + S::far_at) + warp() * C * S::extent_x;
  }
  /// Counts when a warp has handed on the rows of a plane of a state.
  __device__ __forceinline__ static void* counter(int warp, int state, int plane) {
    return shared_memory() + S::counters_at + (((state & 1) * S::warps + warp) * P + plane) * 8;
  }

  Arguments const& m_args;
  int m_lane;
  int m_warp_y, m_warp_z, m_block_y, m_block_z;
  int m_i, m_j, m_k;                 ///< the thread's first cell
  int m_last_x, m_last_y, m_last_z;  ///< where among its cells the grid's last one is, if it is
  int m_side_y;                      ///< at which side another block is beside the warp in y; -1: at none
  bool m_has_z;                      ///< whether another block is beside it in z
};

}  // namespace tessera::detail
