// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <Kokkos_Core.hpp>

#include "tessera/backend/event.hpp"
#include "tessera/reduce/norm_kernels.hpp"
#include "tessera/storage/field.hpp"
#include "tessera/strategy/list.hpp"

namespace tessera {

/// Norms of the cells of a field, accumulated in double: the same bits for every number of threads and execution space.
struct Norms {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  double mean = 0;
  double l2 = 0;                ///< root mean square
  double change = 0;            ///< largest absolute difference from the other version
  std::int64_t first_bad = -1;  ///< index of the first NaN or infinity, in (c, z, y, x) order; -1: none
};

/// Computes Norms asynchronously, after the sweeps already enqueued: `begin`, more sweeps, `end`. The bits do not
/// depend on SIMD.
template <class Exec, bool Simd = ExecTraits<Exec>::simd>
class NormTask {
 public:
  /// Enqueues the norms of `field` and its largest difference from `other` (of the same layout). Drops norms that were
  /// begun and not ended.
  template <class T>
  void begin(Exec const& exec, Field<T, Exec> const& field, Field<T, Exec> const& other) {
    if (m_begun) m_event.wait();  // they may still be written
    Layout const& l = field.layout();
    std::int64_t const rows = static_cast<std::int64_t>(l.n[1]) * l.n[2] * l.components;
    detail::NormCells<T> const cells{field.data(), other.data(), l,
                                     detail::SumOrder(rows, l.n[0], detail::NormOrder::most_groups)};
    int const groups = static_cast<int>(cells.order.groups());
    m_count = Simd ? groups : (groups + fan - 1) / fan;
    m_cells = static_cast<double>(rows) * l.n[0];
    reserve();
    if constexpr (Simd) {
      Kokkos::parallel_for("tessera::norms", Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, groups),
                           detail::GroupNorms<T>{cells, m_partial.data()});
    } else {
      launch(exec, detail::FanNorms<T>{cells, m_partial.data()});
    }
    m_event.set(exec);
    m_begun = true;
  }

  /// Waits for the norms last begun; not for later work, if the space has events.
  Norms end() {
    m_event.wait();
    m_begun = false;
    detail::PartialNorms all = detail::PartialNorms::nothing();
    for (int i = 0, next = 0; i < m_count; i = next) {
      detail::PartialNorms norms = m_partial(i);
      next = Simd ? std::min(i + fan, m_count) : i + 1;
      for (int group = i + 1; group < next; ++group) norms.add(m_partial(group));
      all.add(norms);
    }
    Norms norms;
    norms.minimum = all.minimum;
    norms.maximum = all.maximum;
    norms.mean = all.sum / m_cells;
    norms.l2 = std::sqrt(all.squares / m_cells);
    norms.change = all.change;
    norms.first_bad = all.bad == all.none ? -1 : all.bad;
    return norms;
  }

 private:
  static constexpr int fan = detail::NormOrder::fan;

  void reserve() {
    auto const count = static_cast<std::size_t>(m_count);
    if (m_partial.extent(0) >= count) return;
    m_partial = Partial(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tessera::norms"), count);
  }

  template <class Functor>
  void launch(Exec const& exec, Functor const& functor) const {
    constexpr int most_threads = fan * detail::SumOrder::lanes;
    using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<most_threads, 2>>;
    auto const scratch = Kokkos::PerTeam(static_cast<int>(sizeof(typename Functor::Table) + alignof(double)));
    int const most =
        Policy(exec, m_count, 1).set_scratch_size(0, scratch).team_size_max(functor, Kokkos::ParallelForTag());
    Kokkos::parallel_for("tessera::norms",
                         Policy(exec, m_count, std::min(most, most_threads)).set_scratch_size(0, scratch), functor);
  }

  /// Host memory that devices write to: it is small, and a copy would take as long as the sums.
  using Partial = Kokkos::View<detail::PartialNorms*, Kokkos::SharedHostPinnedSpace>;

  Partial m_partial;  // of groups on hosts, else of fans
  detail::Event<Exec> m_event;
  int m_count = 0;
  bool m_begun = false;
  double m_cells = 1;
};

/// The norms of one field; waits for the device.
template <class T, class Exec>
Norms norms(Exec const& exec, Field<T, Exec> const& field) {
  NormTask<Exec> task;
  task.begin(exec, field, field);
  return task.end();
}

}  // namespace tessera
