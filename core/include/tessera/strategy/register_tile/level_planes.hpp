// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include "tessera/operator/ahead_last.hpp"
#include "tessera/operator/partial_sums.hpp"
#include "tessera/operator/point.hpp"
#include "tessera/strategy/register_tile/window.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The levels of a thread that keep the planes which their operator reads.
template <class Bound, std::size_t State, class Numbers>
class RegisterTilePlanes : protected RegisterTileWindow<Bound, State, Numbers> {
 protected:
  using Window = RegisterTileWindow<Bound, State, Numbers>;
  using typename Window::Arguments, typename Window::N, typename Window::Own, typename Window::Plane,
      typename Window::Shape;
  using typename Window::T;
  using Window::C, Window::K, Window::R;
  using Window::copy, Window::m_args, Window::m_group, Window::m_i, Window::m_j, Window::plane_of, Window::put_own;

  __device__ __forceinline__ RegisterTilePlanes(Arguments const& args) : Window(args) {}

  /// One step of all levels: `next` enters the first level, the last one computes `out`.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void make(int s, Own& next, Own& out) {
    if constexpr (Shape::waits) {
      // The last level comes first: a level's result replaces the oldest plane of the next level, which is no longer
      // read.
      constexpr int last = K - 1;
      unroll<K>([&](auto back) TESSERA_INLINE {
        constexpr int l = last - back.value;
        Plane& top = m_slots[l][(P + Shape::top) % Shape::held];
        if constexpr (l == last) {
          level<P, Edges, Ends, l>(s, top, out);
        } else {
          Own made;
          level<P, Edges, Ends, l>(s, top, made);
          Window::put_own(made, m_slots[l + 1][P % Shape::held]);
        }
      });
      put_own(next, m_slots[0][P % Shape::held]);
    } else if constexpr (by_cells) {
      fill_levels<P, Edges, 0, K>();
      unroll<R>([&](auto e) TESSERA_INLINE { this->template make_cells<P, Ends, 0, e.value, 1, K>(s, next[0]); });
      copy(next, out);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        Plane top;
        Window::put_own(next, top);
        level<P, Edges, Ends, l.value>(s, top, next);
        if constexpr (Shape::planes > 1) keep(top, m_slots[l.value][P % Shape::held]);
      });
      copy(next, out);
    }
  }

  /// Updates row `Row` of the thread in the first `Made` levels. `row` enters the first level and returns the result of
  /// the last of them, which enters the next level, if any. Neighbours are loaded for the first `Filled` levels.
  template <int P, int Edges, bool Ends, int Row, int Made, int Filled>
  __device__ __forceinline__ void make_row(int s, T (&row)[R]) {
    fill_levels<P, Edges, Row, Filled>();
    make_cells<P, Ends, Row, 0, R, Made>(s, row);
    if constexpr (Made < K) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e)
        m_slots[Made][P % Shape::held].values[Shape::below_y + Row][Shape::below_x + e] = row[e];
    }
  }

 public:
  /// The thread's cells of the newest plane of level `L`, in a step of phase `P`.
  template <int P, int L>
  __device__ __forceinline__ void take_newest(Own& own) const {
    Window::take_own(m_slots[L][P % Shape::held], own);
  }

 protected:
  // Where planes rotate (LevelShape::rotates), a plane's registers move from the upper slot of a level to its lower
  // slot, then to the upper slot of the next level, and from the last level back to the plane that enters.

  static constexpr int cycle = 2 * K + 1;

  /// Planes of level `L` in step `P` of a cycle.
  template <int P, int L>
  struct Ring {
    Plane (&ring)[cycle];
    __device__ __forceinline__ Plane& plane(int p) const { return ring[(2 * L + 2 - p + cycle - P) % cycle]; }
  };
  /// Moves the planes from their slots into the ring, or back.
  __device__ __forceinline__ void begin_cycles(Plane (&ring)[cycle]) const {
    unroll<K>([&](auto l) TESSERA_INLINE {
      ring[2 * l.value + 2] = m_slots[l.value][0];
      ring[2 * l.value + 1] = m_slots[l.value][1];
    });
  }
  __device__ __forceinline__ void end_cycles(Plane const (&ring)[cycle]) {
    unroll<K>([&](auto l) TESSERA_INLINE {
      m_slots[l.value][0] = ring[2 * l.value + 2];
      m_slots[l.value][1] = ring[2 * l.value + 1];
    });
  }
  /// As `make`, in step `P` of a cycle: `next` is both input and result.
  template <int P>
  __device__ __forceinline__ void make_in_cycle(int s, Own& next, Plane (&ring)[cycle]) {
    put_own(next, ring[(cycle - P) % cycle]);
    constexpr int last = K - 1;
    unroll<K>([&](auto l) TESSERA_INLINE {
      Ring<P, l.value> const planes{ring};
      update<P, 0, l.value>(s, planes, planes.plane(2), next);
      if constexpr (l.value < last) Window::put_own(next, planes.plane(0));
    });
  }

 private:
  /// Loads the neighbours of row `Row` of the thread in the first `Filled` levels.
  template <int P, int Edges, int Row, int Filled>
  __device__ __forceinline__ void fill_levels() {
    unroll<Filled>([&](auto l) TESSERA_INLINE {
      typename Window::template Slots<P> const planes{m_slots[l.value]};
      this->template fill_for_row<P, Edges, l.value, Row>(planes.plane(Shape::centre));
    });
  }
  /// Updates `Count` cells of row `Row` of the thread, from `First` on, in the first `Made` levels; their neighbours
  /// are there. All levels begin before the first one ends. The plane that enters a level then takes the registers of
  /// its oldest plane, which is no longer read (AheadLast).
  template <int P, bool Ends, int Row, int First, int Count, int Made>
  __device__ __forceinline__ void make_cells(int s, T (&row)[R]) {
    using Slots = typename Window::template Slots<P>;
    using Begun = decltype(begin<Slots, Row, First>(std::declval<Slots const&>()));
    constexpr int at = Shape::below_y + Row, first = Shape::below_x + First;
    [[maybe_unused]] Begun begun[K][Count];
    unroll<Made>([&](auto l) TESSERA_INLINE {
      Slots const planes{m_slots[l.value]};
      unroll<Count>([&](auto e) TESSERA_INLINE {
        begun[l.value][e.value] = this->template begin<Slots, Row, First + e.value>(planes);
      });
    });
    unroll<Made>([&](auto l) TESSERA_INLINE {
      Plane(&slots)[Shape::held] = m_slots[l.value];
      Slots const planes{slots};
      Plane top;
      TESSERA_UNROLL
      for (int e = 0; e < Count; ++e) top.values[at][first + e] = row[First + e];
      int const k = this->template entering<l.value>(s);
      if constexpr (Ends) this->template mirror_cells<P, Row, First, Count>(k, slots, top);
      unroll<Count>([&](auto e) TESSERA_INLINE {
        using View = typename Window::template View<Slots, Row, First + e.value>;
        row[First + e.value] = this->template end<l.value>(begun[l.value][e.value], View{planes, top}, Row,
                                                           First + e.value, k - Shape::above_z);
      });
      Plane& slot = slots[P % Shape::held];
      TESSERA_UNROLL
      for (int e = 0; e < Count; ++e) {
        T const entered = top.values[at][first + e];
        slot.values[at][first + e] = begins ? entered : this->kept(entered);
      }
    });
  }

  /// One step of level `L`: plane `top` enters, plane `out` is computed.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level(int s, Plane& top, Own& out) {
    Plane(&slots)[Shape::held] = m_slots[L];
    typename Window::template Slots<P> const planes{slots};
    if constexpr (Ends) {
      Plane& filled = Shape::neighbour_plane == Shape::top ? top : planes.plane(Shape::centre);
      this->template fill_rows<P, Edges, L, 0, Shape::rows>(filled);
      if (!m_args.periodic_z) this->template mirror_planes<P>(this->template entering<L>(s), slots, top);
    }
    update<P, Edges, L, !Ends>(s, planes, top, out);
  }
  /// Computes `out` from a level's planes. `Fill`: neighbours in x and y are not loaded yet.
  template <int P, int Edges, int L, bool Fill = true, class Planes>
  __device__ __forceinline__ void update(int s, Planes const& planes, Plane& top, Own& out) {
    Plane& filled = Shape::neighbour_plane == Shape::top ? top : planes.plane(Shape::centre);
    this->template for_each_cell<P, Edges, L, Fill>(filled, [&](auto c, auto e) TESSERA_INLINE {
      out[c.value][e.value] = evaluate<L>(typename Window::template View<Planes, c.value, e.value>{planes, top},
                                          c.value, e.value, this->template entering<L>(s) - Shape::above_z);
    });
  }
  /// Copies the plane that has entered into the slot of the plane that leaves, by adding -0 (`negative_zero`). In the
  /// plane in double it is a plain copy: there the adders are the bottleneck.
  __device__ __forceinline__ void keep(Plane const& top, Plane& slot) const {
    if constexpr (!Shape::shares_rows && sizeof(T) == 8) {
      slot = top;
    } else {
      TESSERA_UNROLL
      for (int r = 0; r < Shape::rows; ++r) {
        TESSERA_UNROLL
        for (int e = 0; e < Shape::width; ++e) slot.values[r][e] = kept(top.values[r][e]);
      }
    }
  }
  /// The same value, by that sum.
  __device__ __forceinline__ T kept(T v) const { return v + m_args.negative_zero; }

  /// The part of the operator that a level can compute before the next plane enters, at cell (Column, Row) of the
  /// thread. The entering plane is NaN meanwhile.
  struct NotBegun {};
  template <class Planes, int Row, int Column>
  __device__ __forceinline__ auto begin(Planes const& planes) const {
    if constexpr (begins) {
      using View = typename Window::template View<Planes, Row, Column>;
      Plane top;
      top.values[Shape::below_y + Row][Shape::below_x + Column] = Kokkos::Experimental::quiet_NaN_v<T>;
      View const view{planes, top};
      Point<Bound::rank, View> const u(view, 0);
      if constexpr (ahead_last) {
        return m_args.bound.op.without_ahead(u);
      } else {
        return sum_layers<Bound::rank, T>(m_args.bound.op, u, std::make_integer_sequence<int, 2 * Shape::above_z>{});
      }
    } else {
      return NotBegun{};
    }
  }
  /// The operator's value there, after the next plane has entered.
  template <int L, class Begun, class Row>
  __device__ __forceinline__ T end(Begun const& begun, Row const& row, int c, int e, int k) const {
    if constexpr (begins) {
      using U = Point<Bound::rank, Row>;
      U const u(row, 0);
      if constexpr (ahead_last) {
        return m_args.bound.op.with_ahead(begun, u);
      } else {
        return m_args.bound.op.template add_layer<Shape::above_z>(begun, LayerOf<Bound::rank, Shape::above_z, U>{u});
      }
    } else {
      return evaluate<L>(row, c, e, k);
    }
  }

  /// The operator's value at cell (e, c) of the thread in plane `k`. `row`: the neighbours in the state.
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

  // Whether the operator is evaluated in two parts: it has two functions (AheadLast), or it is a sum over layers whose
  // last layer is one point. Planes other than the centre are then read at the cell's own column only.
  using Op = decltype(Bound::op);
  static constexpr bool ahead_last = AheadLast<Op> && Bound::inputs == 1 && !Shape::all_planes;
  static constexpr bool layer_ahead() {
    if constexpr (HasPartialSums<Op>) return Op::reach::radius == Shape::above_z && !Shape::all_planes;
    return false;
  }
  static constexpr bool begins = ahead_last || layer_ahead();
  /// Whether cells of a row are updated one after another, each in all levels: where rows are not (by_rows).
  static constexpr bool by_cells = begins && !Shape::by_rows && C == 1;

  Plane m_slots[K][Shape::held];  ///< planes that each level keeps from step to step
};

}  // namespace tessera::detail
