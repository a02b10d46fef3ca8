// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/register_tile/place.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The loads of planes from the grid: asynchronous copies into slots of shared memory, started some steps before a
/// plane is needed.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileStaging : protected RegisterTilePlace<Bound, State, Numbers> {
 protected:
  using Place = RegisterTilePlace<Bound, State, Numbers>;
  using Place::C, Place::R, Place::V, Place::X;
  using Place::m_args, Place::m_group, Place::m_lane, Place::m_load_plane, Place::m_load_row, Place::m_warp;
  using Place::m_wide, Place::m_wrap_row, Place::narrow;
  using typename Place::Arguments, typename Place::N, typename Place::Shape, typename Place::T;
  static constexpr int slot_values = Shape::slot_values;

  __device__ __forceinline__ RegisterTileStaging(Arguments const& args) : Place(args) {
    m_arrival = m_warp * (C * X) + m_lane * V;
    if constexpr (Shape::bulk) {
      m_due = m_parity = 0;
      if (m_lane == 0) {
        for (int p = 0; p < N::under_way; ++p) begin_counter(slot_counter(p * slot_values), 1);
      }
      __syncwarp();
    }
  }

  /// Shared memory at value `at`.
  __device__ __forceinline__ static T* shared(int at) { return reinterpret_cast<T*>(shared_memory()) + at; }

  /// Begins a part.
  __device__ __forceinline__ void enter(WorkPartition::Part const& part) {
    int const x0 = Place::enter(part);
    auto const& in = m_args.bound.sources.template get<State>();
    auto const first = this->place(m_args.layout.used.from, m_wide ? x0 + m_lane * V : 0, m_load_row, in.stride_y);
    m_in = in.cells + first.cell + m_load_plane * in.stride_z;
    m_in_stride = first.stride;
    if constexpr (Shape::bulk) {
      m_first_due = m_due;
    } else {
      m_due = 0;
    }
  }
  /// Ends a part: waits for all copies.
  __device__ __forceinline__ void leave() {
    if constexpr (Shape::bulk) {
      if (m_wide) {
        for (int p = 0; p < N::under_way - 1; ++p) {
          wait_for_phase(slot_counter(m_due), m_parity);
          consume_plane();
        }
        return;
      }
      m_due = m_first_due;
    }
    __pipeline_wait_prior(0);
  }

  /// Starts the copy of the part's next plane.
  template <int Edges>
  __device__ __forceinline__ void load() {
    if (N::groups == 1 || m_group == 0) {
      auto const& in = m_args.bound.sources.template get<State>();
      int const slot = m_due == 0 ? (N::under_way - 1) * slot_values : m_due - slot_values;
      T* const to = shared(m_arrival + slot);
      if ((Edges & narrow) == 0 || m_wide) {
        if constexpr (Shape::bulk) {
          if (is_one_of_warp()) load_rows(to - m_lane * V, slot_counter(slot));
        } else {
          load_vectors(to);
        }
      } else {
        load_narrow(to);
      }
      m_in += in.stride_z;
      if (++m_load_plane >= m_args.bound.n[2]) {
        int const back = m_args.periodic_z ? m_args.bound.n[2] : 1;
        m_in -= back * in.stride_z;
        m_load_plane -= back;
      }
    }
    __pipeline_commit();
  }
  /// Waits for the plane that enters next.
  template <int Edges>
  __device__ __forceinline__ void await_plane() const {
    if constexpr (Shape::bulk) {
      if ((Edges & narrow) == 0 || m_wide) return wait_for_phase(slot_counter(m_due), m_parity);
    }
    __pipeline_wait_prior(N::under_way - 2);
    __syncwarp();
  }
  /// Advances to the slot of the next plane.
  __device__ __forceinline__ void next_plane() {
    m_due = m_due == (N::under_way - 1) * slot_values ? 0 : m_due + slot_values;
  }
  /// The same, after a plane has been read.
  __device__ __forceinline__ void consume_plane() {
    next_plane();
    if constexpr (Shape::bulk) m_parity ^= m_due == 0 && m_wide ? 1 : 0;
  }

 private:
  /// The counter of the bytes that arrive in a slot for this warp.
  __device__ __forceinline__ T* slot_counter(int slot) const {
    return shared(slot + Shape::plane_values + m_warp * Shape::counter_values);
  }
  /// One thread starts a bulk copy for each row of the warp.
  __device__ __forceinline__ void load_rows(T* to, T* counter) const {
    constexpr int bytes = X * static_cast<int>(sizeof(T));
    auto const& in = m_args.bound.sources.template get<State>();
    expect_bytes(counter, C * bytes);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) begin_bulk_copy(to + c * X, m_in - m_lane * V + c * in.stride_y, bytes, counter);
  }
  /// Copies of 16 bytes each.
  __device__ __forceinline__ void load_vectors(T* to) const {
    auto const stride = this->row_stride(m_in_stride, m_args.bound.sources.template get<State>().stride_y);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int q = 0; q < R / V; ++q) {
        int const at = q * 32 * V;
        __pipeline_memcpy_async(to + c * X + at, m_in + c * stride + at, 16);
      }
    }
  }
  /// Copies of single cells, where these are not on 16-byte boundaries, or wrap.
  __device__ __forceinline__ void load_narrow(T* to) const {
    to -= m_lane * (V - 1);
    int const x0 = this->tile_i();
    TESSERA_NO_UNROLL
    for (int at = 0; at < X; at += 32) {
      T const* const from = m_in + m_args.tiles.x.wrap(x0 + at + m_lane);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) __pipeline_memcpy_async(to + c * X + at, row(from, c), sizeof(T));
    }
  }
  /// Row `c` of the thread in a plane.
  __device__ __forceinline__ T const* row(T const* plane, int c) const {
    auto const& in = m_args.bound.sources.template get<State>();
    if (!Shape::shares_rows) return plane;
    return plane + (c >= m_wrap_row ? c - m_args.tiles.y.n : c) * in.stride_y;
  }

 protected:
  int m_arrival, m_due;  ///< in shared memory: where the thread's first 16 bytes go, and the slot of the next plane

 private:
  T const* m_in;    ///< the next plane to load
  int m_in_stride;  ///< its row stride, in the blocked layout
  int m_parity;     ///< phase parity of the slots' counters (`Shape::bulk`)
  int m_first_due;  ///< the slot of the part's first plane
};

}  // namespace tessera::detail
