// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/register_tile/staging.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The memory traffic of a thread: planes come from the grid (RegisterTileStaging), go from group to group and from
/// warp to warp through shared memory, and return to the grid.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileMemory : protected RegisterTileStaging<Bound, State, Numbers> {
 protected:
  using Place = RegisterTileStaging<Bound, State, Numbers>;
  using Place::C, Place::K, Place::R, Place::V, Place::X;
  using Place::consume_plane, Place::shared;
  using Place::groups, Place::m_args, Place::m_begin_store, Place::m_begin_x, Place::m_end_store, Place::m_end_x;
  using Place::m_arrival, Place::m_due, Place::m_group, Place::m_i, Place::m_j, Place::m_lane, Place::m_stored;
  using Place::m_warp, Place::m_wide, Place::narrow, Place::ragged;
  using typename Place::Arguments, typename Place::Shape, typename Place::T, typename Place::N;
  static constexpr int hand_at = Shape::hand_at, sync_interval = Shape::sync_interval;
  static constexpr int counter_bytes = 8;

 public:
  static constexpr std::size_t shared_bytes = sizeof(T) * Shape::shared_values;

 protected:
  __device__ __forceinline__ RegisterTileMemory(Arguments const& args) : Place(args) {
    if constexpr (Shape::counted) {
      m_hand = 0;  // counted through all parts, like the counter's phases
      if (threadIdx.x == 0 && threadIdx.y == 0) begin_counter(counter(0), groups());
      barrier();
    }
  }

  /// Counter `at` of the block.
  __device__ __forceinline__ static unsigned char* counter(int at) {
    return reinterpret_cast<unsigned char*>(shared(Shape::counters_at)) + counter_bytes * at;
  }
  __device__ __forceinline__ static void barrier() {
    if constexpr (N::warps * N::groups > 1) {
      __syncthreads();
    } else {
      __syncwarp();
    }
  }

  /// Waits until the shared memory written in this step can be read, and what was read can be overwritten: where the
  /// whole block synchronises, not neighbours only (RegisterTileNeighbours).
  __device__ __forceinline__ void sync_groups() const {
    if constexpr (!Shape::syncs_neighbours && !Shape::counted) barrier();
  }
  /// The same by a counter, at the beginning of every `sync_interval`-th step. `P`: the step's phase.
  template <int P>
  __device__ __forceinline__ void await_groups() const {
    if constexpr (Shape::counted && P % sync_interval == 0) wait_for_phase(counter(0), last_hand());
  }

  /// Begins a part.
  __device__ __forceinline__ void enter(WorkPartition::Part const& part) {
    Place::enter(part);
    auto const& out = m_args.bound.targets.template get<0>();
    if constexpr (!Shape::counted) m_hand = 0;
    m_until_store = Place::m_begin_store;
    auto const first = this->place(m_args.layout.used.to, m_i, m_j, out.stride_y);
    m_out = out.cells + first.cell + part.begin * out.stride_z;
    m_out_stride = first.stride;
  }

  /// Ends a step of the sweep, of phase `P`.
  template <int P>
  __device__ __forceinline__ void end_step() {
    consume_plane();
    --m_until_store;
    if constexpr (P % sync_interval == sync_interval - 1) m_hand ^= 1;
  }

  __device__ __forceinline__ static void copy(T const (&from)[C][R], T (&to)[C][R]) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to[c][e] = from[c][e];
    }
  }
  using Vector = VectorOf<T, V>;
  __device__ __forceinline__ static void read_vector(T const* from, int q, T (&to)[R]) {
    Vector const v = *reinterpret_cast<Vector const*>(from + q * V);
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) to[q * V + e] = v.values[e];
  }
  __device__ __forceinline__ static void read_row(T const* from, T (&to)[R]) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) read_vector(from, q, to);
  }
  /// 16 bytes of a row.
  __device__ __forceinline__ static Vector vector_of(T const (&from)[R], int q) {
    Vector v;
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) v.values[e] = from[q * V + e];
    return v;
  }
  __device__ __forceinline__ static void write_vector(T const (&from)[R], int q, T* to) {
    *reinterpret_cast<Vector*>(to + q * V) = vector_of(from, q);
  }
  __device__ __forceinline__ static void write_row(T const (&from)[R], T* to) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) write_vector(from, q, to);
  }

  /// The buffer handed on before the last synchronisation, which is read now. With counters it is recomputed: otherwise
  /// the compiler keeps both numbers in registers.
  __device__ __forceinline__ int last_hand() const { return (Shape::counted ? opaque(m_hand) : m_hand) ^ 1; }
  /// Offset in shared memory of the thread's cells of a plane that `group` hands on in a step of phase `P`.
  template <int P>
  __device__ __forceinline__ int handed_at(int group, int hand) const {
    return hand_at + (((group * 2 + hand) * sync_interval + P % sync_interval) * N::warps + m_warp) * (C * X) +
           m_lane * R;
  }
  /// Whether every other four threads swap 16-byte pieces in pairs when planes go from group to group. With two or six
  /// pieces per thread, the eight threads that shared memory serves at once would otherwise use half of its banks.
  static constexpr bool swaps = N::groups > 1 && R / V % 4 == 2;
  /// Offset of a thread's even pieces, in values; odd pieces move back by as much.
  __device__ __forceinline__ int swap() const { return swaps ? (m_lane >> 2 & 1) * V : 0; }
  __device__ __forceinline__ static int swapped(int q, int swap) { return q % 2 == 0 ? swap : -swap; }

  /// The thread's cells of the plane that enters the group's first level.
  template <int P>
  __device__ __forceinline__ void receive(T (&to)[C][R]) const {
    T const* from = shared(m_arrival + m_due + m_lane * (R - V));
    int by = 0;
    if (N::groups > 1 && m_group > 0) {
      from = shared(handed_at<P>(m_group - 1, last_hand()));
      by = swap();
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int q = 0; q < R / V; ++q) read_vector(from + c * X + swapped(q, by), q, to[c]);
    }
  }

  /// Row `c` of the plane that enters the first level.
  __device__ __forceinline__ void receive_row(int c, T (&to)[R]) const {
    read_row(shared(m_arrival + m_due + m_lane * (R - V)) + c * X, to);
  }
  /// Writes the result of the group's last level to where the next group reads it.
  template <int P>
  __device__ __forceinline__ void hand_on(T const (&from)[C][R]) const {
    T* const to = shared(handed_at<P>(m_group, m_hand));
    int const by = swap();
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int q = 0; q < R / V; ++q) write_vector(from[c], q, to + c * X + swapped(q, by));
    }
  }
  /// Passes the result of the group's last level to the next group or to memory; `Ends`: the plane may be past the last
  /// stored one.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void deliver(int s, T const (&from)[C][R]) {
    if constexpr (Shape::counted) {
      // All groups write, so that no branch separates this from the rest of the step.
      hand_on<P>(from);
      if constexpr (P % sync_interval == sync_interval - 1) {
        __syncwarp();
        arrive(counter(0), m_lane == 0);
      }
      if (m_group < groups() - 1) return;
    } else if (N::groups > 1 && m_group < groups() - 1) {
      return hand_on<P>(from);
    }
    auto const& out = m_args.bound.targets.template get<0>();
    auto const stride = this->row_stride(m_out_stride, out.stride_y);
    if (m_until_store <= 0 && (!Ends || s < m_end_store)) {
      if ((Edges & narrow) == 0 || m_wide) {
        int const stored = opaque(m_stored);
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          if (stored >> c & 1) store_row<Edges>(from[c], m_out + c * stride);
        }
      } else {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          if (m_stored >> c & 1) store_narrow(from[c], m_out + c * stride);
        }
      }
      m_out += out.stride_z;
    }
  }
  /// Stores row `c` of the last level's result.
  template <int Edges, bool Ends>
  __device__ __forceinline__ void deliver_row(int s, int c, T const (&from)[R]) const {
    T* const to = m_out + c * this->row_stride(m_out_stride, m_args.bound.targets.template get<0>().stride_y);
    if (m_until_store > 0 || (Ends && s >= m_end_store) || (opaque(m_stored) >> c & 1) == 0) return;
    if ((Edges & narrow) == 0 || m_wide) {
      store_row<Edges>(from, to);
    } else {
      store_narrow(from, to);
    }
  }
  /// Advances to the next plane to store, after all rows.
  __device__ __forceinline__ void end_rows() {
    if (m_until_store <= 0) m_out += m_args.bound.targets.template get<0>().stride_z;
  }
  template <int Edges>
  __device__ __forceinline__ void store_row(T const (&from)[R], T* to) const {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      int const first = q * V;
      if ((Edges & ragged) != 0 && first < m_end_x && first + V > m_end_x) {
        TESSERA_UNROLL
        for (int e = first; e < first + V - 1; ++e) {
          if (e < m_end_x) to[e] = from[e];
        }
      } else if (R == V || (first >= m_begin_x && first < m_end_x)) {
        write_vector(from, q, to);
      }
    }
  }
  __device__ __forceinline__ void store_narrow(T const (&from)[R], T* to) const {
    TESSERA_UNROLL
    for (int e = 0; e < R; ++e) {
      if (e >= m_begin_x && e < m_end_x) to[e] = from[e];
    }
  }

  int m_hand;         ///< which of two buffers is handed to the next group
  int m_until_store;  ///< steps before the first whose plane is stored
  T* m_out;           ///< the thread's first cell in the next plane to store
  int m_out_stride;   ///< its row stride, in the blocked layout
};

}  // namespace tessera::detail
