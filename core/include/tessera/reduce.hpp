// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <Kokkos_Core.hpp>

#include "tessera/exec_traits.hpp"
#include "tessera/field.hpp"
#include "tessera/sum_order.hpp"

namespace tessera {

/// Norms of a field's cells, accumulated in double, with the same bits for every number of threads and on every
/// execution space.
struct Norms {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  double mean = 0;
  double l2 = 0;                ///< root mean square
  double change = 0;            ///< largest absolute difference from the other version
  std::int64_t first_bad = -1;  ///< the first value that is NaN or infinite, counted in (c, z, y, x) order; -1: none
};

namespace detail {

/// What one lane, one group or all of them have seen.
struct PartialNorms {
  double sum, squares, minimum, maximum, change;
  std::int64_t bad;

  KOKKOS_FORCEINLINE_FUNCTION static PartialNorms nothing() {
    return {0, 0, Kokkos::Experimental::infinity_v<double>, -Kokkos::Experimental::infinity_v<double>, 0, INT64_MAX};
  }
  KOKKOS_FORCEINLINE_FUNCTION void see(double value, double other, std::int64_t index) {
    double const difference = value < other ? other - value : value - other;
    sum += value;
    squares += value * value;
    minimum = value < minimum ? value : minimum;
    maximum = value > maximum ? value : maximum;
    change = difference > change ? difference : change;
    bad = value - value == 0 || bad < index ? bad : index;
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(PartialNorms const& o) {
    sum += o.sum;
    squares += o.squares;
    minimum = o.minimum < minimum ? o.minimum : minimum;
    maximum = o.maximum > maximum ? o.maximum : maximum;
    change = o.change > change ? o.change : change;
    bad = o.bad < bad ? o.bad : bad;
  }
};

/// First stage: on devices a work item is a lane of a group; on hosts it is a group, whose lanes are a SIMD loop and
/// are added up at once.
template <class T, bool Simd>
struct LaneNorms {
  T const* field;
  T const* other;
  Layout layout;
  PartialNorms* out;  ///< of lanes; on hosts of groups
  SumOrder order;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    constexpr int count = SumOrder::lanes;
    if constexpr (Simd) {
      PartialNorms partial[count];
      for (auto& p : partial) p = PartialNorms::nothing();
      for_pieces(item, [&](T const* a, T const* b, std::int64_t first, int cells) {
        int i = 0;
        for (; i + count <= cells; i += count) {
#pragma omp simd
          for (int lane = 0; lane < count; ++lane) partial[lane].see(a[i + lane], b[i + lane], first + i + lane);
        }
        for (int lane = 0; i + lane < cells; ++lane) partial[lane].see(a[i + lane], b[i + lane], first + i + lane);
      });
      for (int lane = 1; lane < count; ++lane) partial[0].add(partial[lane]);
      out[item] = partial[0];
    } else {
      PartialNorms partial = PartialNorms::nothing();
      for_pieces(item / count, [&](T const* a, T const* b, std::int64_t first, int cells) {
        for (int i = static_cast<int>(item % count); i < cells; i += count) partial.see(a[i], b[i], first + i);
      });
      out[item] = partial;
    }
  }

 private:
  /// Calls `f` with a piece's values of the two fields, the index of its first cell among all, and its length.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(std::int64_t group, F const& f) const {
    order.for_pieces(group, [&](std::int64_t row, int begin, int end) {
      int const j = static_cast<int>(row % layout.n[1]);
      int const k = static_cast<int>(row / layout.n[1] % layout.n[2]);
      int const c = static_cast<int>(row / layout.n[1] / layout.n[2]);
      std::ptrdiff_t const at = layout.at(begin, j, k, c);
      f(field + at, other + at, row * layout.n[0] + begin, end - begin);
    });
  }
};

/// Next stages: adds `fan` neighbours in order.
struct CombineNorms {
  PartialNorms const* in;
  PartialNorms* out;
  std::int64_t count;
  int fan;

