// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "tessera/backend/launch.hpp"
#include "tessera/storage/field.hpp"
#include "tessera/strategy/list.hpp"

namespace tessera::detail {

/// Calls `cell(i, j, k)` for the cells of a row on hosts.
template <class Cell>
struct RowOfCells {
  Cell cell;
  int nx, ny;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    int const j = static_cast<int>(row % ny), k = static_cast<int>(row / ny);
    for (int i = 0; i < nx; ++i) cell(i, j, k);
  }
};

/// Runs `cell(i, j, k)`, a functor, for every cell of a layout, by rows on hosts and by cells on devices.
template <class Exec, class Cell>
void for_each_cell(Exec const& exec, char const* label, Layout const& l, Cell const& cell) {
  if constexpr (ExecTraits<Exec>::simd) {
    std::int64_t const rows = static_cast<std::int64_t>(l.n[1]) * l.n[2];
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                         RowOfCells<Cell>{cell, l.n[0], l.n[1]});
  } else {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3, Kokkos::Iterate::Left, Kokkos::Iterate::Left>>;
    launch(label, Policy(exec, {0, 0, 0}, {l.n[0], l.n[1], l.n[2]}, {64, l.n[1] == 1 ? 1 : 4, 1}), cell);
  }
}

/// to = from, of layouts with the same cells.
template <class To, class From>
struct CopyCells {
  To* to;
  From const* from;
  Layout to_layout, layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    to[to_layout.at(i, j, k)] = static_cast<To>(from[layout.at(i, j, k)]);
  }
};
template <class Exec, class To, class From>
void copy_cells(Exec const& exec, Field<To, Exec> const& to, Field<From, Exec> const& from) {
  for_each_cell(exec, "tessera::solve::copy", to.layout(),
                CopyCells<To, From>{to.data(), from.data(), to.layout(), from.layout()});
}

/// f = scale (c (next - u) + base - u): what is left of the equation u = base + c (S(u) - u), with next = S(u). Without
/// a base it is scale c (next - u), what is left of u = S(u).
template <class F, class T>
struct Defect {
  F* f;
  T const* next;
  T const* u;
  T const* base;  ///< laid out as u; may be null
  Layout f_layout, layout;
  T c, scale;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    T const change = c * (next[at] - u[at]);
    f[f_layout.at(i, j, k)] = static_cast<F>(scale * (base == nullptr ? change : change + base[at] - u[at]));
  }
};

/// to = from + scale (e + offset).
template <class T, class E>
struct Correct {
  T* to;
  T const* from;
  E const* e;
  Layout layout, e_layout;
  T offset, scale;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    to[at] = from[at] + scale * (static_cast<T>(e[e_layout.at(i, j, k)]) + offset);
  }
};

/// base = a + factor (b - a); base may be a.
template <class T>
struct Blend {
  T* base;
  T const* a;
  T const* b;
  Layout layout;
  T factor;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    base[at] = a[at] + factor * (b[at] - a[at]);
  }
};

}  // namespace tessera::detail
