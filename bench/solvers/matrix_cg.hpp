// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>
#include <KokkosSparse_spmv.hpp>

namespace bench {

/// Conjugate gradients with a matrix in memory, of Kokkos Kernels' products and vector operations: from x = 0 until the
/// residual's norm is `reduction` of that of b. Returns the iterations.
template <class Matrix, class Vector>
int matrix_cg(Matrix const& a, Vector const& b, Vector const& x, double reduction, int most) {
  Vector const r("r", b.extent(0)), p("p", b.extent(0)), q("q", b.extent(0));
  Kokkos::deep_copy(x, 0.0);
  Kokkos::deep_copy(r, b);
  Kokkos::deep_copy(p, b);
  double rr = KokkosBlas::dot(r, r);
  double const enough = reduction * reduction * rr;
  for (int iteration = 1; iteration <= most; ++iteration) {
    KokkosSparse::spmv("N", 1.0, a, p, 0.0, q);
    double const alpha = rr / KokkosBlas::dot(p, q);
    KokkosBlas::axpy(alpha, p, x);
    KokkosBlas::axpy(-alpha, q, r);
    double const next = KokkosBlas::dot(r, r);
    if (next <= enough) return iteration;
    KokkosBlas::axpby(1.0, r, next / rr, p);
    rr = next;
  }
  return most;
}

}  // namespace bench
