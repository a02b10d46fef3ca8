// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bound_stage.hpp"

namespace tessera::detail {

/// Which elements of a window an operator reads. An element is a neighbour of any of `V` cells side by side in x:
/// element e of a row stands at dx = lo_x + e from the first of them.
template <class Source, int Rank, int V>
struct WindowShape {
  using R = typename Source::reach;
  static constexpr int lo_x = Source::hull.lo[0], lo_y = Source::hull.lo[1], lo_z = Source::hull.lo[2];
  static constexpr int width = V + Source::hull.hi[0] - lo_x;
  static constexpr int rows = 1 + Source::hull.hi[1] - lo_y;
  static constexpr int planes = 1 + Source::hull.hi[2] - lo_z;

  /// The planes of the window through which element e of row r passes: it is loaded into `last` and moves down to
  /// `first` with the sweep (last < first: never read). What enters the hull at its top comes from memory and not from
  /// a cache, so it is loaded one step before it is read, into the plane above the hull: `ahead`.
  struct Table {
    signed char first[rows][width];
    signed char last[rows][width];
    bool ahead[rows][width];
  };

  static constexpr bool reads(int dx, int dy, int dz) { return Rank == 2 ? R::has(dx, dz, 0) : R::has(dx, dy, dz); }
  static constexpr Table make_table() {
    Table t{};
    for (int r = 0; r < rows; ++r) {
      for (int e = 0; e < width; ++e) {
        t.first[r][e] = planes;
        t.last[r][e] = -1;
        for (int p = 0; p < planes; ++p) {
          bool read = false;
          for (int lane = 0; lane < V; ++lane) read = read || reads(lo_x + e - lane, lo_y + r, lo_z + p);
          if (read && p < t.first[r][e]) t.first[r][e] = static_cast<signed char>(p);
          if (read) t.last[r][e] = static_cast<signed char>(p);
        }
        t.ahead[r][e] = t.last[r][e] == planes - 1;
        if (t.ahead[r][e]) ++t.last[r][e];
      }
    }
    return t;
  }
  static constexpr Table table = make_table();
};

/// The neighbours of `V` cells side by side, kept in registers while a thread sweeps along z. Every array index is a
/// constant after unrolling; nothing here may be indexed by what is only known at run time.
template <class Source, int Rank, int V>
class ColumnWindow {
  using T = typename Source::value_type;
  using Shape = WindowShape<Source, Rank, V>;
  static constexpr int rows = Shape::rows, planes = Shape::planes, width = Shape::width;
  static constexpr int lo_x = Shape::lo_x, lo_y = Shape::lo_y, lo_z = Shape::lo_z;

 public:
  KOKKOS_FORCEINLINE_FUNCTION ColumnWindow(Source const& source, int i, int j, int k)
      : m_cell(source.cells + i + j * source.stride_y + k * source.stride_z),
        m_stride_y(source.stride_y),
        m_stride_z(source.stride_z),
        m_stride_c(source.stride_c),
        m_i(i) {
    constexpr typename Shape::Table table = Shape::table;
    TESSERA_UNROLL
    for (int p = 0; p < planes; ++p) {
      load(p, [&](int r, int e) { return p >= table.first[r][e] && p < table.last[r][e]; });
    }
  }

  /// Loads what this step reads and, if there are `more`, what the next one reads from memory.
  KOKKOS_FORCEINLINE_FUNCTION void enter(bool more) {
    constexpr typename Shape::Table table = Shape::table;
    if (more) load(planes, [&](int r, int e) { return table.ahead[r][e]; });
    TESSERA_UNROLL
    for (int p = 0; p < planes; ++p) {
      load(p, [&](int r, int e) { return !table.ahead[r][e] && p == table.last[r][e]; });
    }
  }

  /// Moves on to the next plane.
  KOKKOS_FORCEINLINE_FUNCTION void turn() {
    constexpr typename Shape::Table table = Shape::table;
    m_cell += m_stride_z;
    TESSERA_UNROLL
    for (int c = 0; c < Source::components; ++c) {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r) {
        TESSERA_UNROLL
        for (int e = 0; e < width; ++e) {
          TESSERA_UNROLL
          for (int p = 0; p < planes; ++p) {
            if (p >= table.first[r][e] && p < table.last[r][e]) m_values[c][p][r][e] = m_values[c][p + 1][r][e];
          }
        }
      }
    }
  }

  /// The neighbour of cell `i` of the vector.
  KOKKOS_FORCEINLINE_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
    return m_values[c][dz - lo_z][dy - lo_y][i - m_i + dx - lo_x];
  }

 private:
  /// Loads the elements of plane p that `wanted(row, element)` names, whole vectors at once.
  template <class Wanted>
  KOKKOS_FORCEINLINE_FUNCTION void load(int p, Wanted const& wanted) {
    TESSERA_UNROLL
    for (int c = 0; c < Source::components; ++c) {
      TESSERA_UNROLL
      for (int r = 0; r < rows; ++r) {
        T const* const row = m_cell + (lo_y + r) * m_stride_y + (lo_z + p) * m_stride_z + c * m_stride_c;
        TESSERA_UNROLL
        for (int e = 0; e < width; ++e) {
          int const in_vector = (((lo_x + e) % V) + V) % V;
          int const first = e - in_vector;
          bool const fits = first >= 0 && first + V <= width;
          bool whole = fits;
          TESSERA_UNROLL
          for (int v = 0; v < V; ++v) whole = whole && wanted(r, fits ? first + v : e);
          if (whole && in_vector == 0) {
            auto const loaded = *reinterpret_cast<VectorOf<T, V> const*>(row + lo_x + e);
            TESSERA_UNROLL
            for (int v = 0; v < V; ++v) m_values[c][p][r][fits ? e + v : e] = loaded.values[v];
          } else if (!whole && wanted(r, e)) {
            m_values[c][p][r][e] = row[lo_x + e];
          }
        }
      }
    }
  }

  T const* m_cell;
  std::ptrdiff_t m_stride_y, m_stride_z, m_stride_c;
  int m_i;
  T m_values[Source::components][planes + 1][rows][width] = {};  // what is never loaded is never read
};

}  // namespace tessera::detail
