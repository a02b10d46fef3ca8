// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/boundary_rules.hpp"
#include "tessera/strategy/column/window_shape.hpp"

namespace tessera::detail {

/// Plane `k` of `n`, or its mirror if it is a ghost plane.
KOKKOS_FORCEINLINE_FUNCTION int mirrored_plane(int k, int n) { return k >= 0 && k < n ? k : mirrored(k, n); }

/// The rows of a window's planes in memory, around cell `cell`, component 0.
template <class Source, class Shape, bool Flat>
struct MemoryRows {
  using T = typename Source::value_type;
  Source const& source;
  T const* cell;

  /// Offset to load for the single value `x` cells from a row's cell 0.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int clamp_x(int x) { return x; }
  KOKKOS_FORCEINLINE_FUNCTION T const* row(int c, int p, int r) const {
    if (Flat) return cell + (Shape::lo_y + r) * source.stride_z + c * source.stride_c;
    return cell + (Shape::lo_y + r) * source.stride_y + (Shape::lo_z + p) * source.stride_z + c * source.stride_c;
  }
};

/// The same for a field without ghosts in memory: a plane beyond a face is its mirror, and single values are clamped to
/// the row.
template <class Source, class Shape>
struct MirroredRows {
  using T = typename Source::value_type;
  Source const& source;
  T const* cell;
  int k, n;         ///< the cell's plane, and the number of planes
  int left, right;  ///< from the cell to its row's first and last one

  KOKKOS_FORCEINLINE_FUNCTION int clamp_x(int x) const {
    return x < 0 ? (x < left ? left : x) : (x > right ? right : x);
  }
  KOKKOS_FORCEINLINE_FUNCTION T const* row(int c, int p, int r) const {
    bool const inside = p == -Shape::lo_z && !is_layer<typename Source::reach>;  // a layer may be a ghost plane
    int const to = inside ? 0 : mirrored_plane(k + Shape::lo_z + p, n) - k;
    return cell + (Shape::lo_y + r) * source.stride_y + to * source.stride_z + c * source.stride_c;
  }
};

/// The window of a thread's `V` x `R` cells: their neighbours, in registers while the thread sweeps along z. Plane p of
/// the hull is in slot (phase + p) mod planes, so no value moves. `phase` is a constant of the step; all array indices
/// must be constants after unrolling, or the window leaves the registers. A `Flat` window holds `R` rows of a grid of
/// two axes and their neighbours, all loaded anew in each step.
template <class Source, int Rank, int V, int R, bool Flat>
class ColumnWindow {
  using T = typename Source::value_type;
  using Shape = WindowShape<typename Source::reach, Rank, V, R, Flat>;
  static constexpr int rows = Shape::rows, planes = Shape::planes, width = Shape::width;
  static constexpr int lo_x = Shape::lo_x, lo_y = Shape::lo_y, lo_z = Shape::lo_z;
  using Rows = MemoryRows<Source, Shape, Flat>;

 public:
  static constexpr int planes_kept = planes;

  /// The window around cell (i, j, k) for a sweep of `cells` cells, without what enters in the first step. Ghosts are
  /// MirrorWindow's concern.
  template <class Ghosts>
  KOKKOS_FORCEINLINE_FUNCTION ColumnWindow(Source const& source, int i, int j, int k, int cells, Ghosts const&)
      : m_cell(source.cells + i + j * source.stride_y + k * source.stride_z), m_left(cells) {
    load<0, true>(Rows{source, m_cell});
  }

  /// Loads what enters the hull in a step. `Whole`: all rows of the step are inside the sweep.
  template <int Phase, bool Whole = false>
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const& source) {
    load<Phase, false, Whole>(Rows{source, m_cell});
  }
  /// The same from another source: `rows.row(c, p, r)` is the address of cell 0 of row r of plane p of the hull,
  /// component c.
  template <int Phase, class From>
  KOKKOS_FORCEINLINE_FUNCTION void enter_from(From const& rows) {
    load<Phase, false>(rows);
  }
  /// Nothing to do after the loads: ghosts are in memory.
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete() const {}
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete_near(bool, bool) const {}
  /// Moves on to the next plane, or the next rows.
  KOKKOS_FORCEINLINE_FUNCTION void rotate(Source const& source) {
    m_cell += (Flat ? R : 1) * source.stride_z;
    m_left -= Flat ? R : 1;
  }

