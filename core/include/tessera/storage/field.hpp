// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include "tessera/quantity.hpp"
#include "tessera/storage/layout.hpp"

namespace tessera {

namespace detail {

template <class T>
struct FillRows {
  T* data;
  Layout layout;
  T value;
  /// One row, ghosts included; `row` counts rows of all components.
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t const rows = layout.n[1] + layout.lo[1] + layout.hi[1];
    std::int64_t const planes = layout.n[2] + layout.lo[2] + layout.hi[2];
    int const j = static_cast<int>(row % rows) - layout.lo[1];
    int const k = static_cast<int>(row / rows % planes) - layout.lo[2];
    T* const p = data + layout.at(0, j, k, static_cast<int>(row / (rows * planes)));
    for (int i = -layout.lo[0]; i < layout.n[0] + layout.hi[0]; ++i) p[i] = value;
  }
};

/// Copies between a field and a dense array in (c, z, y, x) order, with a change of number type.
template <class T, class Dense, bool ToField>
struct CopyDense {
  T* field;
  Dense* dense;
  Layout layout;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    std::int64_t rest = p;
    int const i = static_cast<int>(rest % layout.n[0]);
    rest /= layout.n[0];
    int const j = static_cast<int>(rest % layout.n[1]);
    rest /= layout.n[1];
    int const k = static_cast<int>(rest % layout.n[2]);
    T& value = field[layout.at(i, j, k, static_cast<int>(rest / layout.n[2]))];
    if constexpr (ToField) {
      value = static_cast<T>(dense[p]);
    } else {
      dense[p] = static_cast<Dense>(value);
    }
  }
};

}  // namespace detail

/// The storage of one version of a quantity: cells, ghost layers and padding, one component after another. The first
/// interior point of every row lies on a 128-byte boundary. Copies share the storage, as Kokkos Views do.
template <class T, class Exec>
class Field {
 public:
  using value_type = T;
  using memory_space = typename Exec::memory_space;
  using view_type = Kokkos::View<T***, Kokkos::LayoutStride, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Field() = default;

  /// Allocates and zeroes. The thread that sweeps a plane touches its rows first.
  Field(Exec const& exec, std::string const& label, Layout const& layout)
      : m_layout(layout),
        m_exec(exec),
        m_storage(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), layout.size + slack) {
    auto const address = reinterpret_cast<std::uintptr_t>(m_storage.data());
    std::uintptr_t const past = address % row_alignment;
    m_data = m_storage.data() + (past == 0 ? 0 : (row_alignment - past) / sizeof(T));
    fill(T(0));
  }

  [[nodiscard]] Layout const& layout() const { return m_layout; }
  /// The 128-byte boundary where the layout begins.
  [[nodiscard]] T* data() const { return m_data; }
  /// The address of cell (0, 0, 0), component 0.
  [[nodiscard]] T* origin() const { return m_data + m_layout.origin; }
  /// Bytes allocated.
  [[nodiscard]] std::size_t bytes() const { return (m_layout.size + slack) * sizeof(T); }

  /// The interior of a component as a View indexed (k, j, i), x last and contiguous.
  [[nodiscard]] view_type view(int component = 0) const {
    return view_type(
        origin() + component * m_layout.stride_c,
        Kokkos::LayoutStride(m_layout.n[2], m_layout.stride_z, m_layout.n[1], m_layout.stride_y, m_layout.n[0], 1));
  }

  /// Sets every cell and ghost of every component.
  void fill(T value) const {
    std::int64_t const rows = static_cast<std::int64_t>(m_layout.n[1] + m_layout.lo[1] + m_layout.hi[1]) *
                              (m_layout.n[2] + m_layout.lo[2] + m_layout.hi[2]) * m_layout.components;
    Kokkos::parallel_for("tessera::field::fill",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(m_exec, 0, rows),
                         detail::FillRows<T>{m_data, m_layout, value});
  }

  /// The values of the cells on the host, without ghosts, in (c, z, y, x) order. Waits for the device.
  template <class Out = T>
  [[nodiscard]] std::vector<Out> to_host() const {
    Kokkos::View<Out*, memory_space> dense(Kokkos::view_alloc(m_exec, Kokkos::WithoutInitializing, "dense"), size());
    copy_dense<Out, false>(dense.data());
    std::vector<Out> values(size());
    Kokkos::deep_copy(m_exec, Kokkos::View<Out*, Kokkos::HostSpace>(values.data(), values.size()), dense);
    m_exec.fence("tessera::field::to_host");
    return values;
  }

  /// Sets the cells from `values` in (c, z, y, x) order. Throws InputError for another number of values.
  template <class In>
  void from_host(std::vector<In> const& values) const {
    if (values.size() != size()) {
      throw InputError("field " + m_storage.label() + " holds " + std::to_string(size()) + " values; " +
                       std::to_string(values.size()) +
                       " were given: give one for each cell of its grid, in (c, z, y, x) order");
    }
    Kokkos::View<In*, memory_space> dense(Kokkos::view_alloc(m_exec, Kokkos::WithoutInitializing, "dense"), size());
    Kokkos::deep_copy(m_exec, dense, Kokkos::View<In const*, Kokkos::HostSpace>(values.data(), values.size()));
    copy_dense<In, true>(dense.data());
    m_exec.fence("tessera::field::from_host");
  }

  /// Number of cells times components.
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(m_layout.n[0]) * m_layout.n[1] * m_layout.n[2] * m_layout.components;
  }

 private:
  static constexpr std::size_t slack = row_alignment / sizeof(T);

  template <class Dense, bool ToField>
  void copy_dense(Dense* dense) const {
    Kokkos::parallel_for("tessera::field::copy",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(m_exec, 0, size()),
                         detail::CopyDense<T, Dense, ToField>{m_data, dense, m_layout});
  }

  Layout m_layout;
  Exec m_exec;
  Kokkos::View<T*, memory_space> m_storage;
  T* m_data = nullptr;
};

}  // namespace tessera
