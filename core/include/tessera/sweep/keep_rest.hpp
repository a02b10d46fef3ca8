// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/bound_part.hpp"

namespace tessera::detail {

/// Copies what a stage over part of the grid leaves as it is from the version before to target `I`: one work item for
/// each cell outside the stage's box, or for each cell of it (`InBox`).
template <std::size_t I, bool InBox, class Bound>
struct KeepRest {
  Bound bound;

  /// Cells in all. Outside: planes below and above the box, then rows of its planes, then cells of its rows.
  [[nodiscard]] KOKKOS_FUNCTION std::int64_t count() const { return InBox ? slab(-1) : slab(2) + slab(1) + slab(0); }

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    int axis = InBox ? -1 : 2;
    if constexpr (!InBox) {
      while (p >= slab(axis)) p -= slab(axis--);
    }
    int cell[3];
    for (int a = 0; a < 3; ++a) {
      int const e = static_cast<int>(p % extent(axis, a));
      p /= extent(axis, a);
      cell[a] = a < axis || (a == axis && e < bound.from[a]) ? e : a == axis ? e + bound.extent(a) : e + bound.from[a];
    }
    if (InBox && bound.acts(cell[0], cell[1], cell[2])) return;
    auto const& target = bound.targets.template get<I>();
    for (int c = 0; c < target.components; ++c) {
      auto& to = target.at(cell[0], cell[1], cell[2], c);
      to = bound.kept.template get<I>()[&to - target.cells];
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t extent(int axis, int a) const {
    return a < axis ? bound.n[a] : a == axis ? bound.n[a] - bound.extent(a) : bound.extent(a);
  }
  KOKKOS_FUNCTION std::int64_t slab(int axis) const { return extent(axis, 0) * extent(axis, 1) * extent(axis, 2); }
};

template <std::size_t I, bool InBox, class Exec, class Bound>
void keep_cells(Exec const& exec, Bound const& bound, std::string const& label) {
  KeepRest<I, InBox, Bound> const keep{bound};
  if (keep.count() == 0) return;
  Kokkos::parallel_for(
      label + "/keep",
      Kokkos::Experimental::require(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, keep.count()),
                                    Kokkos::Experimental::WorkItemProperty::HintLightWeight),
      keep);
}

/// Gives the targets of a stage over part of the grid the values of the cells that it leaves as they are, before its
/// sweep; nothing where a target stands in the memory of the version before.
template <class Exec, class Bound>
void keep_rest(Exec const& exec, Bound const& bound, std::string const& label) {
  for_each_index<Bound::outputs>([&](auto index) {
    if (bound.kept.template get<index.value>() == nullptr) return;
    keep_cells<index.value, false>(exec, bound, label);
    if constexpr (Bound::selective) keep_cells<index.value, true>(exec, bound, label);
  });
}

}  // namespace tessera::detail
