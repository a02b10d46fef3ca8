// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/time_tile/tile_memory.hpp"

namespace tessera::detail {

/// A block's sweep along z over one tile, which takes several steps at once.
template <class Bound, std::size_t State, class Numbers>
class TimeTile : public TimeTileMemory<Bound, State, Numbers> {
  using Memory = TimeTileMemory<Bound, State, Numbers>;
  using Memory::barrier, Memory::enter, Memory::groups, Memory::next_stage, Memory::plane_of, Memory::receive;
  using Memory::low_x, Memory::high_x, Memory::edge_y, Memory::narrow, Memory::all_edges;
  using Memory::m_args, Memory::m_group, Memory::m_i, Memory::m_j, Memory::m_first, Memory::m_edges;
  using Memory::m_low_x, Memory::m_high_x, Memory::m_low_y, Memory::m_high_y;
  using Memory::R, Memory::C, Memory::K, Memory::X, Memory::shared_rows;
  using typename Memory::Arguments, typename Memory::Shape, typename Memory::T, typename Memory::N;
  static constexpr int period = Shape::kept;

 public:
  __device__ __forceinline__ TimeTile(Arguments const& args) : Memory(args) {}

  /// Sweeps one part of a column of tiles.
  __device__ __forceinline__ void sweep(ColumnShares::Part const& part) {
    enter(part);
    int const nz = m_args.bound.n[2], out_lag = this->out_lag(groups());
    bool const open = m_args.periodic_z;
    int const steps = round_up(part.end - m_first + out_lag);
    int const low_end = open || m_first > 0 ? 0 : round_up(out_lag + Shape::below_z);
    int const high_begin = open || m_first + steps <= nz ? steps : (nz - m_first) / period * period;
    for (int p = 0; p < N::stages - 1; ++p) {
      next_stage();
      this->template load<true>();
    }
    next_stage();
    // One copy of the long loop that minds everything, for both ends and for tiles in corners.
    bool const plain = m_edges == 0 || m_edges == low_x || m_edges == high_x || m_edges == edge_y;
    int s = 0;
    TESSERA_NO_UNROLL
    for (int end = 0; end < 2; ++end) {
      int const until = end == 1 || !plain ? steps : low_end < steps ? low_end : steps;
      for (; s < until; s += period) turn<all_edges, true>(s);
      if (end == 1) break;
      if (m_edges == 0) {
        for (; s < high_begin; s += period) turn<0, false>(s);
      } else if (m_edges == low_x) {
        for (; s < high_begin; s += period) turn<low_x, false>(s);
      } else if (m_edges == high_x) {
        for (; s < high_begin; s += period) turn<high_x, false>(s);
      } else if (Shape::shares_rows && m_edges == edge_y) {
        for (; s < high_begin; s += period) turn<edge_y, false>(s);
      }
    }
    __pipeline_wait_prior(0);
    barrier();
  }

 private:
  static constexpr __device__ int round_up(int s) { return (s + period - 1) / period * period; }
  /// As many steps of the sweep as a window has planes, so that its slots stand as before.
  template <int Edges, bool Ends>
  __device__ __forceinline__ void turn(int s) {
    unroll<period>([&](auto phase) TESSERA_INLINE { step<phase.value, Edges, Ends>(s + phase.value); });
  }

