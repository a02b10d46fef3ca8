// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/time_tile/tile_window.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// A block's sweep along z over one tile, which takes several steps at once.
template <class Bound, std::size_t State, class Numbers>
class TimeTile : private TimeTileWindow<Bound, State, Numbers> {
  using Window = TimeTileWindow<Bound, State, Numbers>;
  using typename Window::Arguments, typename Window::N, typename Window::Plane, typename Window::Shape;
  using typename Window::T;
  using Window::all_edges, Window::edge_y, Window::high_x, Window::low_x, Window::ragged;
  using Window::barrier, Window::copy, Window::enter, Window::groups, Window::meet, Window::next_plane,
      Window::plane_of;
  using Window::C, Window::K, Window::R, Window::shared_rows;
  using Window::m_args, Window::m_edges, Window::m_end_store, Window::m_first, Window::m_group, Window::m_i,
      Window::m_j;
  static constexpr int period = Shape::held;
  using Own = T[Window::C][Window::R];  ///< a thread's cells of a plane

 public:
  using Window::shared_bytes;

  __device__ __forceinline__ TimeTile(Arguments const& args) : Window(args) {}

  /// Sweeps one part of a column of tiles.
  __device__ __forceinline__ void sweep(ColumnShares::Part const& part) {
    enter(part);
    int const nz = m_args.bound.n[2], out_lag = Shape::out_lag(groups());
    bool const open = m_args.periodic_z;
    int const steps = whole_turns(part.end - m_first + out_lag);
    int const low_end = open || m_first > 0 ? 0 : whole_turns(out_lag + Shape::below_z);
    int const inside = open || m_end_store < nz - m_first ? m_end_store : nz - m_first;
    int const high_begin = inside / period * period;
    for (int p = 0; p < N::under_way - 1; ++p) {
      next_plane();
      this->template load<all_edges>();
    }
    next_plane();
    // One copy of the long loop that minds everything, for both ends and for tiles in corners.
    bool const plain = m_edges == 0 || m_edges == low_x || m_edges == high_x || m_edges == (high_x | ragged) ||
                       (Shape::shares_rows && m_edges == edge_y);
    int s = 0;
    TESSERA_NO_UNROLL
    for (int end = 0; end < 2; ++end) {
      int const until = end == 1 || !plain ? steps : low_end < steps ? low_end : steps;
      for (; s < until; s += period) turn<all_edges, true>(s);
      if (end == 1 || s >= high_begin) continue;
      if (m_edges == 0) {
        turns<0>(s, high_begin);
      } else if (m_edges == low_x) {
        turns<low_x>(s, high_begin);
      } else if (m_edges == high_x) {
        turns<high_x>(s, high_begin);
      } else if (m_edges == (high_x | ragged)) {
        turns<high_x | ragged>(s, high_begin);
      } else if (Shape::shares_rows && m_edges == edge_y) {
        turns<edge_y>(s, high_begin);
      }
      s = high_begin;
    }
    __pipeline_wait_prior(0);
    barrier();
  }

 private:
  /// Steps of whole turns, at least `steps`.
  static constexpr __device__ int whole_turns(int steps) { return (steps + period - 1) / period * period; }
  /// The turns from step `s` to `end`, of planes inside. In the plane they are counted down, which spares a register
  /// and so a spill. In space nothing spills for it.
  template <int Edges>
  __device__ __forceinline__ void turns(int s, int end) {
    if constexpr (Shape::shares_rows) {
      TESSERA_NO_UNROLL
      for (; s < end; s += period) turn<Edges, false>(s);
    } else {
      if constexpr (Shape::circulates && Edges == 0) s = circulate(s, end);
      TESSERA_NO_UNROLL
      for (int left = end - s; left > 0; left -= period) turn<Edges, false>(end - left);
    }
  }
  /// As many steps of the sweep as a window has planes, so that its slots stand as before.
  template <int Edges, bool Ends>
  __device__ __forceinline__ void turn(int s) {
    unroll<period>([&](auto phase) TESSERA_INLINE { step<phase.value, Edges, Ends>(s + phase.value); });
  }

