// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "openmp_heat7.hpp"

#include <algorithm>

#include "../heat7.hpp"

namespace tessera::bench {

template <class T>
OpenMPHeat7<T>::OpenMPHeat7(Form form, Layout const& layout, std::array<T, 3> const& c, std::array<T, 6> const& faces)
    : m_form(form), m_layout(layout), m_c(c), m_faces(faces), m_threads(HostSpace().concurrency()) {
  auto const bytes = (static_cast<std::size_t>(layout.size) * sizeof(T) / row_alignment + 1) * row_alignment;
  m_old.reset(static_cast<T*>(std::aligned_alloc(row_alignment, bytes)));
  m_new.reset(static_cast<T*>(std::aligned_alloc(row_alignment, bytes)));
  if (!m_old || !m_new) throw std::bad_alloc();
  set_initial();
}

/// Every page is touched first by the thread that will work on it.
template <class T>
void OpenMPHeat7<T>::set_initial() {
#pragma omp parallel for schedule(static)
  for (int k = -1; k < m_layout.n[2] + 1; ++k) {
    for (int j = -1; j < m_layout.n[1] + 1; ++j) {
      T* const u = m_old.get() + at(j, k);
      T* const v = m_new.get() + at(j, k);
      for (int i = -1; i < m_layout.n[0] + 1; ++i) u[i] = v[i] = initial_value<T>(i, j, k);
    }
  }
  int const ny = m_layout.n[1], nz = m_layout.n[2];
  T* const u = m_old.get();
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) fill_x(u + at(j, k));
    fill_row(u + at(0, k), u + at(-1, k), m_faces[2]);
    fill_row(u + at(ny - 1, k), u + at(ny, k), m_faces[3]);
  }
  for (int j = 0; j < ny; ++j) {
    fill_row(u + at(j, 0), u + at(j, -1), m_faces[4]);
    fill_row(u + at(j, nz - 1), u + at(j, nz), m_faces[5]);
  }
}

template <class T>
void OpenMPHeat7<T>::advance(long steps) {
  for (long s = 0; s < steps; ++s) {
    if (m_form == Form::planes) {
      step_planes();
    } else {
      step_tiles();
    }
    std::swap(m_old, m_new);
  }
}

template <class T>
void OpenMPHeat7<T>::step_planes() {
  int const ny = m_layout.n[1], nz = m_layout.n[2];
  T const* const u = m_old.get();
  T* const v = m_new.get();
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) update_row(u + at(j, k), v + at(j, k));
  }
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; ++k) {
    for (int j = 0; j < ny; ++j) fill_x(v + at(j, k));
    fill_row(v + at(0, k), v + at(-1, k), m_faces[2]);
    fill_row(v + at(ny - 1, k), v + at(ny, k), m_faces[3]);
  }
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; ++j) {
    fill_row(v + at(j, 0), v + at(j, -1), m_faces[4]);
    fill_row(v + at(j, nz - 1), v + at(j, nz), m_faces[5]);
  }
}

template <class T>
void OpenMPHeat7<T>::step_tiles() {
  int const ny = m_layout.n[1], nz = m_layout.n[2];
  constexpr int cache = 512 * 1024;  // bytes that four planes of a tile may take
  int const height = std::clamp(cache / (4 * static_cast<int>(m_layout.stride_y * sizeof(T))), 4, 64);
  int const across = (ny + height - 1) / height;
  int const depth = std::clamp(nz * across / (4 * m_threads), 4, 64);  // four pieces for every thread, or more
  T const* const u = m_old.get();
  T* const v = m_new.get();
#pragma omp parallel for collapse(2) schedule(static)
  for (int k0 = 0; k0 < nz; k0 += depth) {
    for (int j0 = 0; j0 < ny; j0 += height) {
      for (int k = k0; k < std::min(k0 + depth, nz); ++k) {
        for (int j = j0; j < std::min(j0 + height, ny); ++j) {
          T* const row = v + at(j, k);
          update_row(u + at(j, k), row);
          fill_x(row);
          if (j == 0) fill_row(row, v + at(-1, k), m_faces[2]);
          if (j == ny - 1) fill_row(row, v + at(ny, k), m_faces[3]);
          if (k == 0) fill_row(row, v + at(j, -1), m_faces[4]);
          if (k == nz - 1) fill_row(row, v + at(j, nz), m_faces[5]);
        }
      }
    }
  }
}

/// The formula, in the order of operations of stencils::Heat.
template <class T>
void OpenMPHeat7<T>::update_row(T const* u, T* v) const {
  int const nx = m_layout.n[0];
  std::ptrdiff_t const sy = m_layout.stride_y, sz = m_layout.stride_z;
  T const cx = m_c[0], cy = m_c[1], cz = m_c[2];
#pragma omp simd
  for (int i = 0; i < nx; ++i) {
    T sum = fma(cx, fma(T(-2), u[i], u[i - 1] + u[i + 1]), u[i]);
    sum = fma(cy, fma(T(-2), u[i], u[i - sy] + u[i + sy]), sum);
    v[i] = fma(cz, fma(T(-2), u[i], u[i - sz] + u[i + sz]), sum);
  }
}

/// The ghosts at both ends of a row: the mean of ghost and cell is the prescribed value.
template <class T>
void OpenMPHeat7<T>::fill_x(T* row) const {
  int const nx = m_layout.n[0];
  row[-1] = 2 * m_faces[0] - row[0];
  row[nx] = 2 * m_faces[1] - row[nx - 1];
}

/// A row of ghosts.
template <class T>
void OpenMPHeat7<T>::fill_row(T* inner, T* ghost, T value) const {
  int const nx = m_layout.n[0];
#pragma omp simd
  for (int i = 0; i < nx; ++i) ghost[i] = 2 * value - inner[i];
}

template class OpenMPHeat7<double>;
template class OpenMPHeat7<float>;

}  // namespace tessera::bench
