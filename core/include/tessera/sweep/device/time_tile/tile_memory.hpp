// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_pipeline.h>

#include "tessera/sweep/device/time_tile/arguments.hpp"

namespace tessera::detail {

/// What a thread of a time tile does with memory: planes come from the grid by copies that nobody waits for, go from
/// group to group and, row by row, from warp to warp through shared memory, and at last to the grid. It also knows
/// where the thread stands.
template <class Bound, std::size_t State, class Numbers>
class TimeTileMemory {
 protected:
  using Types = TimeTileTypes<Bound, State, Numbers>;
  using Arguments = TimeTileArguments<Bound, State, Numbers>;
  using Shape = typename Types::Shape;
  using T = typename Types::Value;
  using N = Numbers;
  static constexpr int R = N::columns, C = N::rows, K = N::levels, X = N::extent_x;
  static constexpr int V = 16 / static_cast<int>(sizeof(T));  ///< cells of a 16-byte load
  static constexpr int shared_rows = Shape::below_y + Shape::above_y;
  /// What the loop over a tile's planes has to mind: each combination that is frequent has a loop of its own.
  static constexpr int low_x = 1, high_x = 2, edge_y = 4, narrow = 8, all_edges = 15;
  static_assert(R % V == 0, "a thread's columns are whole 16-byte loads");

 public:
  /// Steps of the sweep from a plane's loading to its storing, for so many groups.
  static KOKKOS_FORCEINLINE_FUNCTION constexpr int out_lag(int groups) { return groups * (K * Shape::lag + 1) - 1; }
  /// Planes that a part takes beyond those that it stores.
  static constexpr int more_planes(int groups) { return out_lag(groups) + groups * K * Shape::below_z; }
  static constexpr std::size_t stage_values = std::size_t(N::warps) * C * X;
  /// Shared memory: planes from memory, planes from group to group, rows from warp to warp (with as many as a warp has
  /// before and after, which outer warps read in vain).
  static constexpr int hand_at = N::stages * int(stage_values);
  static constexpr int rows_at = hand_at + 2 * (N::groups - 1) * int(stage_values) + shared_rows * X;
  static constexpr std::size_t shared_bytes =
      sizeof(T) * (rows_at + (Shape::row_buffers * N::steps * N::warps + 1) * shared_rows * X);

  /// What a plane of a column of tiles costs, measured, as a multiple of one inside the grid.
  static double cost(Arguments const& args, int column) {
    int const tx = args.tile_x(column), ty = args.tile_y(column);
    bool const x = args.x.at_low(tx) || args.x.at_high(tx);
    bool const both = args.x.at_low(tx) && args.x.at_high(tx);
    bool const y = Shape::shares_rows && (args.y.at_low(ty) || args.y.at_high(ty));
    bool const odd = args.x.origin(tx) % V != 0 || args.x.origin(tx) < 0 || args.x.origin(tx) + X > args.x.n;
    return odd || both || (x && y) ? 1.7 : x || y ? 1.12 : 1.0;
  }

  __device__ __forceinline__ TimeTileMemory(Arguments const& args) : m_args(args), m_lane(threadIdx.x) {
    int const warp = uniform(static_cast<int>(threadIdx.y));
    m_group = N::groups == 1 ? 0 : warp / N::warps;
    m_warp = N::groups == 1 ? warp : warp % N::warps;
    m_stage = m_warp * (C * X) + m_lane * V;
    m_rows = rows_at + (m_group * K * N::warps + m_warp) * shared_rows * X + m_lane * R;
  }

 protected:
  /// Shared memory at value `at`.
  __device__ __forceinline__ static T* shared(int at) {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes) + at;
  }
  __device__ __forceinline__ int groups() const { return N::groups == 1 ? 1 : m_args.groups; }
  __device__ __forceinline__ static void barrier() {
    if constexpr (N::warps * N::groups > 1) {
      __syncthreads();
    } else {
      __syncwarp();
    }
  }

  /// A value that all lanes of a warp share, so that the compiler knows that they do: it guards shuffles in branches
  /// that lanes might take differently.
  __device__ __forceinline__ static int uniform(int value) { return __shfl_sync(~0u, value, 0); }

