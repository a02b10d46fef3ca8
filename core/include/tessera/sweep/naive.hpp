// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/bound_stage.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// The strategy that judges all the others: one work item per cell, neighbours from memory, then one per ghost.
struct Naive {
  static constexpr char const* name = "naive";
  static constexpr bool takes_scalars = true;
  static constexpr bool takes_parts = true;
};

namespace detail {

/// One cell of the box of a bound stage, counted x first.
template <class Bound>
struct NaiveSweep {
  Bound bound;

  KOKKOS_FUNCTION void operator()(std::int64_t cell) const {
    int const i = static_cast<int>(cell % bound.extent(0)) + bound.first(0);
    int const j = static_cast<int>(cell / bound.extent(0) % bound.extent(1)) + bound.first(1);
    int const k = static_cast<int>(cell / bound.extent(0) / bound.extent(1)) + bound.first(2);
    typename Bound::Seen seen;
    bound.update(bound.memory_rows(j, k), i, j, k, seen);
    bound.merge(Alone{}, seen);
  }
};

/// Fills the ghosts of a target, unless other kernels do (ManyCompletion).
template <class Exec, class TargetType>
void fill_ghosts(Exec const& exec, TargetType const& target) {
  if (target.shared) return;
  FillGhosts<TargetType> const fill{target};
  if (fill.count() == 0) return;
  Kokkos::parallel_for(
      "tessera::fill_ghosts",
      Kokkos::Experimental::require(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, fill.count()),
                                    Kokkos::Experimental::WorkItemProperty::HintLightWeight),
      fill);
}

/// Fills the ghosts of every target of `bound` that its sweep leaves open: all after the oracle (`all`), otherwise
/// those of grids thinner than their ghost layers, of parts, and of values on faces.
template <class Exec, class Bound>
void fill_ghosts(Exec const& exec, Bound const& bound, bool all) {
  for_each_index<Bound::outputs>([&](auto index) {
    auto const& target = bound.targets.template get<index.value>();
    if (all || !target.fused) fill_ghosts(exec, target);
  });
}

template <class Exec, class Bound>
void sweep(Naive, Exec const& exec, Bound const& bound, ResolvedSchedule const&, std::string const& label) {
  std::int64_t const cells = static_cast<std::int64_t>(bound.extent(0)) * bound.extent(1) * bound.extent(2);
  Kokkos::parallel_for(
      label + "/naive",
      Kokkos::Experimental::require(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, cells),
                                    Kokkos::Experimental::WorkItemProperty::HintLightWeight),
      NaiveSweep<Bound>{bound});
  fill_ghosts(exec, bound, true);
}

inline ResolvedSchedule resolve(Naive, Schedule wish, SweepShape const&, TeamLimits const&) {
  wish.strategy = Naive::name;
  return ResolvedSchedule{wish, 0, "the oracle: one work item per cell, neighbours from memory"};
}

}  // namespace detail

}  // namespace tessera
