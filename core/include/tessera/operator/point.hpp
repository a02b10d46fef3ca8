// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "tessera/grid.hpp"
#include "tessera/reach.hpp"

namespace tessera {

/// A row of an input in memory: `values` is cell x = 0 of the row.
template <class T>
struct MemoryRow {
  T const* values;
  std::ptrdiff_t stride_y;
  std::ptrdiff_t stride_z;
  std::ptrdiff_t stride_c;

  KOKKOS_FORCEINLINE_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
    return values[i + dx + dy * stride_y + dz * stride_z + c * stride_c];
  }
};

/// A row of an input in a ring of planes in scratch. `plane[dz - lo]` is the offset from `ring` to the first cell of
/// the row in the plane at dz.
template <class T, int Lo, int Planes>
struct PlaneRow {
  T const* ring;
  int plane[Planes];
  int pitch;
  int stride_c;

  KOKKOS_FORCEINLINE_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
    return ring[plane[dz - Lo] + i + dx + dy * pitch + c * stride_c];
  }
};

/// The row of a global scalar: its values, whatever the cell.
template <class T, int Components>
struct ScalarRow {
  T values[Components];

  KOKKOS_FORCEINLINE_FUNCTION T read(int, int c, int, int, int) const { return values[c]; }
};

/// An input as an operator reads it. `u(dx, dy, dz)` is a neighbour (one offset for each axis of the grid), `u()` the
/// centre, `u.along(axis, d)` the neighbour `d` cells along an axis, `u[c]` the same input for component c.
template <int Rank, class Row>
class Point {
 public:
  KOKKOS_FORCEINLINE_FUNCTION Point(Row const& row, int i, int component = 0)
      : m_row(row), m_i(i), m_component(component) {}

  KOKKOS_FORCEINLINE_FUNCTION auto operator()() const { return m_row.read(m_i, m_component, 0, 0, 0); }
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(int dx) const requires(Rank == 1) {
    return m_row.read(m_i, m_component, dx, 0, 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(int dx, int dy) const requires(Rank == 2) {
    return m_row.read(m_i, m_component, dx, 0, dy);
  }
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(int dx, int dy, int dz) const requires(Rank == 3) {
    return m_row.read(m_i, m_component, dx, dy, dz);
  }
  /// A mistake, answered with what to write.
  template <class... Offsets>
  KOKKOS_FUNCTION auto operator()(Offsets...) const
      requires(sizeof...(Offsets) > 0 && sizeof...(Offsets) != static_cast<std::size_t>(Rank)) {
    static_assert(sizeof...(Offsets) == Rank,
                  "write one offset for each axis of the grid: u(dx), u(dx, dy), u(dx, dy, dz)");
    return (*this)();
  }
  KOKKOS_FORCEINLINE_FUNCTION auto along(int axis, int d) const {
    // One read per axis: rows in registers need offsets that are compile-time constants.
    int const to = storage_axis<Rank>(axis);
    if constexpr (Rank > 2) {
      if (to == 1) return m_row.read(m_i, m_component, 0, d, 0);
    }
    if constexpr (Rank > 1) {
      if (to == 2) return m_row.read(m_i, m_component, 0, 0, d);
    }
    return m_row.read(m_i, m_component, d, 0, 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION Point operator[](int component) const { return Point(m_row, m_i, component); }

 private:
  Row const& m_row;
  int m_i;
  int m_component;
};

/// Where and when an operator or a boundary function is evaluated: `at.x()`, `at.y()`, `at.z()` in metres, `at.t` in
/// seconds, and `at.index(axis)`, the global cell. The time is that of the values read; for a boundary, that of the
/// version being completed. For values on faces, edges or nodes, position and index are those of the value written.
template <int Rank>
struct At {
  double position[3];  ///< storage axes
  int cell[3];         ///< storage axes
  double t;

  KOKKOS_FORCEINLINE_FUNCTION double operator[](int axis) const { return position[storage_axis<Rank>(axis)]; }
  /// A mistake, answered with what to write.
  template <class... Offsets>
  KOKKOS_FUNCTION double operator()(Offsets...) const {
    static_assert(
        sizeof...(Offsets) > 99,
        "write one parameter of operator() for each quantity that its stage Reads: this one is the At, the place");
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION int index(int axis) const { return cell[storage_axis<Rank>(axis)]; }
  KOKKOS_FORCEINLINE_FUNCTION double x() const { return position[0]; }
  KOKKOS_FORCEINLINE_FUNCTION double y() const requires(Rank >= 2) { return (*this)[1]; }
  KOKKOS_FORCEINLINE_FUNCTION double z() const requires(Rank == 3) { return (*this)[2]; }
};

/// The positions of the values of a grid or of a part of one, as plain data for kernels.
struct Frame {
  double origin[3];
  double spacing[3];
  double shift[3];  ///< the part's first cell, and 1/2 for values at cell centres; sums of it and an index are exact
  int first[3];     ///< the part's first cell, in the whole grid

  template <int Rank>
  KOKKOS_FORCEINLINE_FUNCTION At<Rank> place(int i, int j, int k, double t) const {
    return At<Rank>{{origin[0] + (i + shift[0]) * spacing[0], origin[1] + (j + shift[1]) * spacing[1],
                     origin[2] + (k + shift[2]) * spacing[2]},
                    {first[0] + i, first[1] + j, first[2] + k},
                    t};
  }
};

/// The frame of a grid.
inline Frame frame_of(StoredGrid const& g) {
  return {{g.origin[0], g.origin[1], g.origin[2]},
          {g.spacing[0], g.spacing[1], g.spacing[2]},
          {g.first[0] + g.shift[0], g.first[1] + g.shift[1], g.first[2] + g.shift[2]},
          {g.first[0], g.first[1], g.first[2]}};
}

}  // namespace tessera
