// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solve/map_cells.hpp"

// The passes of Krylov methods over vectors, each with its dot products. Vectors p, q, x and z are laid out alike, r as
// a right-hand side. A p comes from a sweep with weight 1 (SweptProduct), which has p as its u and r as its f.

namespace tessera::detail {

/// Adds r.r and r.D^-1 r of a cell.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void add_residual(ScaledRightSide<T> const& scaled, int i, int j, int k, double* sum) {
  double const r = scaled.f[scaled.f_layout.at(i, j, k)];
  sum[0] += r * r;
  sum[1] += r * static_cast<double>(scaled(i, j, k));
}
template <class T>
struct ResidualSums {
  static constexpr int sums = 2;
  ScaledRightSide<T> scaled;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    add_residual(scaled, i, j, k, sum);
  }
};

/// p.A p.
template <class T>
struct Curvature {
  static constexpr int sums = 1;
  SweptProduct<T> product;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    double const p = product.residual.u[product.residual.layout.at(i, j, k)];
    sum[0] += p * static_cast<double>(product(i, j, k));
  }
};

/// x += alpha p and r -= alpha A p, with r.r and r.D^-1 r of the new r. Keeps p and q = A p where these are given.
template <class T>
struct Advance {
  static constexpr int sums = 2;
  SweptProduct<T> product;
  ScaledRightSide<T> scaled;  ///< reads the new r
  T* r;
  T* x;
  T* kept_p;  ///< null: not kept, nor q
  T* kept_q;
  Layout layout;
  T alpha;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    T const p = product.residual.u[at], q = product(i, j, k);
    x[at] += alpha * p;
    r[product.f_layout.at(i, j, k)] -= alpha * q;
    if (kept_p != nullptr) {
      kept_p[at] = p;
      kept_q[at] = q;
    }
    add_residual(scaled, i, j, k, sum);
  }
};

/// z.r and z.q.
template <class T>
struct PreconditionedSums {
  static constexpr int sums = 2;
  T const* z;
  T const* q;
  T const* r;
  Layout layout, r_layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    double const value = z[at];
    sum[0] += value * static_cast<double>(r[r_layout.at(i, j, k)]);
    sum[1] += value * static_cast<double>(q[at]);
  }
};

/// p = D^-1 r + beta p, from the p before to the newest version.
template <class T>
struct ScaledDirection {
  ScaledRightSide<T> scaled;
  T* to;
  T const* p;
  Layout layout;
  T beta;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    to[at] = scaled(i, j, k) + beta * p[at];
  }
};

/// The first half of a step of BiCGStab: keeps y and v = A y, with r0.v.
template <class T>
struct KeepProduct {
  static constexpr int sums = 1;
  SweptProduct<T> product;
  T* y;
  T* v;
  T const* r0;
  Layout layout;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    T const value = product(i, j, k);
    y[at] = product.residual.u[at];
    v[at] = value;
    sum[0] += static_cast<double>(r0[at]) * static_cast<double>(value);
  }
};

/// r -= alpha v, and f = r, with r.r.
template <class T>
struct HalfStep {
  static constexpr int sums = 1;
  T* r;
  T* f;
  T const* v;
  Layout layout, f_layout;
  T alpha;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    T const s = r[at] - alpha * v[at];
    r[at] = f[f_layout.at(i, j, k)] = s;
    sum[0] += static_cast<double>(s) * static_cast<double>(s);
  }
};

/// t.s and t.t, of t = A z with s as the right-hand side.
template <class T>
struct StabilisingSums {
  static constexpr int sums = 2;
  SweptProduct<T> product;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    double const t = product(i, j, k), s = product.f[product.f_layout.at(i, j, k)];
    sum[0] += t * s;
    sum[1] += t * t;
  }
};

/// x += alpha y + omega z and r -= omega A z, with r.r and r0.r.
template <class T>
struct StabilisedStep {
  static constexpr int sums = 2;
  SweptProduct<T> product;
  T* x;
  T* r;
  T const* y;
  T const* r0;
  Layout layout;
  T alpha, omega;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k, double* sum) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    x[at] += alpha * y[at] + omega * product.residual.u[at];
    double const left = r[at] = r[at] - omega * product(i, j, k);
    sum[0] += left * left;
    sum[1] += left * static_cast<double>(r0[at]);
  }
};

/// p = r + beta (p - omega v), and f = p.
template <class T>
struct StabilisedDirection {
  T* p;
  T* f;
  T const* r;
  T const* v;
  Layout layout, f_layout;
  T beta, omega;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    p[at] = f[f_layout.at(i, j, k)] = r[at] + beta * (p[at] - omega * v[at]);
  }
};

/// to += factor * from.
template <class T>
struct AddScaled {
  T* to;
  T const* from;
  Layout layout;
  T factor;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const {
    std::ptrdiff_t const at = layout.at(i, j, k);
    to[at] += factor * from[at];
  }
};

}  // namespace tessera::detail