  /// The neighbours of the cells in row `Row` of the thread; `first`: the first of these cells. It is a member here,
  /// not of the window: the compiler might see too late that window indices are constants.
  template <int Phase, int Row>
  struct View {
    ColumnWindow const& window;
    int first;
    KOKKOS_FORCEINLINE_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
      int const p = Flat ? 0 : (Phase + dz - lo_z) % planes;
      return window.m_values[c][p][Row + (Flat ? dz : dy) - lo_y][i - first + dx - lo_x];
    }
  };
  template <int Phase, int Row>
  KOKKOS_FORCEINLINE_FUNCTION View<Phase, Row> view(int first) const {
    return {*this, first};
  }

 protected:
  KOKKOS_FORCEINLINE_FUNCTION ColumnWindow(Source const& source, int i, int j, int k, int cells)
      : m_cell(source.cells + i + j * source.stride_y + k * source.stride_z), m_left(cells) {}

  template <bool Begin>
  using all_loads = std::make_integer_sequence<int, (Begin ? Shape::at_begin : Shape::at_step).count>;

  template <int Phase, bool Begin, bool Whole = false, class From>
  KOKKOS_FORCEINLINE_FUNCTION void load(From const& rows) {
    load<Phase, Begin, Whole>(rows, all_loads<Begin>{});
  }

  T const* m_cell;                                           ///< cell (i, j, k) of the step
  int m_left;                                                ///< cells along z to the sweep's end
  T m_values[Source::components][planes][rows][width] = {};  // what is never loaded is never read

 private:
  template <int Phase, bool Begin, bool Whole, class From, int... Ls>
  KOKKOS_FORCEINLINE_FUNCTION void load(From const& rows, std::integer_sequence<int, Ls...>) {
    (load_one<Phase, Begin, Whole, Ls>(rows, std::make_integer_sequence<int, Source::components>{}), ...);
  }
  template <int Phase, bool Begin, bool Whole, int L, class From, int... Cs>
  KOKKOS_FORCEINLINE_FUNCTION void load_one(From const& rows, std::integer_sequence<int, Cs...>) {
    constexpr typename Shape::Load l = (Begin ? Shape::at_begin : Shape::at_step).list[L];
    if (Flat && !Whole && l.r > m_left + Shape::rows - R - 1) return;  // no remaining cell reads it
    int const x = l.vector ? lo_x + l.e : rows.clamp_x(lo_x + l.e);
    (load_elements<l.vector>(rows.row(Cs, l.p, l.r) + x, m_values[Cs][(Phase + l.p) % planes][l.r] + l.e,
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
};

/// The window of a field without ghosts in memory: a thread makes the ghosts that it reads from their mirrors, which
/// are in its window too. Memory beyond a face is loaded and then replaced, so threads inside pay only a comparison.
/// The grid is a multiple of a thread's cells in x and y, and no thinner than the reach. `Faces` is a GhostTable. Not
/// `Everywhere`: planes and their ghosts enter from the ring, and the sweep begins with the thread's own columns only.
template <class Source, int V, int R, class Faces, bool Everywhere = true>
class MirrorWindow : public ColumnWindow<Source, 3, V, R, false> {
  using Base = ColumnWindow<Source, 3, V, R, false>;
  using Shape = WindowShape<typename Source::reach, 3, V, R>;
  using T = typename Source::value_type;
  static_assert(Source::components == 1 && (Everywhere ? Shape::holds_mirrors() : Shape::begins_with_own()));

 public:
  /// The window around cell (i, j, k), as ColumnWindow's. `ghosts`: a MirroredGhosts.
  template <class Ghosts>
  KOKKOS_FORCEINLINE_FUNCTION MirrorWindow(Source const& source, int i, int j, int k, int cells, Ghosts const& ghosts)
      : Base(source, i, j, k, cells),
        m_faces(ghosts.faces),
        m_low_x(i),
        m_low_y(j),
        m_high_x(ghosts.n[0] - V - i),
        m_high_y(ghosts.n[1] - R - j),
        m_k(k),
        m_n(ghosts.n[2]) {
    this->template load<0, true>(rows(source));
    put_ghosts<0, true>(typename Base::template all_loads<true>{});
  }

  template <int Phase, bool Whole = true>
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const& source) {
    this->template load<Phase, false>(rows(source));
  }
  /// Writes the ghosts among the values that have entered.
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete() {
    if constexpr (Everywhere) put_ghosts<Phase, false>(typename Base::template all_loads<false>{});
  }
  /// The same for windows of many ghosts, with a branch per axis: `x`, `y`: the tile is near a face of that axis.
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete_near(bool x, bool y) {
    bool const z = m_k + Shape::lo_z < 0 || m_k + Shape::planes - 1 + Shape::lo_z >= m_n;
    if constexpr (Everywhere) put_ghosts_near<Phase>(x, y, z, typename Base::template all_loads<false>{});
  }
  KOKKOS_FORCEINLINE_FUNCTION void rotate(Source const& source) {
    Base::rotate(source);
    ++m_k;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION MirroredRows<Source, Shape> rows(Source const& source) const {
    return {source, this->m_cell, m_k, m_n, -m_low_x, m_high_x + V - 1};
  }

  template <bool Begin, int L>
  static constexpr typename Shape::Load load_of = (Begin ? Shape::at_begin : Shape::at_step).list[L];
  /// The elements that come with load `L`.
  template <bool Begin, int L>
  using elements = std::make_integer_sequence<int, (load_of<Begin, L>.vector ? V : 1)>;

  /// Axis after axis, as ghost edges are defined.
  template <int Phase, bool Begin, int... Ls>
  KOKKOS_FORCEINLINE_FUNCTION void put_ghosts(std::integer_sequence<int, Ls...>) {
    if constexpr (Everywhere) {
      (put_side_ghosts<0, Phase, Begin, Ls>(elements<Begin, Ls>{}), ...);
      (put_side_ghosts<1, Phase, Begin, Ls>(elements<Begin, Ls>{}), ...);
    }
    (put_plane<Phase, Begin, Ls>(elements<Begin, Ls>{}), ...);
  }
  /// The same with branches. It is a function of its own: nvcc puts windows into local memory where one function serves
  /// both.
  template <int Phase, int... Ls>
  KOKKOS_FORCEINLINE_FUNCTION void put_ghosts_near(bool x, bool y, bool z, std::integer_sequence<int, Ls...>) {
    if (x) (put_side_ghosts<0, Phase, false, Ls>(elements<false, Ls>{}), ...);
    if (y) (put_side_ghosts<1, Phase, false, Ls>(elements<false, Ls>{}), ...);
    if (z) (put_plane<Phase, false, Ls>(elements<false, Ls>{}), ...);
  }
  /// Ghosts beyond faces of x or y in what load `L` brought.
  template <int Axis, int Phase, bool Begin, int L, int... Vs>
  KOKKOS_FORCEINLINE_FUNCTION void put_side_ghosts(std::integer_sequence<int, Vs...>) {
    constexpr typename Shape::Load l = load_of<Begin, L>;
    constexpr int threads = Axis == 0 ? Shape::threads_x : Shape::threads_y;
    (put<Axis, (Phase + l.p) % Base::planes_kept, l.r, l.e + Vs>(std::make_integer_sequence<int, threads>{}), ...);
  }
  /// Element `E` of row `Row` of the plane in slot `Slot`, for each of the threads next to a face.
  template <int Axis, int Slot, int Row, int E, int... Ts>
  KOKKOS_FORCEINLINE_FUNCTION void put(std::integer_sequence<int, Ts...>) {
    constexpr int at = Axis == 0 ? E : Row;
    (put_one<Axis, Slot, Row, E, Ts, typename Shape::template LowGhost<Axis, at, Ts>>(Axis == 0 ? m_low_x : m_low_y,
                                                                                      2 * Axis),
     ...);
    (put_one<Axis, Slot, Row, E, Ts, typename Shape::template HighGhost<Axis, at, Ts>>(Axis == 0 ? m_high_x : m_high_y,
                                                                                       2 * Axis + 1),
     ...);
  }
  /// The same for thread `Thread` from a face, from which this one's cells are `cells` away.
  template <int Axis, int Slot, int Row, int E, int Thread, class Ghost>
  KOKKOS_FORCEINLINE_FUNCTION void put_one([[maybe_unused]] int cells, [[maybe_unused]] int face) {
    if constexpr (Ghost::there) {
      auto& plane = this->m_values[0][Slot];
      T const inner = Axis == 0 ? plane[Row][Ghost::mirror] : plane[Ghost::mirror][E];
      if (cells == Thread * Ghost::own) plane[Row][E] = m_faces.ghost(face, Ghost::depth, inner);
    }
  }
  /// Turns the loaded mirror of a plane beyond a face of z into ghosts.
  template <int Phase, bool Begin, int L, int... Vs>
  KOKKOS_FORCEINLINE_FUNCTION void put_plane(std::integer_sequence<int, Vs...>) {
    constexpr typename Shape::Load l = load_of<Begin, L>;
    constexpr int beyond = l.p + Shape::lo_z;  // below the cells' plane there are no high ghosts, above it no low ones
    if constexpr (beyond != 0 || is_layer<typename Source::reach>) {
      int const k = m_k + beyond;
      bool const there = beyond < 0 ? k < 0 : k >= m_n || (beyond == 0 && k < 0);
      int const depth = beyond * beyond == 1 || !there ? 0 : k < 0 ? -1 - k : k - m_n;
      T* const first = this->m_values[0][(Phase + l.p) % Base::planes_kept][l.r] + l.e;
      ((first[Vs] = there ? m_faces.ghost(beyond < 0 || (beyond == 0 && k < 0) ? 4 : 5, depth, first[Vs]) : first[Vs]),
       ...);
    }
  }

  Faces const& m_faces;
  int m_low_x, m_low_y, m_high_x, m_high_y;  ///< cells between the thread's and the faces
  int m_k, m_n;                              ///< the step's plane, and the number of planes
};

/// The window of a global scalar: a thread keeps its values.
template <class Source>
class ScalarWindow {
 public:
  template <class Ghosts>
  KOKKOS_FORCEINLINE_FUNCTION ScalarWindow(Source const& source, int, int, int, int, Ghosts const&)
      : m_row(source.row(0, 0)) {}

  template <int Phase, bool Whole = false>
  KOKKOS_FORCEINLINE_FUNCTION void enter(Source const&) const {}
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete() const {}
  template <int Phase>
  KOKKOS_FORCEINLINE_FUNCTION void complete_near(bool, bool) const {}
  KOKKOS_FORCEINLINE_FUNCTION void rotate(Source const&) const {}
  template <int Phase, int Row>
  KOKKOS_FORCEINLINE_FUNCTION typename Source::row_type view(int) const {
    return m_row;
  }

 private:
  typename Source::row_type m_row;
};

template <class Source, int Rank, int V, int R, bool Flat>
struct ChooseWindow {
  using type = ColumnWindow<Source, Rank, V, R, Flat>;
};
template <class Source, int Rank, int V, int R, bool Flat>
requires(Source::global_scalar) struct ChooseWindow<Source, Rank, V, R, Flat> {
  using type = ScalarWindow<Source>;
};
/// The window of a source in a column sweep.
template <class Source, int Rank, int V, int R, bool Flat>
using WindowOf = typename ChooseWindow<Source, Rank, V, R, Flat>::type;

/// The cells where a thread stores one output, plane after plane. `Whole`: all of them are inside the grid.
template <class Target, int V, bool Whole = false>
class ColumnOutput {
  using T = typename Target::value_type;

 public:
  KOKKOS_FORCEINLINE_FUNCTION ColumnOutput(Target const& target, int i, int j, int k)
      : m_cell(target.cells + i + j * target.stride_y + k * target.stride_z), m_i(i) {}
  /// The same from the place of the first cell.
  KOKKOS_FORCEINLINE_FUNCTION ColumnOutput(T* cell, int i) : m_cell(cell), m_i(i) {}

  /// Stores component `c` of the cells of row `row`, `plane` planes up; by one store if all are inside.
  KOKKOS_FORCEINLINE_FUNCTION void store(Target const& target, VectorOf<T, V> const& values, int plane, int row,
                                         int c) const {
    T* const to = m_cell + plane * target.stride_z + row * target.stride_y + c * target.stride_c;
    if (Whole || m_i + V <= target.n[0]) {
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
