// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "tessera/storage/field.hpp"

namespace tessera {

/// A value without any order in it for a cell, more than 0 and at most 100000 `unit`. Kernels are timed with such data:
/// constant or smooth data take less power, and fewer of an operator's branches.
template <class T>
KOKKOS_INLINE_FUNCTION T noise(int i, int j, int k, T unit) {
  std::uint32_t h = static_cast<std::uint32_t>(i) * 73856093U ^ static_cast<std::uint32_t>(j) * 19349663U ^
                    static_cast<std::uint32_t>(k) * 83492791U;
  h ^= h >> 15;
  h *= 2246822519U;
  h ^= h >> 13;
  return static_cast<T>(1U + h % 100000U) * unit;
}

namespace detail {

/// Sets one row of a component to noise.
template <class T>
struct NoiseRows {
  T* cells;
  Layout layout;
  T unit;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    int const j = static_cast<int>(row % layout.n[1]);
    int const k = static_cast<int>(row / layout.n[1]);
    T* const to = cells + layout.at(0, j, k) - layout.origin;
    for (int i = 0; i < layout.n[0]; ++i) to[i] = noise<T>(i, j, k, unit);
  }
};

}  // namespace detail

/// Fills the cells of a field's first component with noise.
template <class T, class Exec>
void fill_noise(Exec const& exec, Field<T, Exec> const& field, T unit) {
  Layout const layout = field.layout();
  std::int64_t const rows = static_cast<std::int64_t>(layout.n[1]) * layout.n[2];
  Kokkos::parallel_for("tessera::noise", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                       detail::NoiseRows<T>{field.origin(), layout, unit});
}

}  // namespace tessera
