// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/put_ghost.hpp"
#include "tessera/strategy/persistent/messages.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The argument of the persistent kernel.
template <class Bound>
struct PersistentArguments {
  using T = typename TypeAt<typename Bound::target_types, 0>::type::value_type;
  using Faces = GhostTable<T, 1>;

  Bound bound;
  Faces faces;
  unsigned char* messages;  ///< PersistentMessages of all blocks
  int blocks_y, blocks_z;
  int steps;
  unsigned first_tags;  ///< PersistentMessages::tag
};

/// The position of a thread in its block, and its cells in the grid.
template <class T>
struct PersistentThread {
  using S = PersistentShape<T>;

  template <class Bound>
  __device__ __forceinline__ explicit PersistentThread(PersistentArguments<Bound> const& args) : lane(threadIdx.x) {
    int const warp = uniform(static_cast<int>(threadIdx.y));
    auto const block = static_cast<int>(blockIdx.x);
    warp_y = warp % S::warps_y;
    warp_z = warp / S::warps_y;
    block_y = block % args.blocks_y;
    block_z = block / args.blocks_y;
    i = lane * S::V;
    j = block_y * S::extent_y + warp_y * S::rows;
    k = block_z * S::extent_z + warp_z * S::planes;
    int const* const n = args.bound.n;
    last_x = n[0] - 1 - i;
    last_y = n[1] - 1 - j;
    last_z = n[2] - 1 - k;
  }

  int lane, warp_y, warp_z, block_y, block_z;
  int i, j, k;                 ///< its first cell in the grid
  int last_x, last_y, last_z;  ///< offset of the grid's last cell from it
};

/// The position as a thread keeps it in the loop over steps, in few registers.
template <class Bound>
class PersistentPlace {
 protected:
  using Arguments = PersistentArguments<Bound>;
  using T = typename Arguments::T;
  using S = PersistentShape<T>;
  using Messages = PersistentMessages<T>;
  static constexpr int V = S::V, C = S::rows, P = S::planes;

  /// Facts of the warp, a bit each:
  enum Where : int {
    low_warp = 1 << 0,      ///< another warp of the block follows along y on the low side
    high_warp = 1 << 1,     ///< on the high side
    low_face = 1 << 2,      ///< the warp touches a face along y on the low side
    high_face = 1 << 3,     ///< on the high side
    block_y = 1 << 4,       ///< another block follows along y
    block_y_high = 1 << 5,  ///< on the high side
    lower = 1 << 6,         ///< the warp is the lower one of two along z, otherwise the upper
    block_z = 1 << 7,       ///< another block follows along z
    bottom = 1 << 8,        ///< a face is below its first plane
    top = 1 << 9,           ///< a face is above its last plane
    inner_x = 1 << 10,      ///< a high face is inside a thread's cells: behind cell 0, 1, 2 along an axis
    inner_y = inner_x << (V - 1),
    inner_z = inner_y << (C - 1),
    inner_xy = inner_z - inner_x
  };
  /// Facts of the lane, a bit each:
  enum LaneWhere : int {
    first_x = 1,        ///< it has the grid's first cells along x
    last_x = 2,         ///< it has the last one
    arrives_first = 4,  ///< it arrives for its warp on the counter of the first plane, which other warps read
    arrives = 8,        ///< on those of the planes between
    arrives_last = 16   ///< on that of the last plane
  };