  /// One step of the sweep. Every read of shared memory comes before the first write, so that the compiler may begin
  /// the reads of all levels early.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void step(int s) {
    __pipeline_wait_prior(N::stages - 2);
    __syncwarp();
    T next[C][R];
    receive(s, next);
    if constexpr (Shape::waits) {
      T out[C][R];
      unroll<K>([&](auto back) TESSERA_INLINE {
        constexpr int l = K - 1 - back.value;
        T made[C][R];
        level<P, Edges, Ends, l>(s, m_pending[l], made);
        if constexpr (l == K - 1) {
          Memory::copy(made, out);
        } else {
          Memory::copy(made, m_pending[l + 1]);
        }
      });
      Memory::copy(next, m_pending[0]);
      unroll<K>([&](auto l) TESSERA_INLINE { this->template hand_over<P, l.value>(m_pending[l.value]); });
      this->template deliver<(Edges & narrow) != 0>(s, out);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        T made[C][R];
        level<P, Edges, Ends, l.value>(s, next, made);
        Memory::copy(made, next);
      });
      if constexpr (Shape::shares_rows) {
        unroll<K>([&](auto l) TESSERA_INLINE { hand_over_top<P, l.value>(); });
      }
      this->template deliver<(Edges & narrow) != 0>(s, next);
    }
    this->template load<(Edges & narrow) != 0>();
    next_stage();
    barrier();
  }
  /// The same with the plane that has entered level `L` in this step.
  template <int P, int L>
  __device__ __forceinline__ void hand_over_top() const {
    T own[C][R];
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e)
        own[c][e] = m_slots[L][P % Shape::kept].values[Shape::below_y + c][Shape::below_x + e];
    }
    this->template hand_over<P, L>(own);
  }

  struct Plane {
    T values[Shape::rows][Shape::width];
  };

  /// What an operator reads of a level: the neighbours of cell (e, c) of the thread.
  template <int P, int Row, int Column>
  struct View {
    Plane const (&slots)[Shape::kept];
    Plane const& top;
    __device__ __forceinline__ T read(int, int, int dx, int dy, int dz) const {
      int const p = dz + Shape::below_z, r = Row + dy + Shape::below_y, e = Column + dx + Shape::below_x;
      return p == Shape::top ? top.values[r][e] : slots[(P + p) % Shape::kept].values[r][e];
    }
  };

  /// One step of level `L`: plane `in` enters, plane `out` is made.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level(int s, T const (&in)[C][R], T (&out)[C][R]) {
    Plane(&slots)[Shape::kept] = m_slots[L];
    Plane top;
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) top.values[Shape::below_y + c][Shape::below_x + e] = in[c][e];
    }
    // The plane that enters, of the grid.
    int const k = m_first + s - m_group * (K * Shape::lag + 1) - L * Shape::lag - (Shape::waits ? 1 : 0);
    Plane& beside = Shape::beside_plane == Shape::top ? top : slots[(P + Shape::centre) % Shape::kept];
    if constexpr (Ends) {
      fill_rows<P, Edges, L, 0, Shape::rows>(beside);
      if (!m_args.periodic_z) mirror_planes<P>(k, slots, top);
    }
    unroll<C>([&](auto c) TESSERA_INLINE {
      // Neighbours are fetched row by row as they are needed, which takes the fewest registers.
      [[maybe_unused]] constexpr int more = Shape::below_y + Shape::above_y;
      if constexpr (!Ends) fill_rows<P, Edges, L, c.value == 0 ? 0 : c.value + more, c.value + more + 1>(beside);
      unroll<R>([&](auto e) TESSERA_INLINE {
        out[c.value][e.value] =
            evaluate<L>(View<P, c.value, e.value>{slots, top}, c.value, e.value, k - Shape::above_z);
      });
    });
    if constexpr (Shape::planes > 1) slots[P % Shape::kept] = top;
  }

  template <int L, class Row>
  __device__ __forceinline__ T evaluate(Row const& row, int c, int e, int k) const {
    int const i = m_args.x.wrap(m_i + e), j = Shape::shares_rows ? m_args.y.wrap(m_j + c) : 0;
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

  /// The rows [First, Last) of the window in one plane, with what stands beside a thread's own cells in x and y.
  /// Corners are ghosts in x first, then in y: own rows come before others.
  template <int P, int Edges, int L, int First, int Last>
  __device__ __forceinline__ void fill_rows(Plane& plane) const {
    constexpr int first = Shape::below_y, last = Shape::below_y + C;
    unroll<Last - First>([&](auto at) TESSERA_INLINE {
      constexpr int r = First + at.value;
      if constexpr (r >= first && r < last) fill_row_ends<Edges, r>(plane);
    });
    unroll<Last - First>([&](auto at) TESSERA_INLINE {
      constexpr int r = First + at.value;
      if constexpr (r < first) {
        read_shared<P, L>(-shared_rows * X, r, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        ghost_row<Edges, r, first + (first - 1 - r)>(m_low_y, 2, first - 1 - r, plane);
      } else if constexpr (r >= last) {
        read_shared<P, L>(shared_rows * X, Shape::below_y + r - last, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        ghost_row<Edges, r, last - 1 - (r - last)>(m_high_y, 3, r - last, plane);
      }
    });
  }
  /// What stands beside the own columns in row `r`.
  template <int Edges, int r>
  __device__ __forceinline__ void fill_row_ends(Plane& plane) const {
    unroll<Shape::width>([&](auto element) TESSERA_INLINE {
      constexpr int e = element.value;
      if constexpr (Shape::template is_beside<r, e> && e < Shape::below_x) {
        [[maybe_unused]] constexpr int d = Shape::below_x - 1 - e;
        T v = __shfl_up_sync(~0u, plane.values[r][e + R], 1);
        if constexpr (Edges & low_x) m_args.faces.put_ghost(v, m_low_x, 0, d, plane.values[r][Shape::below_x + d]);
        plane.values[r][e] = v;
      } else if constexpr (Shape::template is_beside<r, e> && e >= Shape::below_x + R) {
        [[maybe_unused]] constexpr int d = e - Shape::below_x - R;
        T v = __shfl_down_sync(~0u, plane.values[r][e - R], 1);
        if constexpr (Edges & high_x)
          m_args.faces.put_ghost(v, m_high_x, 1, d, plane.values[r][Shape::below_x + R - 1 - d]);
        plane.values[r][e] = v;
      }
    });
  }
  /// Row `r` beyond a face from row `inner` inside, where the thread is next to the face.
  template <int Edges, int r, int inner>
  __device__ __forceinline__ void ghost_row(int there, int face, int d, Plane& plane) const {
    if constexpr (Edges & edge_y) {
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int e = element.value;
        if constexpr (Shape::template is_beside<r, e>)
          m_args.faces.put_ghost(plane.values[r][e], there, face, d, plane.values[inner][e]);
      });
    }
  }
  template <int P, int L>
  __device__ __forceinline__ void read_shared(int other, int row, T (&to)[Shape::width]) const {
    T own[R];
    this->template read_other<P, L>(other, row, own);
    TESSERA_UNROLL
    for (int e = 0; e < R; ++e) to[Shape::below_x + e] = own[e];
  }

  /// Planes beyond the low and the high face, when plane `k` enters: ghosts of the planes that they mirror.
  template <int P>
  __device__ __forceinline__ void mirror_planes(int k, Plane (&slots)[Shape::kept], Plane& top) const {
    int const nz = m_args.bound.n[2];
    unroll<Shape::above_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) {
        if (k == nz + d.value) ghost_plane(5, d.value, slots[(P + p) % Shape::kept], top);
      }
    });
    unroll<Shape::below_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) {
        if (k == d.value) ghost_plane(4, d.value, top, slots[(P + p) % Shape::kept]);
      }
    });
  }
  __device__ __forceinline__ void ghost_plane(int face, int d, Plane const& inner, Plane& ghosts) const {
    unroll<Shape::rows>([&](auto row) TESSERA_INLINE {
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int r = row.value, e = element.value;
        if constexpr (Shape::template is_own<r, e> || (Shape::all_planes && Shape::template is_beside<r, e>)) {
          ghosts.values[r][e] = m_args.faces.ghost(face, d, inner.values[r][e]);
        }
      });
    });
  }

  Plane m_slots[K][Shape::kept];
  T m_pending[Shape::waits ? K : 1][C][R];
};

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
