// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/cluster_code.hpp"
#include "tessera/sweep/device/resident/arguments.hpp"
#include "tessera/sweep/device/time_tile/unroll.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// A thread's cells of a grid that stays on the chip, from the first step of a launch to the last. A step goes through
/// the four planes of a warp:
///
///     ask for what planes 2 and 3 need of other blocks
///     plane 0, plane 1       with rows of other warps, and messages that were asked for when the step before ended
///     plane 2, plane 3
///     ask for what planes 0 and 1 of the next step need
///
/// Rows go to the neighbours as soon as their plane is made, messages along y when two planes are.
template <class Bound>
class ResidentCells : ResidentPlace<Bound> {
  using Place = ResidentPlace<Bound>;
  using Place::C, Place::P, Place::V;
  using Place::m_args, Place::m_lane, Place::m_warp_y, Place::m_warp_z;
  using Place::m_last_x, Place::m_last_y, Place::m_last_z, Place::m_side_y, Place::m_has_z;
  using typename Place::Arguments, typename Place::Messages, typename Place::S;
  using T = double;
  using Row = T[V];
  using Plane = Row[C];

 public:
  __device__ __forceinline__ explicit ResidentCells(Arguments const& args) : Place(args) {}

  /// Takes all steps.
  __device__ __forceinline__ void run() {
    begin_counters();
    load();
    unroll<P>([&](auto p) TESSERA_INLINE { hand_on<p.value>(0); });
    ask<0>(0);
    TESSERA_NO_UNROLL
    for (int s = 0; s < m_args.steps; ++s) step(s);
    store();
  }

 private:
  __device__ __forceinline__ void begin_counters() const {
    constexpr int count = 2 * S::warps * P;
    int const t = static_cast<int>(threadIdx.y) * S::lanes + m_lane;
    if (t < count) begin_counter(shared_memory() + S::counters_at + t * 8, 1);
    __syncthreads();
  }

  // --- memory ---

  /// Calls `f(p, c, pair)` for each pair of cells of the thread that has a cell of the grid.
  template <class F>
  __device__ __forceinline__ void for_each_pair(F const& f) const {
    unroll<P * C * V / 2>([&](auto at) TESSERA_INLINE {
      constexpr int pair = at.value % (V / 2), c = at.value / (V / 2) % C, p = at.value / (V / 2) / C;
      int const* const n = m_args.bound.n;
      if (this->m_i + 2 * pair < n[0] && this->m_j + c < n[1] && this->m_k + p < n[2]) f(p, c, pair);
    });
  }
  using Pair = VectorOf<T, 2>;
  template <class Cells>
  __device__ __forceinline__ auto* pair_of(Cells const& cells, int p, int c, int pair) const {
    return cells.cells + (this->m_i + 2 * pair) + (this->m_j + c) * cells.stride_y + (this->m_k + p) * cells.stride_z;
  }
  __device__ __forceinline__ void load() {
    auto const& from = m_args.bound.sources.template get<0>();
    for_each_pair([&](int p, int c, int pair) TESSERA_INLINE {
      Pair const v = *reinterpret_cast<Pair const*>(pair_of(from, p, c, pair));
      m_own[p][c][2 * pair] = v.values[0];
      m_own[p][c][2 * pair + 1] = v.values[1];
    });
  }
  __device__ __forceinline__ void store() const {
    auto const& to = m_args.bound.targets.template get<0>();
    for_each_pair([&](int p, int c, int pair) TESSERA_INLINE {
      Pair const v{{m_own[p][c][2 * pair], m_own[p][c][2 * pair + 1]}};
      *reinterpret_cast<Pair*>(pair_of(to, p, c, pair)) = v;
    });
  }

  // --- rows in shared memory ---

  __device__ __forceinline__ void read_row(T const* from, Row& to) const {
    Pair const low = *reinterpret_cast<Pair const*>(from + m_lane * lane_words);
    Pair const high = *reinterpret_cast<Pair const*>(from + other_half_words + m_lane * lane_words);
    to[0] = low.values[0], to[1] = low.values[1], to[2] = high.values[0], to[3] = high.values[1];
  }
  __device__ __forceinline__ void write_row(Row const& from, T* to) const {
    *reinterpret_cast<Pair*>(to + m_lane * lane_words) = {{from[0], from[1]}};
    *reinterpret_cast<Pair*>(to + other_half_words + m_lane * lane_words) = {{from[2], from[3]}};
  }

  // --- from warp to warp ---

