// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "tessera/storage/field.hpp"

namespace tessera::test {

/// A field on the host with its ghosts, indexed by the axes of the grid.
template <int Rank, class T>
class HostCopy {
 public:
  template <class Exec>
  explicit HostCopy(Field<T, Exec> const& field)
      : m_layout(field.layout()), m_values(static_cast<std::size_t>(m_layout.size)) {
    Kokkos::fence();
    Kokkos::View<T const*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const all(
        field.data(), m_values.size());
    Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(m_values.data(), m_values.size()), all);
  }

  [[nodiscard]] Layout const& layout() const { return m_layout; }

  /// Cell or ghost (x, y, z) of component c, with one index per axis of the grid.
  [[nodiscard]] T operator()(int x, int y = 0, int z = 0, int c = 0) const {
    return Rank == 2 ? stored(x, 0, y, c) : stored(x, y, z, c);
  }
  /// The same in storage axes.
  [[nodiscard]] T stored(int i, int j, int k, int c) const {
    return m_values[static_cast<std::size_t>(m_layout.at(i, j, k, c))];
  }

 private:
  Layout m_layout;
  std::vector<T> m_values;
};

}  // namespace tessera::test
