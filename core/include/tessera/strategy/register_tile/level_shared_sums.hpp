// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/operator/shared_sums.hpp"
#include "tessera/strategy/register_tile/window.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The levels of a thread whose operator has shared sums (HasSharedSums): each pair sum is computed once and added to
/// two cells. A level keeps the last `radius` rows and their unfinished sums. A cell that enters forms a pair with the
/// cell D rows behind and D columns away; the farthest pair finishes a cell's sum. All other pair sums are added one
/// step later, while the next row loads: to the rows between, and to the sums that begin with this row.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileSharedSums : protected RegisterTileWindow<Bound, State, Numbers> {
 protected:
  using Window = RegisterTileWindow<Bound, State, Numbers>;
  using typename Window::Arguments, typename Window::Own, typename Window::Plane, typename Window::Shape;
  using typename Window::T;
  using Window::copy, Window::far, Window::high_x, Window::low_x, Window::m_args;
  using Window::K, Window::R;
  using Row = T[R];

  __device__ __forceinline__ RegisterTileSharedSums(Arguments const& args) : Window(args) {}

  static constexpr int radius = Shape::above_z;

  /// One step of all levels: `next` enters the first level, the last one computes `out`. Inside, all levels update one
  /// cell before the next cell.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void make(int s, Own& next, Own& out) {
    if constexpr (Ends) {
      unroll<K>([&](auto l) TESSERA_INLINE {
        if (!m_args.periodic_z)
          this->template mirror_rows<P, Edges, l.value>(this->template entering<l.value>(s), next);
        this->template add_row<P, Edges, l.value>(next[0]);
      });
    } else {
      Pairs pairs[K];
      unroll<K>([&](auto l) TESSERA_INLINE { this->template fill<P, Edges, l.value>(); });
      unroll<R>([&](auto e) TESSERA_INLINE {
        unroll<K>([&](auto l) TESSERA_INLINE {
          this->template add_cell<P, Edges, l.value, e.value>(next[0][e.value], pairs[l.value]);
        });
      });
      unroll<K>([&](auto l) TESSERA_INLINE { this->template take_pairs<P, Edges, l.value>(pairs[l.value]); });
    }
    copy(next, out);
  }

 private:
  /// The pair sums of a row that enters, by distance. `before`: those of its first cells with the previous thread's
  /// columns; until all cells have entered, the rows' cells that take part in them.
  struct Pairs {
    Row of[radius];
    T before[radius][radius];
  };
  /// What a level keeps of a row: its cells with their neighbours at high x, and, except for the last row, its sums.
  struct Kept {
    Plane row;
    Row sums;
  };

  /// The row `Behind` rows before the one that enters in a step of phase `P`; 0: that one itself.
  template <int P, int L, int Behind>
  __device__ __forceinline__ Kept& kept() {
    return m_kept[L][(P + radius - Behind) % radius];
  }
  template <int P, int Edges, int L>
  __device__ __forceinline__ void add_row(Row& row) {
    Pairs pairs;
    fill<P, Edges, L>();
    unroll<R>([&](auto e) TESSERA_INLINE { this->template add_cell<P, Edges, L, e.value>(row[e.value], pairs); });
    take_pairs<P, Edges, L>(pairs);
  }
  /// Loads neighbours at high x for the last rows: one more cell of each per step, except at a face.
  template <int P, int Edges, int L>
  __device__ __forceinline__ void fill() {
    unroll<radius>([&](auto behind) TESSERA_INLINE {
      constexpr int d = 1 + behind.value;
      Plane& plane = this->template kept<P, L, d>().row;
      if constexpr ((Edges & high_x) != 0) {
        this->template fill_row_high<Edges, 0>(plane);
      } else {
        constexpr int e = Shape::below_x + behind.value;
        plane.values[0][e + R] = __shfl_down_sync(~0u, plane.values[0][e], 1);
      }
    });
  }
  /// Adds cell `E` of the row that enters level `L`. `cell` becomes the level's result `radius` rows behind; `pairs`
  /// receives the pair sums.
  template <int P, int Edges, int L, int E>
  __device__ __forceinline__ void add_cell(T& cell, Pairs& pairs) {
    auto const& op = m_args.bound.op;
    constexpr int at = Shape::below_x + E;
    T const entered = cell;
    unroll<radius>([&](auto behind) TESSERA_INLINE {
      constexpr int d = 1 + behind.value;
      Kept& old = this->template kept<P, L, d>();
      if constexpr (E < d) pairs.before[d - 1][E] = old.row.values[0][at];
      pairs.of[d - 1][E] = op.pair(old.row.values[0][at + d], entered);
      old.sums[E] = this->template begun<L, d, E>(old);
      if constexpr (d == radius) cell = op.template add_pair<d>(old.sums[E], pairs.of[d - 1][E]);
    });
    kept<P, L, 0>().row.values[0][at] = entered;
  }
  /// The sum of cell `E` of row `old`, `D` rows behind the one that enters level `L`, with the pair sums of the
  /// previous row added.
  template <int L, int D, int E>
  __device__ __forceinline__ T begun(Kept const& old) const {
    auto const& op = m_args.bound.op;
    Pairs const& last = m_pairs[L];
    if constexpr (D > 1) {
      return op.template add_pair<D - 1>(old.sums[E], last.of[D - 2][E]);
    } else {
      T sum = op.begin(old.row.values[0][Shape::below_x + E]);
      unroll<radius>([&](auto behind) TESSERA_INLINE {
        constexpr int d = 1 + behind.value;
        if constexpr (E < d) {
          sum = op.template add_pair<-d>(sum, last.before[d - 1][E]);
        } else {
          sum = op.template add_pair<-d>(sum, last.of[d - 1][E - d]);
        }
      });
      return sum;
    }
  }
  /// Ends a row: its pair sums become the previous ones. Pair sums of its first cells are recomputed here from the
  /// neighbours at low x; receiving them from the previous thread would take more shuffles.
  template <int P, int Edges, int L>
  __device__ __forceinline__ void take_pairs(Pairs& pairs) {
    Plane& row = kept<P, L, 0>().row;
    this->template fill_row_low<Edges, 0>(row);
    unroll<radius>([&](auto behind) TESSERA_INLINE {
      constexpr int d = 1 + behind.value;
      TESSERA_UNROLL
      for (int e = 0; e < d; ++e)
        pairs.before[d - 1][e] = m_args.bound.op.pair(pairs.before[d - 1][e], row.values[0][Shape::below_x + e - d]);
    });
    m_pairs[L] = pairs;
  }

  /// Ghost rows at a face before row `k` enters level `L`. Beyond the high face the row becomes the mirror of a
  /// previous one. Those beyond the low face are added once all rows that they mirror are there.
  template <int P, int Edges, int L>
  __device__ __forceinline__ void mirror_rows(int k, Own& next) {
    if constexpr (far) {
      Plane top{};
      Window::put_own(next, top);
      if (this->template remember_plane<L>(k, top)) add_first_rows<P, Edges, L>();
      Window::take_own(top, next);
    } else {
      // The one row that is kept is the mirror. Few steps have one: a warp branches around it.
      if (k != 0 && k != m_args.bound.n[2]) return;
      auto& last = kept<P, L, 1>().row.values[0];
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) {
        T& behind = last[Shape::below_x + e];
        put_ghost(m_args.faces, behind, k == 0, 4, 0, next[0][e]);
        put_ghost(m_args.faces, next[0][e], k == m_args.bound.n[2], 5, 0, behind);
      }
    }
  }
  /// Adds `radius` ghost rows and all rows after them but the one that enters in phase `P`.
  template <int P, int Edges, int L>
  __device__ __forceinline__ void add_first_rows() {
    TESSERA_NO_UNROLL
    for (int first = -radius; first <= 0; first += radius) {
      unroll<radius>([&](auto i) TESSERA_INLINE {
        int const j = first + i.value;
        if (j == radius - 1) return;
        Plane plane;
        Own row;
        this->template first_plane<L>(j, plane);
        Window::take_own(plane, row);
        this->template add_row<(P + 1 + i.value) % radius, Edges, L>(row[0]);
      });
    }
  }

  Kept m_kept[K][radius];
  Pairs m_pairs[K];  ///< of the previous row
};

}  // namespace tessera::detail
