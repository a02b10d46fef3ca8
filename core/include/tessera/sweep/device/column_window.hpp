// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bound_stage.hpp"
#include "tessera/sweep/device/window_shape.hpp"

namespace tessera::detail {

/// The neighbours of a thread's `V` x `R` cells, kept in registers while it sweeps along z. Plane p of the hull stands
/// in slot (phase + p) mod planes, so that nothing is moved when the sweep goes on: `phase` is a constant of the step,
/// as every array index is after unrolling; nothing here may be indexed by what is only known at run time.
template <class Source, int Rank, int V, int R>
class ColumnWindow {
  using T = typename Source::value_type;
  using Shape = WindowShape<typename Source::reach, Rank, V, R>;
  static constexpr int rows = Shape::rows, planes = Shape::planes, width = Shape::width;
  static constexpr int lo_x = Shape::lo_x, lo_y = Shape::lo_y, lo_z = Shape::lo_z;

 public:
  /// The window around cell (i, j, k), without what enters with the first step.
  KOKKOS_FORCEINLINE_FUNCTION ColumnWindow(Source const& source, int i, int j, int k)
      : m_cell(source.cells + i + j * source.stride_y + k * source.stride_z), m_i(i) {
    load<0, true>(source);
  }

  /// Loads what enters the hull with a step.
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const& source) {
    load<Phase, false>(source);
  }
  /// Moves on to the next plane.
  KOKKOS_FORCEINLINE_FUNCTION void turn(Source const& source) { m_cell += source.stride_z; }

  /// The neighbours of the cells in row `Row` of the thread.
  template <int Phase, int Row>
  struct View {
    ColumnWindow const& window;
    KOKKOS_FORCEINLINE_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
      return window.m_values[c][(Phase + dz - lo_z) % planes][Row + dy - lo_y][i - window.m_i + dx - lo_x];
    }
  };
  template <int Phase, int Row>
  KOKKOS_FORCEINLINE_FUNCTION View<Phase, Row> view() const {
    return {*this};
  }

 private:
  template <bool Begin>
  using all_loads = std::make_integer_sequence<int, (Begin ? Shape::at_begin : Shape::at_step).count>;

  template <int Phase, bool Begin>
  KOKKOS_FORCEINLINE_FUNCTION void load(Source const& source) {
    load<Phase, Begin>(source, all_loads<Begin>{});
  }
  template <int Phase, bool Begin, int... Ls>
  KOKKOS_FORCEINLINE_FUNCTION void load(Source const& source, std::integer_sequence<int, Ls...>) {
    (load_one<Phase, Begin, Ls>(source, std::make_integer_sequence<int, Source::components>{}), ...);
  }
  template <int Phase, bool Begin, int L, int... Cs>
  KOKKOS_FORCEINLINE_FUNCTION void load_one(Source const& source, std::integer_sequence<int, Cs...>) {
    constexpr typename Shape::Load l = (Begin ? Shape::at_begin : Shape::at_step).list[L];
    (load_elements<l.vector>(row(source, Cs, l.p, l.r) + lo_x + l.e, m_values[Cs][(Phase + l.p) % planes][l.r] + l.e,
                             std::make_integer_sequence<int, V>{}),
     ...);
  }
  template <bool Vector, int... Vs>
  KOKKOS_FORCEINLINE_FUNCTION static void load_elements(T const* from, T* to, std::integer_sequence<int, Vs...>) {
    if constexpr (Vector) {
      auto const loaded = *reinterpret_cast<VectorOf<T, V> const*>(from);
      ((to[Vs] = loaded.values[Vs]), ...);
    } else {
      *to = *from;
    }
  }

  /// Cell 0 of row r of plane p of the hull, for component c.
  KOKKOS_FORCEINLINE_FUNCTION T const* row(Source const& source, int c, int p, int r) const {
    return m_cell + (lo_y + r) * source.stride_y + (lo_z + p) * source.stride_z + c * source.stride_c;
  }

  T const* m_cell;  ///< cell (i, j, k) of the step
  int m_i;
  T m_values[Source::components][planes][rows][width] = {};  // what is never loaded is never read
};

/// The same of an input that is there once per program: a thread keeps its values.
template <class Source>
class OnceWindow {
 public:
  KOKKOS_FORCEINLINE_FUNCTION OnceWindow(Source const& source, int, int, int) : m_row(source.row(0, 0)) {}

  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const&) const {}
  KOKKOS_FORCEINLINE_FUNCTION void turn(Source const&) const {}
  template <int Phase, int Row>
  KOKKOS_FORCEINLINE_FUNCTION typename Source::row_type view() const {
    return m_row;
  }

 private:
  typename Source::row_type m_row;
};

template <class Source, int Rank, int V, int R>
struct ChooseWindow {
  using type = ColumnWindow<Source, Rank, V, R>;
};
template <class Source, int Rank, int V, int R>
requires(Source::once) struct ChooseWindow<Source, Rank, V, R> {
  using type = OnceWindow<Source>;
};
/// What keeps a source's neighbours in a column sweep.
template <class Source, int Rank, int V, int R>
using WindowOf = typename ChooseWindow<Source, Rank, V, R>::type;

/// Where a thread stores what it computes for one output: the column's cells, plane after plane.
template <class Target, int V>
class ColumnOutput {
  using T = typename Target::value_type;

 public:
  KOKKOS_FORCEINLINE_FUNCTION ColumnOutput(Target const& target, int i, int j, int k)
      : m_cell(target.cells + i + j * target.stride_y + k * target.stride_z), m_i(i) {}

  /// Stores component `c` of the cells of row `row`, `plane` planes up; with one store where all are inside.
  KOKKOS_FORCEINLINE_FUNCTION void store(Target const& target, VectorOf<T, V> const& values, int plane, int row,
                                         int c) const {
    T* const to = m_cell + plane * target.stride_z + row * target.stride_y + c * target.stride_c;
    if (m_i + V <= target.n[0]) {
      *reinterpret_cast<VectorOf<T, V>*>(to) = values;
    } else {
      TESSERA_UNROLL
      for (int v = 0; v < V; ++v) {
        if (m_i + v < target.n[0]) to[v] = values.values[v];
      }
    }
  }

 private:
  T* m_cell;
  int m_i;
};

}  // namespace tessera::detail
