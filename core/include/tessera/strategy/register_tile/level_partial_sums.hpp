// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/register_tile/window.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The levels of a thread whose operator is a sum over layers (HasPartialSums): they keep partial sums instead of
/// planes.
template <class Bound, std::size_t State, class Numbers>
class RegisterTilePartialSums : protected RegisterTileWindow<Bound, State, Numbers> {
 protected:
  using Window = RegisterTileWindow<Bound, State, Numbers>;
  using typename Window::Arguments, typename Window::Own, typename Window::Plane, typename Window::Shape;
  using typename Window::T;
  using Window::C, Window::K, Window::R;
  using Window::copy, Window::far, Window::m_args, Window::put_own;

  __device__ __forceinline__ RegisterTilePartialSums(Arguments const& args) : Window(args) {}

  /// One step of all levels: `next` enters the first level, the last one computes `out`.
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void make(int s, Own& next, Own& out) {
    if constexpr (Shape::waits) {
      // The last level comes first: a level's result replaces the plane that the next level has just added.
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
  /// The thread's cells of the newest plane of level `L`, in a step of phase `P`.
  template <int P, int L>
  __device__ __forceinline__ void take_newest(Own& own) const {
    copy(m_waiting[L], own);
  }

 private:
  /// What an operator reads in a layer: the neighbours of cell `Column` of row `Row` of the thread.
  template <int Row, int Column>
  struct Neighbours {
    Plane const& layer;
    __device__ __forceinline__ T operator()() const { return (*this)(0, 0, 0); }
    __device__ __forceinline__ T operator()(int dx, int) const { return (*this)(dx, 0, 0); }
    __device__ __forceinline__ T operator()(int dx, int dy, int) const {
      return layer.values[Row + dy + Shape::below_y][Column + dx + Shape::below_x];
    }
  };

  /// One step of level `L`: plane `top` enters, and plane `out`, `Shape::above_z` below, is computed.
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
  /// Adds plane `top` to the sums of level `L` and passes each finished value to `made`.
  template <int P, int Edges, int L, bool Fill, class F>
  __device__ __forceinline__ void add_plane(Plane& top, F const& made) {
    this->template for_each_cell<P, Edges, L, Fill>(top, [&](auto c, auto e) TESSERA_INLINE {
      made(c, e, m_sums[L][c.value][e.value].add(m_args.bound.op, at<c.value, e.value>(top)));
    });
  }
  /// The same for reach 1: ghosts are added in the step of the plane that they mirror.
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
      T const ended = sums.values[0], made = sums.add(m_args.bound.op, at<c.value, e.value>(top));
      out[c.value][e.value] = done ? ended : made;
    });
    // The ghost plane above the highest plane is added in this step, while its mirror is in registers.
    if (closed && k == n - 1) {
      this->ghost_plane(5, 0, top, beyond);
      this->template for_each_cell<P, Edges, L, false>(beyond, [&](auto c, auto e) TESSERA_INLINE {
        T& sum = m_sums[L][c.value][e.value].values[0];
        sum = m_args.bound.op.template add_layer<1>(sum, at<c.value, e.value>(beyond));
      });
    }
  }
  /// Adds the ghost planes before plane `top` near the low face, where the reach is more than 1.
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

  // For each level:
  Own m_waiting[K];  ///< the newest plane, added in the next step if levels wait
  PartialSums<T, Shape::above_z> m_sums[K][C][R];
};

}  // namespace tessera::detail