  /// Sets all that stays the same during a part.
  __device__ __forceinline__ void enter(ColumnShares::Part const& part) {
    TileAxis const &ax = m_args.x, &ay = m_args.y;
    int const tx = m_args.tile_x(part.column), ty = m_args.tile_y(part.column);
    auto const& in = m_args.bound.sources.template get<State>();
    auto const& out = m_args.bound.targets.template get<0>();
    int const x0 = ax.origin(tx);
    m_i = x0 + m_lane * R;
    m_j = ay.origin(ty) + m_warp * C;
    m_low_x = ax.at_low(tx) && m_lane == 0;
    m_high_x = ax.at_high(tx) && m_lane == 31;
    m_low_y = Shape::shares_rows && ay.at_low(ty) && m_warp == 0;
    m_high_y = Shape::shares_rows && ay.at_high(ty) && m_warp == N::warps - 1;
    int const out_lag = this->out_lag(groups());
    m_first = part.begin - groups() * K * Shape::below_z;
    if (!m_args.periodic_z && m_first < 0) m_first = 0;
    m_begin_store = part.begin - m_first + out_lag;
    m_end_store = part.end - m_first + out_lag;
    m_load_plane = plane_of(m_first);
    m_begin_x = ax.begin(tx) - m_i;
    m_end_x = ax.end(tx) - m_i;
    int const begin_y = ay.begin(ty) - m_j, end_y = ay.end(ty) - m_j;
    m_stored = 0;
    for (int c = 0; c < C; ++c) m_stored |= c >= begin_y && c < end_y ? 1 << c : 0;
    int const j = Shape::shares_rows ? ay.wrap(m_j) : 0;
    m_wrap_row = ay.periodic ? ay.n - j : C;
    // Where tiles begin on vectors, a thread's cells are stored all or not at all.
    int const wide =
        x0 % V == 0 && x0 >= 0 && x0 + X <= ax.n && m_wrap_row >= C && m_begin_x % V == 0 && m_end_x % V == 0;
    m_wide = uniform(wide) != 0;
    m_edges = (ax.at_low(tx) ? low_x : 0) | (ax.at_high(tx) ? high_x : 0) |
              (Shape::shares_rows && (ay.at_low(ty) || ay.at_high(ty)) ? edge_y : 0) | (m_wide ? 0 : narrow);
    if (m_wide && (m_begin_x > 0 || m_end_x < R) && R == V) m_stored = 0;
    m_in = in.cells + (m_wide ? x0 + m_lane * V : 0) + j * in.stride_y + m_load_plane * in.stride_z;
    m_stage_now = 0;
    m_out = out.cells + m_i + m_j * out.stride_y + part.begin * out.stride_z;
  }

