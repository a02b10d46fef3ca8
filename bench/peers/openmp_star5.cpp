// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "openmp_star5.hpp"

#include "../sweep.hpp"

namespace tessera::bench {

template <class T>
OpenMPStar5<T>::OpenMPStar5(Layout const& layout, std::array<T, 2> const& weight, std::array<T, 4> const& faces)
    : m_layout(layout), m_weight(weight), m_faces(faces) {
  auto const bytes = (static_cast<std::size_t>(layout.size) * sizeof(T) / row_alignment + 1) * row_alignment;
  m_old.reset(static_cast<T*>(std::aligned_alloc(row_alignment, bytes)));
  m_new.reset(static_cast<T*>(std::aligned_alloc(row_alignment, bytes)));
  if (!m_old || !m_new) throw std::bad_alloc();
  set_initial();
}

/// Every page is touched first by the thread that will work on it.
template <class T>
void OpenMPStar5<T>::set_initial() {
  int const nx = m_layout.n[0], nz = m_layout.n[2];
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; ++k) {
    T* const u = m_old.get() + at(k);
    T* const v = m_new.get() + at(k);
    for (int i = 0; i < nx; ++i) u[i] = v[i] = initial_value<T>(i, 0, k);
    fill_x(u);
  }
  T* const u = m_old.get();
  fill_row(u + at(0), u + at(-1), m_faces[2]);
  fill_row(u + at(nz - 1), u + at(nz), m_faces[3]);
}

template <class T>
void OpenMPStar5<T>::advance(long steps) {
  for (long s = 0; s < steps; ++s) {
    step();
    std::swap(m_old, m_new);
  }
}

template <class T>
void OpenMPStar5<T>::step() {
  int const nz = m_layout.n[2];
  T const* const u = m_old.get();
  T* const v = m_new.get();
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; ++k) {
    T* const row = v + at(k);
    update_row(u + at(k), row);
    fill_x(row);
    if (k == 0) fill_row(row, v + at(-1), m_faces[2]);
    if (k == nz - 1) fill_row(row, v + at(nz), m_faces[3]);
  }
}

/// The formula, in the order of operations of stencils::WeightedStar.
template <class T>
void OpenMPStar5<T>::update_row(T const* __restrict u, T* __restrict v) const {
  int const nx = m_layout.n[0];
  std::ptrdiff_t const sy = m_layout.stride_z;  // y of a 2D grid is stored as z
  T const w0 = m_weight[0], w1 = m_weight[1];
#pragma omp simd
  for (int i = 0; i < nx; ++i) {
    T const begun = fma(w1, u[i - sy] + u[i - 1], w0 * u[i]);
    v[i] = fma(w1, u[i + 1] + u[i + sy], begun);
  }
}

/// The ghosts at both ends of a row: the mean of ghost and cell is the prescribed value.
template <class T>
void OpenMPStar5<T>::fill_x(T* row) const {
  int const nx = m_layout.n[0];
  row[-1] = 2 * m_faces[0] - row[0];
  row[nx] = 2 * m_faces[1] - row[nx - 1];
}

/// A row of ghosts.
template <class T>
void OpenMPStar5<T>::fill_row(T const* __restrict inner, T* __restrict ghost, T value) const {
  int const nx = m_layout.n[0];
#pragma omp simd
  for (int i = 0; i < nx; ++i) ghost[i] = 2 * value - inner[i];
}

template class OpenMPStar5<double>;
template class OpenMPStar5<float>;

}  // namespace tessera::bench
