// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdlib>
#include <memory>

#include "../cases.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera::bench {

/// The same 7-point step written by hand with OpenMP: no Kokkos, no operator, one formula for one stencil. Fields lie
/// in memory as the library's do (first interior point of every row on a 128-byte boundary, padded strides), so that
/// what is compared is the code alone.
template <class T>
class OpenMPHeat7 {
 public:
  /// How the loops are written.
  enum class Form {
    planes,  ///< a parallel loop over z; the ghosts in loops of their own afterwards
    tiles    ///< a parallel loop over pieces of y and z that fit into a cache, each row's ghosts right after it
  };

  OpenMPHeat7(Form form, Layout const& layout, std::array<T, 3> const& c, std::array<T, 6> const& faces);

  /// Takes `steps` steps.
  void advance(long steps);

  /// Cell (0, 0, 0) of the newest values.
  [[nodiscard]] T const* cells() const { return m_old.get() + m_layout.origin; }

 private:
  void set_initial();
  void step_planes();
  void step_tiles();
  void update_row(T const* u, T* v) const;
  void fill_x(T* row) const;
  void fill_row(T* inner, T* ghost, T value) const;
  [[nodiscard]] std::ptrdiff_t at(int j, int k) const { return m_layout.at(0, j, k); }

  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  Form m_form;
  Layout m_layout;
  std::array<T, 3> m_c;
  std::array<T, 6> m_faces;
  int m_threads;
  std::unique_ptr<T[], Free> m_old, m_new;
};

/// Registers `peer/openmp/PRECISION/SIZE` and `peer/openmp_tiles/PRECISION/SIZE`; nothing in a build without OpenMP.
template <class T>
void add_openmp_peer(Size const& size);

}  // namespace tessera::bench
