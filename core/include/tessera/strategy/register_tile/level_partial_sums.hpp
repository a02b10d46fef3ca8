// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/register_tile/window.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The levels of a thread whose operator is a sum by layers (HasPartialSums): they keep sums instead of planes.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileLayers : protected RegisterTileWindow<Bound, State, Numbers> {
 protected:
  using Window = RegisterTileWindow<Bound, State, Numbers>;
  using typename Window::Arguments, typename Window::Own, typename Window::Plane, typename Window::Shape;
  using typename Window::T;
  using Window::C, Window::K, Window::R;
  using Window::copy, Window::far, Window::m_args, Window::put_own;

  __device__ __forceinline__ RegisterTileLayers(Arguments const& args) : Window(args) {}

  /// What all levels do in one step: `next` enters the first, `out` is made by the last.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void make(int s, Own& next, Own& out) {
    if constexpr (Shape::waits) {
      // The last level first: what a level makes waits where the plane was that the next one has met.
      constexpr int last = K - 1;
      unroll<K>([&](auto back) TESSERA_INLINE {
        constexpr int l = last - back.value;
        Plane top;
        Window::put_own(m_waiting[l], top);
        if constexpr (l == last) {
          level<P, Edges, Ends, l>(s, top, out);
        } else {
          level<P, Edges, Ends, l>(s, top, m_waiting[l + 1]);
        }
      });
      copy(next, m_waiting[0]);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        Plane top;
        Window::put_own(next, top);
        level<P, Edges, Ends, l.value>(s, top, next);
      });
      copy(next, out);
    }
  }

 public:
  /// The thread's cells of the plane that came last to level `L`, in a step of phase `P`.
  template <int P, int L>
  __device__ __forceinline__ void take_newest(Own& own) const {
    copy(m_waiting[L], own);
  }

 private:
  /// What an operator reads of a layer: the neighbours of cell `Column` of row `Row` of the thread.
  template <int Row, int Column>
  struct Neighbours {
    Plane const& layer;
    __device__ __forceinline__ T operator()() const { return (*this)(0, 0, 0); }
    __device__ __forceinline__ T operator()(int dx, int) const { return (*this)(dx, 0, 0); }
    __device__ __forceinline__ T operator()(int dx, int dy, int) const {
      return layer.values[Row + dy + Shape::below_y][Column + dx + Shape::below_x];
    }
  };

  /// One step of level `L`: plane `top` enters, plane `out` is made, which is `Shape::above_z` below.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level(int s, Plane& top, Own& out) {
    if constexpr (Ends) this->template fill_rows<P, Edges, L, 0, Shape::rows>(top);
    if constexpr (far) {
      if (Ends && !m_args.periodic_z) mirror_rows<P, Edges, L>(this->template entering<L>(s), top);
      add_plane<P, Edges, L, !Ends>(top, [&](auto c, auto e, T made) TESSERA_INLINE { out[c.value][e.value] = made; });
    } else {
      level_of_near<P, Edges, Ends, L>(s, top, out);
    }
  }
  /// Adds plane `top` to the sums of level `L`, and gives what they make to `made`.
  template <int P, int Edges, int L, bool Fill, class F>
  __device__ __forceinline__ void add_plane(Plane& top, F const& made) {
    this->template for_each_cell<P, Edges, L, Fill>(top, [&](auto c, auto e) TESSERA_INLINE {
      made(c, e, m_sums[L][c.value][e.value].meet(m_args.bound.op, at<c.value, e.value>(top)));
    });
  }
  /// The same where a plane is read by the next ones alone: ghosts are added in the step of the plane that they mirror.
  template <int P, int Edges, bool Ends, int L>
  __device__ __forceinline__ void level_of_near(int s, Plane& top, Own& out) {
    Plane beyond;
    int const k = this->template entering<L>(s), n = m_args.bound.n[2];
    bool const closed = Ends && !m_args.periodic_z;
    if (closed && k == 0) {
      this->ghost_plane(4, 0, top, beyond);
      this->template for_each_cell<P, Edges, L, false>(beyond, [&](auto c, auto e) TESSERA_INLINE {
        m_sums[L][c.value][e.value].values[1] =
            m_args.bound.op.template add_layer<-1>(T(0), at<c.value, e.value>(beyond));
      });
    }
    bool const done = closed && k == n;
    this->template for_each_cell<P, Edges, L, !Ends>(top, [&](auto c, auto e) TESSERA_INLINE {
      auto& sums = m_sums[L][c.value][e.value];
      T const ended = sums.values[0], made = sums.meet(m_args.bound.op, at<c.value, e.value>(top));
      out[c.value][e.value] = done ? ended : made;
    });
    // The plane of ghosts beyond the highest one is made of that one while it is there, and so is the value.
    if (closed && k == n - 1) {
      this->ghost_plane(5, 0, top, beyond);
      this->template for_each_cell<P, Edges, L, false>(beyond, [&](auto c, auto e) TESSERA_INLINE {
        T& sum = m_sums[L][c.value][e.value].values[0];
        sum = m_args.bound.op.template add_layer<1>(sum, at<c.value, e.value>(beyond));
      });
    }
  }
  /// What comes before plane `top` near a face, where planes are far.
  template <int P, int Edges, int L>
  __device__ __forceinline__ void mirror_rows(int k, Plane& top) {
    if (!this->template remember_plane<L>(k, top)) return;
    TESSERA_NO_UNROLL
    for (int j = -Shape::above_z; j < Shape::above_z - 1; ++j) {
      Plane plane;
      this->template first_plane<L>(j, plane);
      add_plane<P, Edges, L, false>(plane, [](auto, auto, T) TESSERA_INLINE {});
    }
  }
  template <int Row, int Column>
  __device__ __forceinline__ static auto at(Plane const& layer) {
    return Neighbours<Row, Column>{layer};
  }

  // Of each level:
  Own m_waiting[K];  ///< the plane that came last, which it meets in the next step, if levels wait
  PartialSums<T, Shape::above_z> m_sums[K][C][R];
};

}  // namespace tessera::detail
