// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/cluster_code.hpp"
#include "tessera/backend/unroll.hpp"
#include "tessera/strategy/persistent/arguments.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The cells of a thread, in registers from the first step of a launch to the last. A step updates the four planes of a
/// warp:
///
///     prefetch messages for planes 2 and 3
///     plane 0, plane 1       with rows of other warps, and messages prefetched at the end of the step before
///     plane 2, plane 3
///     prefetch messages for planes 0 and 1 of the next step
///
/// Rows go to the neighbours as soon as their plane is computed, messages along y after every two planes.
template <class Bound>
class PersistentCells : PersistentPlace<Bound> {
  using Place = PersistentPlace<Bound>;
  using Place::C, Place::P, Place::V;
  using Place::is, Place::lane_is, Place::rows;
  using Place::m_args;
  using typename Place::Arguments, typename Place::Messages, typename Place::S, typename Place::T;
  using Thread = PersistentThread<T>;
  using Row = T[V];
  using Plane = Row[C];
  // Offset of the displaced bits from the first cells of a message.
  template <int Half>
  static constexpr int displaced_y = Messages::displaced_at - Half* Messages::rows_of_y* S::row_bytes + Half * 4;
  static constexpr int displaced_z = Messages::displaced_at - Messages::z_at + Messages::halves * 4;

 public:
  __device__ __forceinline__ explicit PersistentCells(Arguments const& args) : Place(args) {}

  /// Takes all steps.
  __device__ __forceinline__ void run() {
    begin_counters();
    load();
    unroll<P>([&](auto p) TESSERA_INLINE { hand_on<p.value>(0); });
    prefetch<0>(0);
    TESSERA_NO_UNROLL
    for (int s = 0; s < m_args.steps; ++s) step(s);
    store();
  }

 private:
  __device__ __forceinline__ void begin_counters() const {
    int const lane = threadIdx.x;
    if (lane < 2 * P) begin_counter(this->counter(lane / P, lane % P), 1);
    __syncthreads();
  }

  // --- memory ---

  /// Calls `f(p, c, pair)` for each pair of cells of the thread that has a cell of the grid.
  template <class F>
  __device__ __forceinline__ static void for_each_pair(Thread const& at, F const& f) {
    unroll<P * C * V / 2>([&](auto number) TESSERA_INLINE {
      constexpr int pair = number.value % (V / 2), c = number.value / (V / 2) % C, p = number.value / (V / 2) / C;
      if (2 * pair <= at.last_x && c <= at.last_y && p <= at.last_z) f(p, c, pair);
    });
  }
  using Pair = VectorOf<T, 2>;
  template <class Cells>
  __device__ __forceinline__ static auto* pair_of(Cells const& cells, Thread const& at, int p, int c, int pair) {
    return cells.cells + (at.i + 2 * pair) + (at.j + c) * cells.stride_y + (at.k + p) * cells.stride_z;
  }
  __device__ __forceinline__ void load() {
    auto const& from = m_args.bound.sources.template get<0>();
    Thread const at(m_args);
    for_each_pair(at, [&](int p, int c, int pair) TESSERA_INLINE {
      Pair const v = *reinterpret_cast<Pair const*>(pair_of(from, at, p, c, pair));
      m_own[p][c][2 * pair] = v.values[0];
      m_own[p][c][2 * pair + 1] = v.values[1];
    });
  }
  __device__ __forceinline__ void store() const {
    auto const& to = m_args.bound.targets.template get<0>();
    Thread const at(m_args);
    for_each_pair(at, [&](int p, int c, int pair) TESSERA_INLINE {
      Pair const v{{m_own[p][c][2 * pair], m_own[p][c][2 * pair + 1]}};
      *reinterpret_cast<Pair*>(pair_of(to, at, p, c, pair)) = v;
    });
  }

  // --- rows in shared memory ---

  /// Offset of row `row` among the rows read by the warp `away` from this one.
  static KOKKOS_FORCEINLINE_FUNCTION constexpr int row_at(int row, int away = 0) {
    return away * S::warp_bytes + row * S::row_bytes;
  }

  using RowPart = VectorOf<T, S::part_cells>;
  __device__ __forceinline__ static void read_row(unsigned char const* from, Row& to) {
    unroll<S::parts>([&](auto part) TESSERA_INLINE {
      RowPart const v = *reinterpret_cast<RowPart const*>(from + part.value * S::part_bytes);
      TESSERA_UNROLL
      for (int e = 0; e < S::part_cells; ++e) to[part.value * S::part_cells + e] = v.values[e];
    });
  }
  __device__ __forceinline__ static void write_row(Row const& from, unsigned char* to) {
    unroll<S::parts>([&](auto part) TESSERA_INLINE {
      RowPart v;
      TESSERA_UNROLL
      for (int e = 0; e < S::part_cells; ++e) v.values[e] = from[part.value * S::part_cells + e];
      *reinterpret_cast<RowPart*>(to + part.value * S::part_bytes) = v;
    });
  }