  __device__ __forceinline__ explicit PersistentPlace(Arguments const& args) : m_args(args) {
    PersistentThread<T> const at(args);
    auto const so = [](bool it_is, int where) TESSERA_INLINE { return it_is ? where : 0; };
    auto const behind = [](int last, int cells, int first)
                            TESSERA_INLINE { return last >= 0 && last < cells - 1 ? first << last : 0; };
    int const side_y = at.warp_y == S::warps_y - 1 ? 1 : 0, side_z = at.warp_z;
    bool const has_y = (at.warp_y == 0 && at.block_y > 0) || (side_y == 1 && at.block_y < args.blocks_y - 1);
    bool const has_z = side_z == 0 ? at.block_z > 0 : at.block_z < args.blocks_z - 1;
    m_where = uniform(so(at.warp_y > 0 && at.last_y >= 0, low_warp) |
                      so(at.warp_y < S::warps_y - 1 && at.last_y >= C, high_warp) | so(at.j == 0, low_face) |
                      so(at.last_y == C - 1, high_face) | so(has_y, block_y) | so(side_y == 1, block_y_high) |
                      so(at.warp_z == 0, lower) | so(has_z, block_z) | so(at.k == 0, bottom) |
                      so(at.last_z == P - 1, top) | behind((args.bound.n[0] - 1) % V, V, inner_x) |
                      behind(at.last_y, C, inner_y) | behind(at.last_z, P, inner_z));
    bool const has_warp = is(low_warp | high_warp), first = at.lane == 0;
    m_lane_where = opaque(so(first, first_x) | so(at.last_x >= 0 && at.last_x < V, last_x) |
                          so(first && (has_warp || !is(lower)), arrives_first) | so(first && has_warp, arrives) |
                          so(first && (has_warp || is(lower)), arrives_last));
    m_warp_at = uniform((at.warp_z * S::warps_y + at.warp_y) * S::warp_bytes);
    m_rows_at = opaque(m_warp_at + at.lane * S::lane_bytes);
  }

  [[nodiscard]] __device__ __forceinline__ bool is(int where) const { return (m_where & where) != 0; }
  [[nodiscard]] __device__ __forceinline__ bool lane_is(int where) const { return (m_lane_where & where) != 0; }

  /// The warp's message along y with half of its planes, or along z, of a state, from the lane's first cells on.
  [[nodiscard]] __device__ __forceinline__ unsigned char* to_y(int half, int state) const {
    return messages(state) + half * Messages::rows_of_y * S::row_bytes;
  }
  [[nodiscard]] __device__ __forceinline__ unsigned char* to_z(int state) const {
    return messages(state) + Messages::z_at;
  }
  /// The message to this warp.
  [[nodiscard]] __device__ __forceinline__ unsigned char const* from_y(int half, int state) const {
    constexpr int high = Messages::block_bytes - (S::warps_y - 1) * S::warp_bytes;
    return to_y(half, state) + (is(block_y_high) ? high : -high);
  }
  [[nodiscard]] __device__ __forceinline__ unsigned char const* from_z(int state) const {
    int const high = m_args.blocks_y * Messages::block_bytes - S::warps_y * S::warp_bytes;
    return to_z(state) + (is(lower) ? -high : high);
  }
  [[nodiscard]] __device__ __forceinline__ unsigned tag(int state) const {
    return Messages::tag(m_args.first_tags, state);
  }

  // In shared memory, from the lane's first cells on: the rows that the warp reads of a state, those below in y, those
  // above, and those of the other warp in z.
  [[nodiscard]] __device__ __forceinline__ unsigned char* rows(int state) const {
    return shared_memory() + (m_rows_at + (state & 1) * (S::neighbour_rows * S::row_bytes));
  }
  /// The plane from another block.
  [[nodiscard]] __device__ __forceinline__ unsigned char* far() const {
    return shared_memory() + m_rows_at + S::far_at;
  }
  /// The counter of a plane's rows of a state, of this warp or of the one that is `away` from it.
  [[nodiscard]] __device__ __forceinline__ void* counter(int state, int plane, int away = 0) const {
    return shared_memory() + (m_warp_at + (state & 1) * (P * 8)) + (S::counters_at + away * S::warp_bytes + plane * 8);
  }

  Arguments const& m_args;
  int m_where, m_lane_where;
  int m_warp_at, m_rows_at;  ///< in shared memory: the rows that the warp reads, and the lane's part of them

 private:
  [[nodiscard]] __device__ __forceinline__ unsigned char* messages(int state) const {
    return m_args.messages + static_cast<int>(blockIdx.x) * Messages::block_bytes +
           (m_rows_at + (state & 1) * Messages::state_bytes);
  }
};

}  // namespace tessera::detail