  /// Asks memory for the next plane of the part.
  template <bool Narrow>
  __device__ __forceinline__ void load() {
    if (N::groups == 1 || m_group == 0) {
      auto const& in = m_args.bound.sources.template get<State>();
      T* const to =
          shared(m_stage + (m_stage_now == 0 ? (N::stages - 1) * int(stage_values) : m_stage_now - int(stage_values)));
      if (!Narrow || m_wide) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          TESSERA_UNROLL
          for (int q = 0; q < R / V; ++q) {
            int const at = q * 32 * V;
            __pipeline_memcpy_async(to + c * X + at, m_in + c * in.stride_y + at, 16);
          }
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
  /// Row `c` of the thread in a plane.
  __device__ __forceinline__ T const* row(T const* plane, int c) const {
    auto const& in = m_args.bound.sources.template get<State>();
    if (!Shape::shares_rows) return plane;
    return plane + (c >= m_wrap_row ? c - m_args.y.n : c) * in.stride_y;
  }
  /// Where cells do not stand on 16-byte boundaries, or wrap.
  __device__ __forceinline__ void load_narrow(T* to) const {
    to -= m_lane * (V - 1);
    int const x0 = m_i - m_lane * R;
    TESSERA_NO_UNROLL
    for (int at = 0; at < X; at += 32) {
      T const* const from = m_in + m_args.x.wrap(x0 + at + m_lane);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) __pipeline_memcpy_async(to + c * X + at, row(from, c), sizeof(T));
    }
  }

  /// Plane `k` as one of the grid; any, for one whose values come to nothing.
  __device__ __forceinline__ int plane_of(int k) const {
    int const nz = m_args.bound.n[2];
    return ((k % nz) + nz) % nz;
  }
  __device__ __forceinline__ void next_stage() {
    m_stage_now = m_stage_now == (N::stages - 1) * int(stage_values) ? 0 : m_stage_now + int(stage_values);
  }

  __device__ __forceinline__ static void copy(T const (&from)[C][R], T (&to)[C][R]) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to[c][e] = from[c][e];
    }
  }
  using Vector = VectorOf<T, V>;
  __device__ __forceinline__ static void read_row(T const* from, T (&to)[R]) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector const v = *reinterpret_cast<Vector const*>(from + q * V);
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) to[q * V + e] = v.values[e];
    }
  }
  __device__ __forceinline__ static void write_row(T const (&from)[R], T* to) {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector v;
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) v.values[e] = from[q * V + e];
      *reinterpret_cast<Vector*>(to + q * V) = v;
    }
  }

  /// The thread's cells of the plane that enters the group's first level.
  __device__ __forceinline__ void receive(int s, T (&to)[C][R]) {
    T const* from = shared(m_stage + m_stage_now + m_lane * (R - V));
    if (N::groups > 1 && m_group > 0)
      from = shared(hand_at + (((m_group - 1) * 2 + (s + 1) % 2) * N::warps + m_warp) * (C * X) + m_lane * R);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) read_row(from + c * X, to[c]);
  }

  /// Gives the plane that the group's last level made to the next group or to memory.
  template <bool Narrow>
  __device__ __forceinline__ void deliver(int s, T const (&from)[C][R]) {
    if (N::groups > 1 && m_group < groups() - 1) {
      T* const to = shared(hand_at + ((m_group * 2 + s % 2) * N::warps + m_warp) * (C * X) + m_lane * R);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) write_row(from[c], to + c * X);
      return;
    }
    auto const& out = m_args.bound.targets.template get<0>();
    if (s >= m_begin_store && s < m_end_store) {
      if (!Narrow || m_wide) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) {
          if (m_stored >> c & 1) store_row(from[c], m_out + c * out.stride_y);
        }
      } else {
        store_narrow(from, m_out);
      }
      m_out += out.stride_z;
    }
  }
  __device__ __forceinline__ void store_row(T const (&from)[R], T* to) const {
    TESSERA_UNROLL
    for (int q = 0; q < R / V; ++q) {
      Vector v;
      TESSERA_UNROLL
      for (int e = 0; e < V; ++e) v.values[e] = from[q * V + e];
      if (R == V || (q * V >= m_begin_x && q * V < m_end_x)) *reinterpret_cast<Vector*>(to + q * V) = v;
    }
  }
  __device__ __forceinline__ void store_narrow(T const (&from)[C][R], T* to) const {
    auto const& out = m_args.bound.targets.template get<0>();
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) {
        if ((m_stored >> c & 1) && e >= m_begin_x && e < m_end_x) to[c * out.stride_y + e] = from[c][e];
      }
    }
  }

  /// Where the rows that other warps read stand, from those of the same warp in buffer 0 of the group's first level.
  static constexpr __device__ int shared_row(int buffer, int l, int row) {
    return ((buffer * N::steps + l) * N::warps * shared_rows + row) * X;
  }
  /// Puts the rows of a plane that is handed to level `L` in a step of phase `P` to where other warps read them.
  template <int P, int L>
  __device__ __forceinline__ void hand_over(T const (&plane)[C][R]) const {
    T* const to = shared(m_rows + shared_row(P % Shape::row_buffers, L, 0));
    TESSERA_UNROLL
    for (int r = 0; r < Shape::below_y; ++r) write_row(plane[C - Shape::below_y + r], to + r * X);
    TESSERA_UNROLL
    for (int r = 0; r < Shape::above_y; ++r) write_row(plane[r], to + (Shape::below_y + r) * X);
  }

  /// A row that another warp, `other` values away, has handed to level `L`.
  template <int P, int L>
  __device__ __forceinline__ void read_other(int other, int row, T (&to)[R]) const {
    constexpr int buffer = (P + Shape::row_buffers - Shape::row_delay) % Shape::row_buffers;
    read_row(shared(m_rows + other + shared_row(buffer, L, row)), to);
  }

  Arguments const& m_args;
  int m_lane, m_warp, m_group;
  int m_stage, m_stage_now;  ///< in shared memory: where the thread's first 16 bytes go, and the plane that is due
  int m_rows;                ///< and where the thread's rows for others begin
  int m_wrap_row;            ///< the thread's row at which y wraps
  int m_i, m_j;              ///< the thread's first cell
  int m_first, m_load_plane;
  int m_begin_store, m_end_store;            ///< the steps of the sweep whose planes are stored
  int m_begin_x, m_end_x;                    ///< cells of a row that are stored
  int m_stored;                              ///< a bit for each row of which some are
  int m_low_x, m_high_x, m_low_y, m_high_y;  ///< whether the thread's own cells are next to a face
  int m_edges;
  bool m_wide;
  T const* m_in;
  T* m_out;
};

}  // namespace tessera::detail