  // --- from warp to warp ---

  /// Passes plane `p` of a state to all warps that read it, and writes this warp's ghosts along y.
  template <int p>
  __device__ __forceinline__ void hand_on(int state) const {
    unsigned char* const mine = rows(state);
    if (is(Place::low_warp)) write_row(m_own[p][0], mine + row_at(P + p, -1));
    if (is(Place::high_warp)) write_row(m_own[p][C - 1], mine + row_at(p, 1));
    if (is(Place::low_face | Place::high_face)) {
      if (is(Place::low_face)) write_ghosts(2, m_own[p][0], mine + row_at(p));
      if (is(Place::high_face)) write_ghosts(3, m_own[p][C - 1], mine + row_at(P + p));
    }
    constexpr bool bottom = p == 0, top = p == P - 1;
    if constexpr (bottom || top) {
      constexpr int other = row_at(2 * P, top ? S::warps_y : -S::warps_y);
      if (is(Place::lower) == top) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) write_row(m_own[p][c], mine + other + row_at(c));
      }
    }
    __syncwarp();
    arrive(this->counter(state, p), lane_is(bottom ? Place::arrives_first
                                            : top  ? Place::arrives_last
                                                   : Place::arrives));
    if constexpr (p % Messages::rows_of_y == Messages::rows_of_y - 1) send_y<p / Messages::rows_of_y>(state);
    if constexpr (bottom || top) {
      if (is(Place::block_z) && is(Place::lower) == bottom) {
        publish_rows<T, C, displaced_z>(this->to_z(state), this->tag(state),
                                        [&](int c, int e) TESSERA_INLINE { return m_own[p][c][e]; });
      }
    }
  }
  __device__ __forceinline__ void write_ghosts(int face, Row const& inner, unsigned char* to) const {
    Row ghosts;
    ghost_row(face, inner, ghosts);
    write_row(ghosts, to);
  }
  template <int Half>
  __device__ __forceinline__ void send_y(int state) const {
    constexpr int first = Half * Messages::rows_of_y;
    if (!is(Place::block_y)) return;
    bool const high = is(Place::block_y_high);
    publish_rows<T, Messages::rows_of_y, displaced_y<Half>>(
        this->to_y(Half, state), this->tag(state),
        [&](int r, int e) TESSERA_INLINE { return chosen(high, m_own[first + r][C - 1][e], m_own[first + r][0][e]); });
  }

  /// Where the rows of a message along y are copied to.
  template <int Half>
  [[nodiscard]] __device__ __forceinline__ unsigned char* place_of_y(int state) const {
    return rows(state) + row_at(Half * Messages::rows_of_y) + (is(Place::block_y_high) ? row_at(P) : 0);
  }
  template <int Half>
  [[nodiscard]] __device__ __forceinline__ bool reads_far() const {
    return is(Place::block_z) && is(Place::lower) == (Half == 0);
  }
  /// Starts the copies of the messages that half of the planes needs.
  template <int Half>
  __device__ __forceinline__ void prefetch(int state) {
    if (is(Place::block_y)) awaited_y<Half>().prefetch(place_of_y<Half>(state), this->from_y(Half, state));
    if (reads_far<Half>()) m_from_z.prefetch(this->far(), this->from_z(state));
    close_copies();
  }
  template <int Half>
  __device__ __forceinline__ void await_y(int state) {
    if (!is(Place::block_y)) return;
    awaited_y<Half>().await(place_of_y<Half>(state), this->from_y(Half, state), this->tag(state));
  }
  template <int Half>
  __device__ __forceinline__ void await_z(int state) {
    if (reads_far<Half>()) m_from_z.await(this->far(), this->from_z(state), this->tag(state));
  }
  template <int Half>
  __device__ __forceinline__ auto& awaited_y() {
    if constexpr (Half == 0) {
      return m_from_y_first;
    } else {
      return m_from_y_second;
    }
  }
  /// Waits for the rows of the warp of the block that is `away` from this one.
  __device__ __forceinline__ void await_warp(int away, int state, int plane) const {
    wait_for_phase(this->counter(state, plane, away), state >> 1 & 1);
  }

  // --- a step ---

  __device__ __forceinline__ void step(int s) {
    static_assert(Messages::halves == 2);
    prefetch<1>(s);
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
    if (s + 1 < m_args.steps) prefetch<0>(s + 1);
  }

  /// The plane before the warp's first (`High` false) or after its last one.
  template <bool High>
  [[nodiscard]] __device__ __forceinline__ unsigned char const* beyond(int s) const {
    return is(Place::lower) == High ? rows(s) + row_at(2 * P) : this->far();
  }
  template <bool High>
  __device__ __forceinline__ void await_inner(int s) const {
    if (is(Place::lower) == High) await_warp(High ? S::warps_y : -S::warps_y, s, High ? 0 : P - 1);
  }

  /// Loads the plane below the warp's first one.
  __device__ __forceinline__ void begin_below(int s, Plane& below) const {
    await_inner<false>(s);
    unsigned char const* const from = beyond<false>(s);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) read_row(from + row_at(c), below[c]);
    if (is(Place::bottom)) ghost_rows(4, m_own[0], below);
  }
  __device__ __forceinline__ void ghost_rows(int face, Plane const& inner, Plane& to) const {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) ghost_row(face, inner[c], to[c]);
  }
  __device__ __forceinline__ void ghost_row(int face, Row const& inner, Row& to) const {
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) to[e] = m_args.faces.ghost(face, 0, inner[e]);
  }

  /// Writes ghosts beyond high faces that are inside the thread's own cells.
  template <int p>
  __device__ __forceinline__ void put_own_ghosts() {
    if constexpr (p < P - 1) {
      if (is(Place::inner_z << p)) ghost_rows(5, m_own[p], m_own[p + 1]);
    }
    if (!is(Place::inner_xy)) return;
    unroll<C - 1>([&](auto c) TESSERA_INLINE {
      if (is(Place::inner_y << c.value)) ghost_row(3, m_own[p][c.value], m_own[p][c.value + 1]);
    });
    unroll<V - 1>([&](auto e) TESSERA_INLINE {
      if (is(Place::inner_x << e.value) && lane_is(Place::last_x)) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) m_own[p][c][e.value + 1] = m_args.faces.ghost(1, 0, m_own[p][c][e.value]);
      }
    });
  }

  /// What an operator reads at cell `e` of row `c` of a plane.
  struct Neighbours {
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

  /// Updates plane `p`. `below`: in, the old plane below; out, the old plane `p`.
  template <int p>
  __device__ __forceinline__ void make(int s, Plane& below) {
    Row low, high;
    if (is(Place::low_warp)) await_warp(-1, s, p);
    read_row(rows(s) + row_at(p), low);
    if (is(Place::high_warp)) await_warp(1, s, p);
    read_row(rows(s) + row_at(P + p), high);
    put_own_ghosts<p>();
    if constexpr (p == P - 1) await_inner<true>(s);
    unroll<C>([&](auto c) TESSERA_INLINE { make_row<p, c.value>(s, below, low, high); });
    hand_on<p>(s + 1);
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
    Row far, made;
    if constexpr (p == P - 1) {
      read_row(beyond<true>(s) + row_at(c), far);
      if (is(Place::top)) ghost_row(5, m_own[p][c], far);
    }
    Row const& above = either<p == P - 1>(far, m_own[p == P - 1 ? p : p + 1][c]);
    Row const& row_below = either<c == 0>(low, below[c == 0 ? 0 : c - 1]);  // already the old row of this plane
    Row const& row_above = either<c == C - 1>(high, m_own[p][c == C - 1 ? c : c + 1]);
    T left = __shfl_up_sync(~0u, m_own[p][c][V - 1], 1), right = __shfl_down_sync(~0u, m_own[p][c][0], 1);
    left = lane_is(Place::first_x) ? m_args.faces.ghost(0, 0, m_own[p][c][0]) : left;
    right = lane_is(Place::last_x) ? m_args.faces.ghost(1, 0, m_own[p][c][V - 1]) : right;  // elsewhere it is not read
    unroll<V>([&](auto e) TESSERA_INLINE {
      Neighbours const row{below, m_own[p], above, row_below, row_above, left, right, c, e.value};
      made[e.value] = static_cast<T>(m_args.bound.evaluate(pack(row), 0, 0, 0));
    });
    TESSERA_UNROLL
    for (int e = 0; e < V; ++e) {
      below[c][e] = m_own[p][c][e];
      m_own[p][c][e] = made[e];
    }
  }

  Plane m_own[P] = {};
  Awaited<T, Messages::rows_of_y, displaced_y<0>> m_from_y_first;
  Awaited<T, Messages::rows_of_y, displaced_y<1>> m_from_y_second;
  Awaited<T, S::rows, displaced_z> m_from_z;
};

/// Takes all steps of a launch. All blocks run at the same time.
template <class Bound>
__global__ void __launch_bounds__(PersistentShape<typename PersistentArguments<Bound>::T>::threads, 1)
    persistent_kernel(__grid_constant__ PersistentArguments<Bound> const args) {
  PersistentCells<Bound>(args).run();
}

}  // namespace tessera::detail
