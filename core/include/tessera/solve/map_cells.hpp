// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solve/cells.hpp"

// What a sweep of a linear map, next = u + D^-1 (f - A u), says of A in each cell. `d` is the inverse diagonal, or
// null: then it is a number, and part of `scale`.

namespace tessera::detail {

/// f - A u = (next - u) / D^-1.
template <class T>
struct SweptResidual {
  T const* next;
  T const* u;
  T const* d;
  Layout layout, d_layout;
  T scale;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    T const change = scale * (next[at] - u[at]);
    return d == nullptr ? change : change / d[d_layout.at(i, j, k)];
  }
};

/// A u.
template <class T>
struct SweptProduct {
  SweptResidual<T> residual;
  T const* f;
  Layout f_layout;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i, int j, int k) const {
    return f[f_layout.at(i, j, k)] - residual(i, j, k);
  }
};

/// weight D^-1 f.
template <class T>
struct ScaledRightSide {
  T const* f;
  T const* d;
  Layout f_layout, d_layout;
  T scale;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i, int j, int k) const {
    T const factor = d == nullptr ? scale : scale * d[d_layout.at(i, j, k)];
    return factor * f[f_layout.at(i, j, k)];
  }
};

/// e = weight D^-1 f: the first sweep from 0.
template <class T>
struct FirstSweep {
  ScaledRightSide<T> value;
  T* e;
  Layout layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { e[layout.at(i, j, k)] = value(i, j, k); }
};

/// y = A u.
template <class T>
struct PutProduct {
  SweptProduct<T> value;
  T* y;
  Layout layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { y[layout.at(i, j, k)] = value(i, j, k); }
};

/// to = from - to.
template <class T>
struct PutDifference {
  T* to;
  T const* from;
  Layout layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    to[at] = from[at] - to[at];
  }
};

/// values += by.
template <class T>
struct Shift {
  T* values;
  Layout layout;
  T by;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { values[layout.at(i, j, k)] += by; }
};

/// values *= factor.
template <class T>
struct Scale {
  T* values;
  Layout layout;
  T factor;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { values[layout.at(i, j, k)] *= factor; }
};

}  // namespace tessera::detail
