// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tessera/solve/axis_transfer.hpp"
#include "tessera/solve/cells.hpp"

namespace tessera::detail {

/// The tables of a transfer in device memory, one per storage axis.
template <class Exec>
struct TransferTables {
  using Memory = typename Exec::memory_space;
  Kokkos::Array<Kokkos::View<Interpolation*, Memory>, 3> to_fine;
  Kokkos::Array<Kokkos::View<Gathering*, Memory>, 3> to_coarse;

  /// Of axes x, y, z of a grid of `rank` axes.
  template <int Rank>
  void set(std::array<AxisTransfer, 3> const& transfers) {
    AxisTransfer const one = make_axis_transfer(1, 1, {});
    for (int axis = 0; axis < 3; ++axis) set(axis, one);
    for (int axis = 0; axis < Rank; ++axis) set(storage_axis<Rank>(axis), transfers[static_cast<std::size_t>(axis)]);
  }

 private:
  void set(int axis, AxisTransfer const& transfer) {
    copy(to_fine[static_cast<std::size_t>(axis)], transfer.to_fine);
    copy(to_coarse[static_cast<std::size_t>(axis)], transfer.to_coarse);
  }

  template <class Entry>
  static void copy(Kokkos::View<Entry*, Memory>& to, std::vector<Entry> const& from) {
    to =
        Kokkos::View<Entry*, Memory>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tessera::transfer"), from.size());
    Kokkos::deep_copy(to, Kokkos::View<Entry const*, Kokkos::HostSpace>(from.data(), from.size()));
  }
};

/// The means of fine values: coefficients.
template <class T>
struct FineValues {
  T const* values;
  Layout layout;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i, int j, int k) const { return values[layout.at(i, j, k)]; }
};

/// The means of what `Source` gives in fine cells, in a coarse cell.
template <class T, class Exec, class Source>
struct Restrict {
  T* to;
  Layout layout;
  Kokkos::Array<Kokkos::View<Gathering*, typename Exec::memory_space>, 3> axes;
  Source source;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    Gathering const& x = axes[0](i);
    Gathering const& y = axes[1](j);
    Gathering const& z = axes[2](k);
    T sum = 0;
    for (int c = 0; c < z.count; ++c) {
      for (int b = 0; b < y.count; ++b) {
        T const weight = static_cast<T>(y.weight[b] * z.weight[c]);
        T row = 0;
        for (int a = 0; a < x.count; ++a) {
          row += static_cast<T>(x.weight[a]) * source(x.cell[a], y.cell[b], z.cell[c]);
        }
        sum += weight * row;
      }
    }
    to[layout.at(i, j, k)] = sum;
  }
};

/// to = from + P coarse, by linear interpolation, in a fine cell.
template <class T, class Exec>
struct Prolong {
  T* to;
  T const* from;
  T const* coarse;
  Layout layout, from_layout, coarse_layout;
  TransferTables<Exec> tables;
  KOKKOS_FORCEINLINE_FUNCTION T along_x(Interpolation const& x, int j, int k) const {
    T const* const row = coarse + coarse_layout.at(0, j, k);
    return static_cast<T>(x.weight_a) * row[x.a] + static_cast<T>(x.weight_b) * row[x.b];
  }
  KOKKOS_FORCEINLINE_FUNCTION T in_plane(Interpolation const& x, Interpolation const& y, int k) const {
    return static_cast<T>(y.weight_a) * along_x(x, y.a, k) + static_cast<T>(y.weight_b) * along_x(x, y.b, k);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(int i, int j, int k, T low, T high) const {
    Interpolation const& z = tables.to_fine[2](k);
    T const correction = static_cast<T>(z.weight_a) * low + static_cast<T>(z.weight_b) * high;
    to[layout.at(i, j, k)] = from[from_layout.at(i, j, k)] + correction;
  }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    Interpolation const& x = tables.to_fine[0](i);
    Interpolation const& y = tables.to_fine[1](j);
    Interpolation const& z = tables.to_fine[2](k);
    put(i, j, k, in_plane(x, y, z.a), in_plane(x, y, z.b));
  }
};

/// The same in `planes` fine cells along z: what two of them read of a coarse plane is computed once.
template <class T, class Exec>
struct ProlongColumn {
  Prolong<T, Exec> cells;
  int planes;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int column) const {
    Interpolation const x = cells.tables.to_fine[0](i), y = cells.tables.to_fine[1](j);
    int const begin = column * planes, past = begin + planes;
    int const end = past < cells.layout.n[2] ? past : cells.layout.n[2];
    constexpr int none = -1000;
    int a = none, b = none;  // the planes that are known
    T low = 0, high = 0;
    for (int k = begin; k < end; ++k) {
      Interpolation const& z = cells.tables.to_fine[2](k);
      if (z.a != a) low = z.a == b ? high : cells.in_plane(x, y, z.a);
      if (z.b != b) high = cells.in_plane(x, y, z.b);
      a = z.a;
      b = z.b;
      cells.put(i, j, k, low, high);
    }
  }
};

/// to = from + P coarse, by `tables` from the coarse grid.
template <class Exec, class T>
void prolong(Exec const& exec, TransferTables<Exec> const& tables, Field<T, Exec> const& to, Field<T, Exec> const& from,
             Field<T, Exec> const& coarse) {
  Layout const& l = to.layout();
  Prolong<T, Exec> const cells{to.data(), from.data(), coarse.data(), l, from.layout(), coarse.layout(), tables};
  constexpr int planes = 8;  // as long as there is work for all threads
  double const columns = static_cast<double>(l.n[0]) * l.n[1] * l.n[2] / planes;
  if (ExecTraits<Exec>::simd || columns < exec.concurrency()) {
    for_each_cell(exec, "tessera::solve::correct", l, cells);
  } else {
    Layout all = l;
    all.n[2] = (l.n[2] + planes - 1) / planes;
    for_each_cell(exec, "tessera::solve::correct", all, ProlongColumn<T, Exec>{cells, planes});
  }
}

/// The means of what `source` gives in fine cells become `to`, on the coarse grid.
template <class Exec, class V, class Source>
void restrict_to(Exec const& exec, TransferTables<Exec> const& tables, Field<V, Exec> const& to, Source const& source) {
  for_each_cell(exec, "tessera::solve::restrict", to.layout(),
                Restrict<V, Exec, Source>{to.data(), to.layout(), tables.to_coarse, source});
}

}  // namespace tessera::detail
