// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <Kokkos_Core.hpp>

namespace tessera {

/// Plain data, made on the host, for kernels on `Exec`. What an operator points to must be in a Table that lives as
/// long as the Solution.
template <class T, class Exec>
class Table {
 public:
  Table() = default;
  explicit Table(std::vector<T> const& values)
      : m_values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tessera::table"), values.size()) {
    auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), m_values);
    for (std::size_t i = 0; i < values.size(); ++i) host(i) = values[i];
    Kokkos::deep_copy(m_values, host);
  }

  /// The device address of the first value; null if there are none.
  [[nodiscard]] T const* data() const { return m_values.data(); }
  [[nodiscard]] int size() const { return static_cast<int>(m_values.extent(0)); }

 private:
  Kokkos::View<T*, typename Exec::memory_space> m_values;
};

}  // namespace tessera
