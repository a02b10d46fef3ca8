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

  void set(int axis, AxisTransfer const& transfer) {
    copy(to_fine[static_cast<std::size_t>(axis)], transfer.to_fine);
    copy(to_coarse[static_cast<std::size_t>(axis)], transfer.to_coarse);
  }

 private:
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
  Layout layout, coarse_layout;
  TransferTables<Exec> tables;
  KOKKOS_FORCEINLINE_FUNCTION T along_x(Interpolation const& x, int j, int k) const {
    T const* const row = coarse + coarse_layout.at(0, j, k);
    return static_cast<T>(x.weight_a) * row[x.a] + static_cast<T>(x.weight_b) * row[x.b];
  }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    Interpolation const& x = tables.to_fine[0](i);
    Interpolation const& y = tables.to_fine[1](j);
    Interpolation const& z = tables.to_fine[2](k);
    T const low = static_cast<T>(y.weight_a) * along_x(x, y.a, z.a) + static_cast<T>(y.weight_b) * along_x(x, y.b, z.a);
    T const high =
        static_cast<T>(y.weight_a) * along_x(x, y.a, z.b) + static_cast<T>(y.weight_b) * along_x(x, y.b, z.b);
    std::ptrdiff_t const at = layout.at(i, j, k);
    to[at] = from[at] + static_cast<T>(z.weight_a) * low + static_cast<T>(z.weight_b) * high;
  }
};

}  // namespace tessera::detail
