// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace tessera::test {

/// A dense matrix by rows, for small systems that solvers are compared with.
struct Dense {
  std::size_t n;
  std::vector<double> a;

  explicit Dense(std::size_t rows) : n(rows), a(rows * rows, 0.0) {}
  double& at(std::size_t i, std::size_t j) { return a[i * n + j]; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return a[i * n + j]; }

  [[nodiscard]] std::vector<double> times(std::vector<double> const& x) const {
    std::vector<double> y(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) y[i] += at(i, j) * x[j];
    }
    return y;
  }
  /// The solution of A x = b, by Gaussian elimination with pivots.
  [[nodiscard]] std::vector<double> solve(std::vector<double> b) const {
    Dense m = *this;
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i) {
        if (std::abs(m.at(i, k)) > std::abs(m.at(pivot, k))) pivot = i;
      }
      for (std::size_t j = 0; j < n; ++j) std::swap(m.at(k, j), m.at(pivot, j));
      std::swap(b[k], b[pivot]);
      for (std::size_t i = k + 1; i < n; ++i) {
        double const factor = m.at(i, k) / m.at(k, k);
        if (factor == 0) continue;
        for (std::size_t j = k; j < n; ++j) m.at(i, j) -= factor * m.at(k, j);
        b[i] -= factor * b[k];
      }
    }
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t j = k + 1; j < n; ++j) b[k] -= m.at(k, j) * b[j];
      b[k] /= m.at(k, k);
    }
    return b;
  }
};

/// The largest difference of two vectors.
inline double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double most = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) most = std::fmax(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace tessera::test
