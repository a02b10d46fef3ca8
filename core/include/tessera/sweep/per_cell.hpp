// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/bound_stage.hpp"
#include "tessera/divider.hpp"
#include "tessera/sweep/device/face_map.hpp"
#include "tessera/sweep/fill_ghosts.hpp"
#include "tessera/sweep/launch.hpp"

namespace tessera::detail {

/// The deepest ghosts that a thread writes with its cell.
inline constexpr int deepest_cell_ghosts = 4;

/// Whether ghosts of a target may be written with its cells: they follow from plain faces, and none beyond edges is
/// read. What a small grid waits for are the instructions of its threads, so that others are written by a second
/// kernel.
template <class TargetType>
bool has_plain_ghosts(TargetType const& target) {
  bool plain = target.fused && !target.edges && !target.shared && TargetType::faces_type::on_faces == 0;
  for (int face = 0; face < 6; ++face) {
    int const axis = face / 2;
    plain = plain && (target.faces.periodic[axis] || target.faces.uniform[face]) &&
            target.width(axis) <= deepest_cell_ghosts;
  }
  return plain;
}

/// One cell of the box of a bound stage, counted x first, and, if they are plain, the ghosts that mirror it.
template <class Bound, class Outputs = std::make_index_sequence<Bound::outputs>>
class PerCellSweep;
template <class Bound, std::size_t... Os>
class PerCellSweep<Bound, std::index_sequence<Os...>> {
 public:
  PerCellSweep(Bound const& bound, bool plain)
      : m_bound(bound),
        m_row(bound.extent(0)),
        m_plane(bound.extent(1)),
        m_plain(plain),
        m_maps(pack(map<Os>(bound.targets.template get<Os>())...)) {}

  static bool has_plain_ghosts(Bound const& bound) {
    return (detail::has_plain_ghosts(bound.targets.template get<Os>()) && ...);
  }

  KOKKOS_FUNCTION void operator()(int i) const {
    int j = m_row.divide(i);
    int k = m_plane.divide(j);
    i += m_bound.first(0);
    j += m_bound.first(1);
    k += m_bound.first(2);
    typename Bound::Seen seen;
    m_bound.update(m_bound.memory_rows(j, k), i, j, k, seen);
    if (m_plain) (complete<Os>(i, j, k), ...);
    m_bound.merge(Alone{}, seen);
  }

 private:
  template <std::size_t O>
  using TargetOf = typename TypeAt<typename Bound::target_types, O>::type;
  template <std::size_t O>
  using Map = FaceMap<typename TargetOf<O>::value_type, deepest_cell_ghosts>;
  /// Whether values of target `O` are those of cells; others have no FaceMap.
  template <std::size_t O>
  static constexpr bool of_cells = TargetOf<O>::faces_type::on_faces == 0;

  template <std::size_t O>
  static Map<O> map(TargetOf<O> const& target) {
    if constexpr (of_cells<O>) {
      return Map<O>(target.faces);
    } else {
      return {};
    }
  }
  template <std::size_t O>
  KOKKOS_FORCEINLINE_FUNCTION void complete(int i, int j, int k) const {
    if constexpr (of_cells<O>) {
      auto const& target = m_bound.targets.template get<O>();
      auto const& map = m_maps.template get<O>();
      target.template complete_plain<0>(map, i, j, k);
      target.template complete_plain<1>(map, i, j, k);
      target.template complete_plain<2>(map, i, j, k);
    }
  }

  Bound m_bound;
  Divider m_row, m_plane;
  bool m_plain;
  Pack<Map<Os>...> m_maps;
};

template <class Exec, class Bound>
void sweep(PerCell, Exec const& exec, Bound const& bound, ResolvedSchedule const&, std::string const& label) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<256>>;
  bool const plain = PerCellSweep<Bound>::has_plain_ghosts(bound);
  launch(label + "/per_cell", Policy(exec, 0, bound.extent(0) * bound.extent(1) * bound.extent(2)),
         PerCellSweep<Bound>(bound, plain));
  if (!plain) fill_open_ghosts<true>(exec, bound);
}

inline ResolvedSchedule resolve(PerCell, Schedule const& wish, SweepShape const& shape, TeamLimits const&) {
  return resolve_per_cell_schedule(wish, shape);
}

}  // namespace tessera::detail