  /// Gives plane `p` of a state to all that read of it.
  template <int p>
  __device__ __forceinline__ void hand_on(int state) const {
    int const warp = this->warp();
    if (m_warp_y > 0) write_row(m_own[p][0], this->beside(warp - 1, state, P + p));
    if (m_warp_y < S::warps_y - 1) write_row(m_own[p][C - 1], this->beside(warp + 1, state, p));
    constexpr int inner_z = p == P - 1 ? 0 : p == 0 ? 1 : -1;  // of which warp the plane is next to the other one
    if (m_warp_z == inner_z) {
      T* const to = this->beside(warp + (inner_z == 0 ? S::warps_y : -S::warps_y), state, 2 * P);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) write_row(m_own[p][c], to + c * S::extent_x);
    }
    __syncwarp();
    arrive(this->counter(warp, state, p), m_lane == 0);
    if constexpr (p % Messages::half_rows == Messages::half_rows - 1) send_y<p / Messages::half_rows>(state);
    constexpr int outer_z = 1 - inner_z;
    if constexpr (inner_z >= 0) {
      if (m_warp_z == outer_z && m_has_z) {
        publish_rows<C>(this->to_z(state), m_lane, Messages::tag(state),
                        [&](int c, int e) TESSERA_INLINE { return m_own[p][c][e]; });
      }
    }
  }
  template <int Half>
  __device__ __forceinline__ void send_y(int state) const {
    constexpr int first = Half * Messages::half_rows;
    if (m_side_y < 0) return;
    bool const low = m_side_y == 0;
    publish_rows<Messages::half_rows>(
        this->to_y(Half, state), m_lane, Messages::tag(state),
        [&](int r, int e) TESSERA_INLINE { return low ? m_own[first + r][0][e] : m_own[first + r][C - 1][e]; });
  }

  /// Where the rows of a message along y are copied to.
  template <int Half>
  __device__ __forceinline__ T* place_of_y(int state) const {
    return this->beside(this->warp(), state, m_side_y * P + Half * Messages::half_rows);
  }
  /// Asks for the messages that half of the planes needs.
  template <int Half>
  __device__ __forceinline__ void ask(int state) {
    if (m_side_y >= 0) m_from_y[Half].ask(place_of_y<Half>(state), this->from_y(Half, state), m_lane);
    if (m_has_z && m_warp_z == Half) m_from_z.ask(this->far(), this->from_z(state), m_lane);
    close_copies();
  }
  template <int Half>
  __device__ __forceinline__ void await_y(int state) {
    if (m_side_y >= 0)
      m_from_y[Half].await(place_of_y<Half>(state), this->from_y(Half, state), m_lane, Messages::tag(state));
  }
  template <int Half>
  __device__ __forceinline__ void await_z(int state) {
    if (m_has_z && m_warp_z == Half) m_from_z.await(this->far(), this->from_z(state), m_lane, Messages::tag(state));
  }
  /// Waits for what another warp of the block hands on.
  __device__ __forceinline__ void await_warp(int warp, int state, int plane) const {
    wait_for_turn(this->counter(warp, state, plane), state >> 1 & 1);
  }

  // --- a step ---

  __device__ __forceinline__ void step(int s) {
    static_assert(Messages::halves == 2);
    ask<1>(s);
    wait_for_copies<1>();
    await_y<0>(s);
    await_z<0>(s);
    Plane below;
    begin_below(s, below);
    make<0>(s, below);
    make<1>(s, below);
    wait_for_copies<0>();
    await_y<1>(s);
    make<2>(s, below);
    await_z<1>(s);
    make<3>(s, below);
    if (s + 1 < m_args.steps) ask<0>(s + 1);
  }

  /// Rows of the plane beyond the warp's first or last one (`Side` 0, 1).
  template <int Side>
  __device__ __forceinline__ void read_beyond(int s, int c, Row& to) const {
    bool const outer = m_warp_z == Side;
    read_row((outer ? this->far() : this->beside(this->warp(), s, 2 * P)) + c * S::extent_x, to);
    m_from_z.restore(to, c, outer && m_has_z);
  }
  template <int Side>
  __device__ __forceinline__ void await_inner(int s) const {
    if (m_warp_z != Side) await_warp(this->warp() + (Side == 0 ? -S::warps_y : S::warps_y), s, Side == 0 ? P - 1 : 0);
  }

  /// The plane below the warp's first one.
  __device__ __forceinline__ void begin_below(int s, Plane& below) const {
    await_inner<0>(s);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) read_beyond<0>(s, c, below[c]);
    if (this->m_k == 0) ghost_rows(4, m_own[0], below);
  }
  __device__ __forceinline__ void ghost_rows(int face, Plane const& inner, Plane& to) const {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) ghost_row(face, inner[c], to[c]);
  }
  __device__ __forceinline__ void ghost_row(int face, Row const& inner, Row& to) const {
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) to[e] = m_args.faces.ghost(face, 0, inner[e]);
  }

  /// The same by instructions that others skip, which spares branches, and values that would be chosen behind them.
  __device__ __forceinline__ void put_ghosts(bool there, int face, Row const& inner, Row& to) const {
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) put_ghost(m_args.faces, to[e], static_cast<int>(there), face, 0, inner[e]);
  }

  /// Ghosts beyond the high faces whose places are the thread's own, where no cells of the grid are.
  template <int p>
  __device__ __forceinline__ void put_own_ghosts() {
    if constexpr (p < P - 1) {
      if (m_last_z == p) ghost_rows(5, m_own[p], m_own[p + 1]);
    }
    if (m_last_y < C - 1) {
      unroll<C - 1>(
          [&](auto c) TESSERA_INLINE { put_ghosts(m_last_y == c.value, 3, m_own[p][c.value], m_own[p][c.value + 1]); });
    }
    if (m_args.bound.n[0] % V != 0) {
      unroll<C*(V - 1)>([&](auto at) TESSERA_INLINE {
        constexpr int c = at.value / (V - 1), e = at.value % (V - 1);
        put_ghost(m_args.faces, m_own[p][c][e + 1], m_last_x == e, 1, 0, m_own[p][c][e]);
      });
    }
  }

  /// What an operator reads at cell `e` of row `c` of a plane.
  struct Beside {
    Plane const &below, &here;
    Row const &above, &row_below, &row_above;
    T const &left, &right;
    int c, e;
    __device__ __forceinline__ T read(int, int, int dx, int dy, int dz) const {
      if (dz != 0) return dz < 0 ? below[c][e] : above[e];
      if (dy != 0) return dy < 0 ? row_below[e] : row_above[e];
      if (dx < 0) return e == 0 ? left : here[c][e - 1];
      if (dx > 0) return e == V - 1 ? right : here[c][e + 1];
      return here[c][e];
    }
  };

  /// Takes a step of plane `p`. `below` is the plane below it as it was, and then this plane as it was.
  template <int p>
  __device__ __forceinline__ void make(int s, Plane& below) {
    int const warp = this->warp();
    Row low, high;
    if (m_warp_y > 0) await_warp(warp - 1, s, p);
    read_row(this->beside(warp, s, p), low);
    if (m_warp_y < S::warps_y - 1) await_warp(warp + 1, s, p);
    read_row(this->beside(warp, s, P + p), high);
    restore_y<p>(low, high);
    put_ghosts(this->m_j == 0, 2, m_own[p][0], low);
    put_ghosts(m_last_y == C - 1, 3, m_own[p][C - 1], high);
    put_own_ghosts<p>();
    if constexpr (p == P - 1) await_inner<1>(s);
    unroll<C>([&](auto c) TESSERA_INLINE { make_row<p, c.value>(s, below, low, high); });
    hand_on<p>(s + 1);
  }
  template <int p>
  __device__ __forceinline__ void restore_y(Row& low, Row& high) const {
    constexpr int half = p / Messages::half_rows, row = p % Messages::half_rows;
    m_from_y[half].restore(low, row, m_side_y == 0);
    m_from_y[half].restore(high, row, m_side_y == 1);
  }
  template <bool First>
  __device__ __forceinline__ static Row const& either(Row const& first, Row const& second) {
    if constexpr (First) {
      return first;
    } else {
      return second;
    }
  }
  template <int p, int c>
  __device__ __forceinline__ void make_row(int s, Plane& below, Row const& low, Row const& high) {
    Row beyond, made;
    if constexpr (p == P - 1) {
      read_beyond<1>(s, c, beyond);
      if (m_last_z == P - 1) ghost_row(5, m_own[p][c], beyond);
    }
    Row const& above = either<p == P - 1>(beyond, m_own[p == P - 1 ? p : p + 1][c]);
    Row const& row_below = either<c == 0>(low, below[c == 0 ? 0 : c - 1]);  // which is this plane's already
    Row const& row_above = either<c == C - 1>(high, m_own[p][c == C - 1 ? c : c + 1]);
    T left = __shfl_up_sync(~0u, m_own[p][c][V - 1], 1), right = __shfl_down_sync(~0u, m_own[p][c][0], 1);
    put_ghost(m_args.faces, left, m_lane == 0, 0, 0, m_own[p][c][0]);
    put_ghost(m_args.faces, right, m_last_x == V - 1, 1, 0, m_own[p][c][V - 1]);
    unroll<V>([&](auto e) TESSERA_INLINE {
      Beside const row{below, m_own[p], above, row_below, row_above, left, right, c, e.value};
      made[e.value] = static_cast<T>(m_args.bound.evaluate(pack(row), 0, 0, 0));
    });
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) {
      below[c][e] = m_own[p][c][e];
      m_own[p][c][e] = made[e];
    }
  }

  Plane m_own[P] = {};
  Awaited<Messages::half_rows> m_from_y[Messages::halves];
  Awaited<S::rows> m_from_z;
};

/// Takes all steps of a launch. All blocks run at the same time.
template <class Bound>
__global__ void __launch_bounds__(ResidentShape::threads, 1)
    resident_kernel(__grid_constant__ ResidentArguments<Bound> const args) {
  ResidentCells<Bound>(args).run();
}

}  // namespace tessera::detail