  KOKKOS_FUNCTION void operator()(std::int64_t group) const {
    std::int64_t const end = (group + 1) * fan < count ? (group + 1) * fan : count;
    PartialNorms partial = in[group * fan];
    for (std::int64_t i = group * fan + 1; i < end; ++i) partial.add(in[i]);
    out[group] = partial;
  }
};

}  // namespace detail

/// Computes Norms behind the sweeps already enqueued, without making the host wait: `begin`, more sweeps, `end`.
template <class Exec>
class NormTask {
 public:
  /// Enqueues the norms of `field` and its largest difference from `other` (a field of the same layout).
  template <class T>
  void begin(Exec const& exec, Field<T, Exec> const& field, Field<T, Exec> const& other) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    constexpr bool simd = ExecTraits<Exec>::simd;
    using Order = detail::SumOrder;
    Layout const& l = field.layout();
    std::int64_t const rows = static_cast<std::int64_t>(l.n[1]) * l.n[2] * l.components;
    Order const order(rows, l.n[0]);
    std::int64_t const items = order.items(simd), groups = order.groups(),
                       last = (groups + Order::fan - 1) / Order::fan;
    if (!simd) reserve(m_lanes, items);
    reserve(m_groups, groups);
    reserve(m_last, last);
    Kokkos::parallel_for(
        "tessera::norms/lanes", Policy(exec, 0, items),
        detail::LaneNorms<T, simd>{field.data(), other.data(), l, simd ? m_groups.data() : m_lanes.data(), order});
    if constexpr (!simd) {
      Kokkos::parallel_for("tessera::norms/groups", Policy(exec, 0, groups),
                           detail::CombineNorms{m_lanes.data(), m_groups.data(), items, Order::lanes});
    }
    Kokkos::parallel_for("tessera::norms/last", Policy(exec, 0, last),
                         detail::CombineNorms{m_groups.data(), m_last.data(), groups, Order::fan});
    m_exec = exec;
    m_count = last;
    m_cells = static_cast<double>(rows) * l.n[0];
    m_host =
        Host(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tessera::norms/host"), static_cast<std::size_t>(last));
    Kokkos::deep_copy(exec, m_host, Kokkos::subview(m_last, std::pair<std::size_t, std::size_t>(0, last)));
  }

  /// Waits for the norms last begun.
  Norms end() {
    m_exec.fence("tessera::norms");
    detail::PartialNorms all = detail::PartialNorms::nothing();
    for (std::int64_t i = 0; i < m_count; ++i) all.add(m_host(static_cast<std::size_t>(i)));
    Norms norms;
    norms.minimum = all.minimum;
    norms.maximum = all.maximum;
    norms.mean = all.sum / m_cells;
    norms.l2 = std::sqrt(all.squares / m_cells);
    norms.change = all.change;
    norms.first_bad = all.bad == INT64_MAX ? -1 : all.bad;
    return norms;
  }

 private:
  using Device = Kokkos::View<detail::PartialNorms*, typename Exec::memory_space>;
  using Host = Kokkos::View<detail::PartialNorms*, Kokkos::SharedHostPinnedSpace>;

  static void reserve(Device& view, std::int64_t count) {
    if (static_cast<std::int64_t>(view.extent(0)) >= count) return;
    view = Device(Kokkos::view_alloc(Kokkos::WithoutInitializing, "tessera::norms"), static_cast<std::size_t>(count));
  }

  Exec m_exec;
  Device m_lanes, m_groups, m_last;
  Host m_host;
  std::int64_t m_count = 0;
  double m_cells = 1;
};

/// The norms of one field, now; waits for the device.
template <class T, class Exec>
Norms norms(Exec const& exec, Field<T, Exec> const& field) {
  NormTask<Exec> task;
  task.begin(exec, field, field);
  return task.end();
}

}  // namespace tessera
