// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/backend/launch.hpp"
#include "tessera/bind/bound_part.hpp"
#include "tessera/strategy/list.hpp"
#include "tessera/strategy/team/strategy.hpp"

namespace tessera::detail {

/// Copies untouched cells of a stage over a region from the previous version to target `I`: the cells outside its box,
/// or (`InBox`) those in it where the stage does not act. One work item per cell, or (`Simd`) per row.
template <std::size_t I, bool InBox, bool Simd, class Bound>
struct CopyUntouched {
  Bound bound;

  /// The number of work items. Outside: planes below and above the box, then rows of its planes, then cells of its
  /// rows.
  [[nodiscard]] KOKKOS_FUNCTION std::int64_t count() const {
    return InBox ? items(-1) : items(2) + items(1) + items(0);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    int axis = InBox ? -1 : 2;
    if constexpr (!InBox) {
      while (p >= items(axis)) p -= items(axis--);
    }
    int first = 0, last = extent(axis, 0);
    if constexpr (!Simd) {
      first = static_cast<int>(p % extent(axis, 0));
      last = first + 1;
      p /= extent(axis, 0);
    }
    int const j = place(axis, 1, static_cast<int>(p % extent(axis, 1)));
    int const k = place(axis, 2, static_cast<int>(p / extent(axis, 1)));
    auto const& target = bound.targets.template get<I>();
    for (int c = 0; c < target.components; ++c) {
      auto* const to = &target.at(0, j, k, c);
      auto const* const from = bound.kept.template get<I>() + (to - target.cells);
      for (int e = first; e < last; ++e) {
        int const i = place(axis, 0, e);
        if (!InBox || !bound.acts(i, j, k)) to[i] = from[i];
      }
    }
  }

 private:
  /// Cells along axis `a` of the part that lies outside the box along `axis` (-1: of the box).
  KOKKOS_FORCEINLINE_FUNCTION int extent(int axis, int a) const {
    return a < axis ? bound.n[a] : a == axis ? bound.n[a] - bound.extent(a) : bound.extent(a);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t items(int axis) const {
    return static_cast<std::int64_t>(Simd && extent(axis, 0) > 0 ? 1 : extent(axis, 0)) * extent(axis, 1) *
           extent(axis, 2);
  }
  /// The coordinate of the `e`-th of them.
  KOKKOS_FORCEINLINE_FUNCTION int place(int axis, int a, int e) const {
    bool const below = a < axis || (a == axis && e < bound.from[a]);
    return below ? e : e + (a == axis ? bound.extent(a) : bound.from[a]);
  }
};

template <std::size_t I, bool InBox, class Exec, class Bound>
void keep_cells(Exec const& exec, Bound const& bound, std::string const& label) {
  CopyUntouched<I, InBox, ExecTraits<Exec>::simd, Bound> const keep{bound};
  if (keep.count() == 0) return;
  launch_items(label + "/keep", exec, keep.count(), keep);
}

/// Whether a sweep stores the cells of the box in which the stage does not act: a team sweep of hosts does, for a mask.
template <class Exec, class Bound, class Strategy>
inline constexpr bool stores_whole_box = false;
template <class Exec, class Bound>
requires(Bound::partial) inline constexpr bool stores_whole_box<Exec, Bound, Team> = ExecTraits<Exec>::simd
                                                                                     && Bound::selects;

/// Copies the untouched cells of all targets of a stage over a region, before its sweep by `Strategy`; none for targets
/// updated in place.
template <class Strategy, class Exec, class Bound>
void copy_untouched(Exec const& exec, Bound const& bound, std::string const& label) {
  for_each_index<Bound::outputs>([&](auto index) {
    if (bound.kept.template get<index.value>() == nullptr) return;
    keep_cells<index.value, false>(exec, bound, label);
    if constexpr (Bound::selective && !stores_whole_box<Exec, Bound, Strategy>)
      keep_cells<index.value, true>(exec, bound, label);
  });
}

}  // namespace tessera::detail
