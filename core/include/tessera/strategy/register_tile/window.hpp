// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/register_tile/neighbours.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The window of a level: a thread's own cells of its planes, their neighbours from other threads, and the ghosts
/// beyond faces.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileWindow : protected RegisterTileNeighbours<Bound, State, Numbers> {
 protected:
  using Memory = RegisterTileNeighbours<Bound, State, Numbers>;
  using Memory::C, Memory::K, Memory::R, Memory::V;
  using Memory::high_x, Memory::low_x, Memory::ragged;
  using Memory::m_args, Memory::m_first, Memory::m_group;
  using typename Memory::Arguments, typename Memory::Own, typename Memory::Shape, typename Memory::T;

  __device__ __forceinline__ RegisterTileWindow(Arguments const& args) : Memory(args) {}

  struct Plane {
    T values[Shape::rows][Shape::width];
  };

  static constexpr bool ghosts_by_branch = Memory::Types::ghosts_by_branch;

  /// Whether levels keep sums and the reach is more than 1. Ghosts then mirror planes that levels no longer hold: near
  /// a face the last planes of each level are remembered.
  static constexpr bool far = (Shape::partial_sums || Shape::shared_sums) && Shape::above_z > 1;
  struct LastPlanes {
    Plane last[K][far ? Shape::above_z : 1];
  };
  struct NoPlanes {};
  using NearFaces = std::conditional_t<far, LastPlanes, NoPlanes>;
  /// Sets where planes are remembered: outside this object, whose values would leave registers if a loop indexed them.
  __device__ __forceinline__ void remember(NearFaces& near_faces) { m_near_faces = &near_faces; }
  /// Called before a loop that writes ghosts in x and y. Few planes have ghosts beyond a face of z.
  __device__ __forceinline__ void allot_faces() {
    if constexpr (ghosts_by_branch) {
      m_faces = this->m_args.faces;
      TESSERA_UNROLL
      for (int face = 0; face < 4; ++face) {
        m_faces.factor[face] = by_warp(m_faces.factor[face]);
        TESSERA_UNROLL
        for (T& term : m_faces.term[face]) term = by_warp(term);
      }
    }
  }

  __device__ __forceinline__ static void put_own(Own const& from, Plane& to) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to.values[Shape::below_y + c][Shape::below_x + e] = from[c][e];
    }
  }
  /// The thread's own cells of a plane.
  __device__ __forceinline__ static void take_own(Plane const& from, Own& to) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) to[c][e] = from.values[Shape::below_y + c][Shape::below_x + e];
    }
  }
  /// The plane of the grid that enters level `L`.
  template <int L>
  __device__ __forceinline__ int entering(int s) const {
    return m_first + s - m_group * Shape::group_lag - L * Shape::lag - (Shape::waits ? 1 : 0);
  }

  /// The planes that a level keeps, from the lowest one on, in slots that rotate with the phase.
  template <int P>
  struct Slots {
    Plane (&slots)[Shape::held];
    __device__ __forceinline__ Plane& plane(int p) const { return slots[(P + p) % Shape::held]; }
  };
  /// What an operator reads in a level: the neighbours of cell (e, c) of the thread. `Planes`: as Slots.
  template <class Planes, int Row, int Column>
  struct View {
    Planes const& planes;
    Plane const& top;
    __device__ __forceinline__ T read(int, int, int dx, int dy, int dz) const {
      int const p = dz + Shape::below_z, r = Row + dy + Shape::below_y, e = Column + dx + Shape::below_x;
      return p == Shape::top ? top.values[r][e] : planes.plane(p).values[r][e];
    }
  };

  // In lambdas names of the base are qualified: some versions of GCC do not find them there otherwise.
  // Faces are numbered as everywhere: 2 axis, and one more for the high face (FaceRules::face).

  /// Fills rows [First, Last) of the window in one plane: neighbours and ghosts in x and y. Own rows come first: ghost
  /// corners are ghosts in x first, then in y.
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
        read_shared<P, L>(-1, r, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        corner_ghosts<Edges, r, first + (first - 1 - r)>(this->m_outer & Memory::low_y, 2, first - 1 - r, plane);
      } else if constexpr (r >= last) {
        read_shared<P, L>(1, Shape::below_y + r - last, plane.values[r]);
        fill_row_ends<Edges, r>(plane);
        corner_ghosts<Edges, r, last - 1 - (r - last)>(this->m_outer & Memory::high_y, 3, r - last, plane);
      }
    });
  }
  /// Fills only what row `Row` of the thread reads, where rows are updated one after another (`Shape::by_rows`).
  template <int P, int Edges, int L, int Row>
  __device__ __forceinline__ void fill_for_row(Plane& plane) const {
    constexpr int low = Shape::below_y, high = Shape::above_y;
    fill_row_ends<Edges, low + Row>(plane);
    if constexpr (Row == 0) fill_rows<P, Edges, L, 0, low>(plane);
    if constexpr (Row >= C - high) fill_rows<P, Edges, L, Row + low + high, Row + low + high + 1>(plane);
  }
  /// Calls `f` for each cell of the thread once its neighbours are in plane `filled`. `Fill`: loads them, row by row as
  /// needed, which takes the fewest registers.
  template <int P, int Edges, int L, bool Fill, class F>
  __device__ __forceinline__ void for_each_cell([[maybe_unused]] Plane& filled, F const& f) const {
    unroll<C>([&](auto c) TESSERA_INLINE {
      if constexpr (Fill)
        this->template fill_rows<P, Edges, L, c.value == 0 ? 0 : c.value + Shape::shared_rows,
                                 c.value + Shape::shared_rows + 1>(filled);
      unroll<R>([&](auto e) TESSERA_INLINE { f(c, e); });
    });
  }
  /// Fills row `r` at both ends, and beyond the face at high x if that is inside the thread's cells.
  template <int Edges, int r>
  __device__ __forceinline__ void fill_row_ends(Plane& plane) const {
    fill_row_low<Edges, r>(plane);
    fill_row_high<Edges, r>(plane);
  }
  template <int Edges, int r>
  __device__ __forceinline__ void fill_row_low(Plane& plane) const {
    unroll<Shape::below_x>([&](auto element) TESSERA_INLINE {
      constexpr int e = element.value;
      if constexpr (Shape::template is_neighbour<r, e>) {
        [[maybe_unused]] constexpr int d = Shape::below_x - 1 - e;
        T v = __shfl_up_sync(~0u, plane.values[r][e + Memory::R], 1);
        if constexpr (Edges & Memory::low_x)
          this->put_ghost_value(v, this->template touches_low_x<Edges>(), 0, d, plane.values[r][Shape::below_x + d]);
        plane.values[r][e] = v;
      }
    });
  }
  template <int Edges, int r>
  __device__ __forceinline__ void fill_row_high(Plane& plane) const {
    unroll<Shape::width - Shape::below_x>([&](auto element) TESSERA_INLINE {
      constexpr int e = Shape::below_x + element.value;
      if constexpr (Shape::template is_neighbour<r, e> && e >= Shape::below_x + Memory::R) {
        plane.values[r][e] = __shfl_down_sync(~0u, plane.values[r][e - Memory::R], 1);
        if constexpr (Edges & Memory::high_x) ghosts_at_high_x<Edges, r, e>(plane);
      } else if constexpr (Shape::template reads_right<r> && (Edges & Memory::ragged) != 0) {
        ghosts_at_high_x<Edges, r, e>(plane);
      }
    });
  }
  /// Writes ghost layer `d` beyond a face into `v` where `there`. `inner`: the value of its mirror.
  __device__ __forceinline__ void put_ghost_value(T& v, int there, int face, int d, T inner) const {
    if constexpr (ghosts_by_branch) {
      put_fma_by_branch(v, there, m_faces.factor[face], inner, m_faces.term[face][d]);
    } else {
      put_ghost(this->m_args.faces, v, there, face, d, inner);
    }
  }
  /// Writes element `e` of row `r` where it is a ghost beyond the face at high x: the face follows the last cell of the
  /// thread or, in a ragged tile, a cell of its last vector.
  template <int Edges, int r, int e>
  __device__ __forceinline__ void ghosts_at_high_x(Plane& plane) const {
    constexpr int fewest = (Edges & ragged) != 0 ? R - V + 1 : R;
    unroll<R + 1 - fewest>([&](auto more) TESSERA_INLINE {
      constexpr int cells = fewest + more.value, d = e - Shape::below_x - cells;
      if constexpr (d >= 0 && d < Shape::above_x)
        this->put_ghost_value(plane.values[r][e], this->template touches_high_x<Edges>(cells), 1, d,
                              plane.values[r][Shape::below_x + cells - 1 - d]);
    });
  }
  /// Fills ghost corners in row `r` beyond a face of y, from row `inner`. The other cells of row `r` arrive as ghosts.
  template <int Edges, int r, int inner>
  __device__ __forceinline__ void corner_ghosts(int there, int face, int d, Plane& plane) const {
    if constexpr (Edges & (low_x | high_x)) {
      constexpr int first = Shape::below_x, last = first + Memory::R - ((Edges & ragged) != 0 ? V : 0);
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int e = element.value;
        if constexpr (Shape::template is_neighbour<r, e> && (e < first || e >= last))
          this->put_ghost_value(plane.values[r][e], there, face, d, plane.values[inner][e]);
      });
    }
  }
  /// The own columns of a row that another warp has written for level `L`.
  template <int P, int L>
  __device__ __forceinline__ void read_shared(int other, int row, T (&to)[Shape::width]) const {
    T own[R];
    this->template read_other<P, L>(other, row, own);
    TESSERA_UNROLL
    for (int e = 0; e < R; ++e) to[Shape::below_x + e] = own[e];
  }

  /// Calls `f(there, face, d, inner, ghosts)` for each ghost layer d along z when plane `k` enters. The layer mirrors
  /// plane `inner`, and is made now if `there`.
  template <int P, class F>
  __device__ __forceinline__ void for_each_mirror(int k, Plane (&slots)[Shape::held], Plane& top, F const& f) const {
    int const nz = m_args.bound.n[2];
    unroll<Shape::above_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) f(k == nz + d.value, 5, d.value, slots[(P + p) % Shape::held], top);
    });
    unroll<Shape::below_z>([&](auto d) TESSERA_INLINE {
      constexpr int p = Shape::top - (2 * d.value + 1);
      if constexpr (p >= 0) f(k == d.value, 4, d.value, top, slots[(P + p) % Shape::held]);
    });
  }
  /// Makes these ghost planes.
  template <int P>
  __device__ __forceinline__ void mirror_planes(int k, Plane (&slots)[Shape::held], Plane& top) const {
    for_each_mirror<P>(k, slots, top,
                       [&](bool there, int face, int d, Plane const& inner, Plane& ghosts) TESSERA_INLINE {
                         if (there) ghost_plane(face, d, inner, ghosts);
                       });
  }
  /// The same for `Count` cells of row `Row` of the thread, from `First` on, by predicated instructions.
  template <int P, int Row, int First, int Count>
  __device__ __forceinline__ void mirror_cells(int k, Plane (&slots)[Shape::held], Plane& top) const {
    for_each_mirror<P>(k, slots, top,
                       [&](bool there, int face, int d, Plane const& inner, Plane& ghosts) TESSERA_INLINE {
                         constexpr int r = Shape::below_y + Row, first = Shape::below_x + First;
                         int const closed = there && !m_args.periodic_z;
                         TESSERA_UNROLL
                         for (int e = first; e < first + Count; ++e)
                           this->put_ghost_value(ghosts.values[r][e], closed, face, d, inner.values[r][e]);
                       });
  }
  /// The same where planes are `far`: remembers plane `top`, or beyond the high face makes it the mirror of a
  /// remembered one. Returns whether all mirrors of the low ghosts have come; the caller then adds these planes
  /// (first_plane).
  template <int L>
  __device__ __forceinline__ bool remember_plane(int k, Plane& top) {
    constexpr int radius = Shape::above_z;
    int const n = m_args.bound.n[2];
    Plane(&last)[radius] = m_near_faces->last[L];
    if ((k >= 0 && k < radius) || (k >= n - radius && k < n)) last[k % radius] = top;
    if (k >= n && k < n + radius) ghost_plane(5, k - n, last[(2 * n - 1 - k) % radius], top);
    return k == radius - 1;
  }
  /// Plane `j` of these, from -above_z to above_z - 2; negative: a ghost plane.
  template <int L>
  __device__ __forceinline__ void first_plane(int j, Plane& plane) const {
    Plane const& last = m_near_faces->last[L][j < 0 ? -1 - j : j];
    plane = last;
    if (j < 0) ghost_plane(4, -1 - j, last, plane);
  }
  /// Makes a ghost plane of layer `d` from its mirror.
  __device__ __forceinline__ void ghost_plane(int face, int d, Plane const& inner, Plane& ghosts) const {
    unroll<Shape::rows>([&](auto row) TESSERA_INLINE {
      unroll<Shape::width>([&](auto element) TESSERA_INLINE {
        constexpr int r = row.value, e = element.value;
        if constexpr (Shape::template is_own<r, e> || (Shape::all_planes && Shape::template is_neighbour<r, e>)) {
          ghosts.values[r][e] = this->m_args.faces.ghost(face, d, inner.values[r][e]);
        }
      });
    });
  }

  NearFaces* m_near_faces = nullptr;
  typename Memory::Types::Faces m_faces;  ///< by_warp values, if ghosts are written in branches
};

}  // namespace tessera::detail
