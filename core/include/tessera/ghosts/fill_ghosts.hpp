// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "tessera/backend/launch.hpp"
#include "tessera/ghosts/row_ghosts.hpp"
#include "tessera/strategy/list.hpp"

namespace tessera::detail {

/// Writes every ghost of a target from its cells, with one work item per ghost: slabs along z over whole planes, along
/// y over whole rows, along x over cells. `Thick`: no axis has fewer cells than ghost layers (Target::thick).
template <class TargetType, bool Thick>
class FillGhosts {
 public:
  explicit FillGhosts(TargetType const& target)
      : m_target(target), m_slabs{target.slab(0), target.slab(1), target.slab(2)} {}

  /// The number of ghosts.
  [[nodiscard]] std::int64_t count() const { return m_slabs[0] + m_slabs[1] + m_slabs[2]; }

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    int axis = 2;
    while (p >= m_slabs[axis]) p -= m_slabs[axis--];
    int g[3];
    m_target.slab_ghost(axis, p, g);
    for (int c = 0; c < TargetType::components; ++c) {
      m_target.at(g[0], g[1], g[2], c) = Thick ? m_target.resolve_thick(g, c) : m_target.resolve(g, c);
    }
  }

 private:
  TargetType m_target;
  std::int64_t m_slabs[3];
};

/// The same on hosts, for thick targets: one work item per row of cells, which writes its x ghosts and then the ghost
/// rows that mirror it. Each row is a SIMD loop.
template <class TargetType>
struct FillGhostRows {
  TargetType target;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    int const k = static_cast<int>(row / target.n[1]);
    int const j = static_cast<int>(row - std::int64_t{k} * target.n[1]);
    Range const cells{0, target.n[0]};
    TargetRowGhosts<TargetType>(target, cells).write(target, j, k);
    target.complete_images(j, k, cells.begin, cells.end);
  }
};

template <class Exec, class Fill>
void launch_ghosts(Exec const& exec, Fill const& fill) {
  if (fill.count() > 0) launch_items("tessera::fill_ghosts", exec, fill.count(), fill);
}

/// Fills the ghosts of a target that has no coupled boundary (CoupledCompletion). `Defined`: each by its definition, on
/// hosts too, as the oracle does.
template <bool Defined, class Exec, class TargetType>
void fill_ghosts(Exec const& exec, TargetType target) {
  if (target.shared) return;
  constexpr bool host = ExecTraits<Exec>::simd;
  if constexpr (host && !Defined) {
    if (target.thick()) {
      target.fused = true;  // only fused targets write ghosts with their rows
      auto const rows = std::int64_t{target.n[1]} * target.n[2];
      return launch_items("tessera::fill_ghosts", exec, rows, FillGhostRows<TargetType>{target});
    }
  } else if constexpr (!host) {
    if (target.thick()) return launch_ghosts(exec, FillGhosts<TargetType, true>(target));
  }
  launch_ghosts(exec, FillGhosts<TargetType, false>(target));
}

/// Fills the ghosts that the sweep of `bound` leaves open: all after the oracle (`All`), otherwise those of grids
/// thinner than their ghost layers, of regions, and of values on faces.
template <bool All, class Exec, class Bound>
void fill_open_ghosts(Exec const& exec, Bound const& bound) {
  for_each_index<Bound::outputs>([&](auto index) {
    auto const& target = bound.targets.template get<index.value>();
    if (All || !target.fused) fill_ghosts<All>(exec, target);
  });
}

}  // namespace tessera::detail
