// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdlib>
#include <memory>

#include "../cases.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera::bench {

/// The 5-point mean in 2D written by hand with OpenMP: one parallel loop over rows, each row one SIMD loop, its ghosts
/// right after it. Fields lie in memory as the library's do, so that what is compared is the code alone.
template <class T>
class OpenMPStar5 {
 public:
  /// `faces` holds the prescribed values of x_low, x_high, y_low, y_high.
  OpenMPStar5(Layout const& layout, std::array<T, 2> const& weight, std::array<T, 4> const& faces);

  /// Takes `steps` steps.
  void advance(long steps);

  /// Cell (0, 0) of the newest values.
  [[nodiscard]] T const* cells() const { return m_old.get() + m_layout.origin; }

 private:
  void set_initial();
  void step();
  void update_row(T const* __restrict u, T* __restrict v) const;
  void fill_x(T* row) const;
  void fill_row(T const* __restrict inner, T* __restrict ghost, T value) const;
  [[nodiscard]] std::ptrdiff_t at(int k) const { return m_layout.at(0, 0, k); }

  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  Layout m_layout;
  std::array<T, 2> m_weight;
  std::array<T, 4> m_faces;
  std::unique_ptr<T[], Free> m_old, m_new;
};

/// Registers `peer/openmp_star5/PRECISION/SIZE` for all sizes of 2D grids; nothing in a build without OpenMP.
template <class T>
void add_openmp_star5_peer();

}  // namespace tessera::bench