  /// One step of the sweep. Every read of shared memory comes before the first write, so that the compiler may begin
  /// the reads of all levels early.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void step(int s) {
    __pipeline_wait_prior(N::under_way - 2);
    __syncwarp();
    Own next;
    this->receive(next);
    Own out;
    if constexpr (Shape::waits) {
      // The last level first: what a level makes takes the place of the oldest plane of the next one, which is done.
      constexpr int last = K - 1;
      unroll<K>([&](auto back) TESSERA_INLINE {
        constexpr int l = last - back.value;
        Plane& top = m_slots[l][(P + Shape::top) % Shape::held];
        if constexpr (l == last) {
          level<P, Edges, Ends, l>(s, top, out);
        } else {
          Own made;
          level<P, Edges, Ends, l>(s, top, made);
          put_own(made, m_slots[l + 1][P % Shape::held]);
        }
      });
      put_own(next, m_slots[0][P % Shape::held]);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        Plane top;
        put_own(next, top);
        level<P, Edges, Ends, l.value>(s, top, next);
        if constexpr (Shape::planes > 1) keep(top, m_slots[l.value][P % Shape::held]);
      });
      copy(next, out);
    }
    if constexpr (Shape::shares_rows) {
      unroll<K>([&](auto l) TESSERA_INLINE { hand_over_newest<P, l.value>(); });
    }
    finish<Edges, Ends>(s, out);
  }
  template <int Edges, bool Ends>
  __device__ __forceinline__ void finish(int s, Own const& out) {
    this->template deliver<Edges, Ends>(s, out);
    this->template load<Edges>();
    this->end_step();
    meet();
  }

  // Where planes circulate (LevelShape), registers go from the upper plane of a level to its lower one and on to the
  // upper one of the next level, and from the last one back to the plane that enters.

  static constexpr int cycle = 2 * K + 1;

  /// Planes of level `L` in step `P` of a cycle.
  template <int P, int L>
  struct Ring {
    Plane (&ring)[cycle];
    __device__ __forceinline__ Plane& plane(int p) const { return ring[(2 * L + 2 - p + cycle - P) % cycle]; }
  };
  /// Whole cycles from step `s` on, so many that whole turns are left to `end`. Returns the step that comes next.
  __device__ __forceinline__ int circulate(int s, int end) {
    int const whole = (end - s) / (cycle * period) * period;
    Plane ring[cycle];
    unroll<K>([&](auto l) TESSERA_INLINE {
      ring[2 * l.value + 2] = m_slots[l.value][0];
      ring[2 * l.value + 1] = m_slots[l.value][1];
    });
    int const stop = s + whole * cycle;
    TESSERA_NO_UNROLL
    for (int left = stop - s; left > 0; left -= cycle) {
      unroll<cycle>([&](auto phase) TESSERA_INLINE { step_of_cycle<phase.value>(stop - left + phase.value, ring); });
    }
    unroll<K>([&](auto l) TESSERA_INLINE {
      m_slots[l.value][0] = ring[2 * l.value + 2];
      m_slots[l.value][1] = ring[2 * l.value + 1];
    });
    return stop;
  }
  template <int P>
  __device__ __forceinline__ void step_of_cycle(int s, Plane (&ring)[cycle]) {
    __pipeline_wait_prior(N::under_way - 2);
    __syncwarp();
    Own next;
    this->receive(next);
    put_own(next, ring[(cycle - P) % cycle]);
    constexpr int last = K - 1;
    unroll<K>([&](auto l) TESSERA_INLINE {
      Ring<P, l.value> const planes{ring};
      update<P, 0, l.value>(s, planes, planes.plane(2), next);
      if constexpr (l.value < last) put_own(next, planes.plane(0));
    });
    finish<0, false>(s, next);
  }
  /// Hands over the rows of the plane that was put last into level `L`'s.
  template <int P, int L>
  __device__ __forceinline__ void hand_over_newest() const {
    Own own;
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e)
        own[c][e] = m_slots[L][P % Shape::held].values[Shape::below_y + c][Shape::below_x + e];
    }
    this->template hand_over<P, L>(own);
  }
  __device__ __forceinline__ static void put_own(Own const& from, Plane& to) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to.values[Shape::below_y + c][Shape::below_x + e] = from[c][e];
    }
  }

  /// One step of level `L`: plane `top` enters, plane `out` is made.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level(int s, Plane& top, Own& out) {
    Plane(&slots)[Shape::held] = m_slots[L];
    typename Window::template Slots<P> const planes{slots};
    if constexpr (Ends) {
      Plane& beside = Shape::beside_plane == Shape::top ? top : planes.plane(Shape::centre);
      this->template fill_rows<P, Edges, L, 0, Shape::rows>(beside);
      if (!m_args.periodic_z) this->template mirror_planes<P>(entering<L>(s), slots, top);
    }
    update<P, Edges, L, !Ends>(s, planes, top, out);
  }
  /// The plane of the grid that enters level `L`.
  template <int L>
  __device__ __forceinline__ int entering(int s) const {
    return m_first + s - m_group * Shape::group_lag - L * Shape::lag - (Shape::waits ? 1 : 0);
  }
  /// Makes `out` from a level's planes, with what stands beside the own cells where that is still to be `Fill`ed in.
  template <int P, int Edges, int L, bool Fill = true, class Planes>
  __device__ __forceinline__ void update(int s, Planes const& planes, Plane& top, Own& out) {
    Plane& beside = Shape::beside_plane == Shape::top ? top : planes.plane(Shape::centre);
    unroll<C>([&](auto c) TESSERA_INLINE {
      // Neighbours are fetched row by row as they are needed, which takes the fewest registers.
      if constexpr (Fill)
        this->template fill_rows<P, Edges, L, c.value == 0 ? 0 : c.value + shared_rows, c.value + shared_rows + 1>(
            beside);
      unroll<R>([&](auto e) TESSERA_INLINE {
        out[c.value][e.value] = evaluate<L>(typename Window::template View<Planes, c.value, e.value>{planes, top},
                                            c.value, e.value, entering<L>(s) - Shape::above_z);
      });
    });
  }
  /// Puts the plane that has entered in the place of the one that leaves: by a sum that changes nothing (`nothing`),
  /// but in the plane in double, where the pipe of sums is what is short.
  __device__ __forceinline__ void keep(Plane const& top, Plane& slot) const {
    if constexpr (!Shape::shares_rows && sizeof(T) == 8) {
      slot = top;
    } else {
      TESSERA_UNROLL
      for (int r = 0; r < Shape::rows; ++r) {
        TESSERA_UNROLL
        for (int e = 0; e < Shape::width; ++e) slot.values[r][e] = top.values[r][e] + m_args.nothing;
      }
    }
  }

  /// The operator's value at cell (e, c) of the thread in plane `k`. `row` is what it reads of the state.
  template <int L, class Row>
  __device__ __forceinline__ T evaluate(Row const& row, int c, int e, int k) const {
    int const i = m_args.tiles.x.wrap(m_i + e), j = Shape::shares_rows ? m_args.tiles.y.wrap(m_j + c) : 0;
    k = plane_of(k);
    double const time = N::groups == 1 ? m_args.times[L] : m_args.times[m_group * K + L];
    return static_cast<T>(evaluate(row, i, j, k, time, std::make_index_sequence<Bound::inputs>{}));
  }
  template <class Row, std::size_t... Is>
  __device__ __forceinline__ auto evaluate(Row const& row, int i, int j, int k, double time,
                                           std::index_sequence<Is...>) const {
    return m_args.bound.evaluate(pack(input<Is>(row, j, k)...), i, j, k, time);
  }
  template <std::size_t I, class Row>
  __device__ __forceinline__ auto input(Row const& row, int j, int k) const {
    if constexpr (I == State) {
      return row;
    } else {
      return m_args.bound.sources.template get<I>().row(j, k);
    }
  }

  Plane m_slots[K][Shape::held];  ///< of each level: what stays from step to step
};

/// Sweeps every block's share of the grid.
template <class Bound, std::size_t State, class Numbers>
__global__ void __launch_bounds__(Numbers::threads, Numbers::blocks)
    time_tile_kernel(__grid_constant__ TimeTileArguments<Bound, State, Numbers> const args) {
  TimeTile<Bound, State, Numbers> tile(args);
  int const block = static_cast<int>(blockIdx.x);
  ColumnShares const& shares = args.shares;
  int const whole = shares.whole();
  int at = shares.first[block];
  int const last = shares.first[block + 1];
  for (int c = 0; c < whole || at < last; ++c) {
    ColumnShares::Part part{block + c * shares.blocks, 0, shares.planes};
    if (c >= whole) {
      part = shares.part(at, last);
      at += part.end - part.begin;
    }
    tile.sweep(part);
  }
}

}  // namespace tessera::detail
