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

/// The ghosts that a thread writes with a cell of a target: those of plain faces without a choice, since what a small
/// grid waits for are the instructions of its threads.
template <class TargetType>
class CellGhosts {
  using T = typename TargetType::value_type;
  static constexpr int deepest = 4;

  /// The cells next to a face that have ghosts, which stand `offset` + `slope` s values from cell s along the axis, and
  /// are factor * cell + term, `term` by how many cells the cell is from the face.
  struct Side {
    int width, offset, slope;
    T factor;
    T term[deepest];
  };

 public:
  explicit CellGhosts(TargetType const& target) : m_plain(TargetType::faces_type::on_faces == 0) {
    FaceMap<T, deepest> const map(target.faces);
    for (int axis = 0; axis < 3; ++axis) {
      bool const periodic = target.faces.periodic[axis];
      int const n = target.n[axis];
      for (int end = 0; end < 2; ++end) {
        int const face = 2 * axis + end;
        Side& side = m_sides[face];
        m_plain = m_plain && target.width(axis) <= deepest && (periodic || target.faces.uniform[face]);
        side.width = target.width(axis) == 0 ? 0 : (end == 0) != periodic ? target.lo[axis] : target.hi[axis];
        side.offset = periodic ? (end == 0 ? n : -n) : (end == 0 ? -1 : 2 * n - 1);
        side.slope = periodic ? 0 : -2;
        side.factor = periodic ? T(1) : map.factor[face];
        for (int d = 0; d < deepest; ++d) side.term[d] = periodic ? -T(0) : map.term[face][d];
      }
    }
  }

  /// Writes those beyond the faces of one axis. Returns 1 if there are some.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION int complete(TargetType const& target, int i, int j, int k) const {
    int const low = Axis == 0 ? i : Axis == 1 ? j : k, high = target.n[Axis] - 1 - low;
    bool const at_low = low < m_sides[2 * Axis].width, at_high = high < m_sides[2 * Axis + 1].width;
    int const cell[1][3] = {{i, j, k}};
    if (at_low)
      m_plain ? put<Axis>(m_sides[2 * Axis], low, target, cell[0]) : target.template complete_side<Axis>(0, cell, 1);
    if (at_high)
      m_plain ? put<Axis>(m_sides[2 * Axis + 1], high, target, cell[0])
              : target.template complete_side<Axis>(1, cell, 1);
    return at_low || at_high ? 1 : 0;
  }

 private:
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION static void put(Side const& side, int from_face, TargetType const& target,
                                              int const (&cell)[3]) {
    std::ptrdiff_t const stride = Axis == 0 ? 1 : Axis == 1 ? target.stride_y : target.stride_z;
    for (int c = 0; c < TargetType::components; ++c) {
      T* const at = &target.at(cell[0], cell[1], cell[2], c);
      at[(side.offset + side.slope * cell[Axis]) * stride] = Kokkos::fma(side.factor, *at, side.term[from_face]);
    }
  }

  bool m_plain;
  Side m_sides[6];
};

/// One cell of the box of a bound stage, counted x first, and the ghosts that mirror it.
template <class Bound, class Outputs = std::make_index_sequence<Bound::outputs>>
class PerCellSweep;
template <class Bound, std::size_t... Os>
class PerCellSweep<Bound, std::index_sequence<Os...>> {
 public:
  explicit PerCellSweep(Bound const& bound)
      : m_bound(bound),
        m_row(bound.extent(0)),
        m_plane(bound.extent(1)),
        m_ghosts(pack(Ghosts<Os>(bound.targets.template get<Os>())...)) {}

  KOKKOS_FUNCTION void operator()(int i) const {
    int j = m_row.divide(i);
    int k = m_plane.divide(j);
    i += m_bound.first(0);
    j += m_bound.first(1);
    k += m_bound.first(2);
    typename Bound::Seen seen;
    m_bound.update(m_bound.memory_rows(j, k), i, j, k, seen);
    (complete<Os>(i, j, k), ...);
    m_bound.merge(Alone{}, seen);
  }

 private:
  template <std::size_t O>
  using Ghosts = CellGhosts<typename TypeAt<typename Bound::target_types, O>::type>;

  /// Writes the ghosts of a cell of target `O`: face by face, and if others are read, those beyond edges too.
  template <std::size_t O>
  KOKKOS_FORCEINLINE_FUNCTION void complete(int i, int j, int k) const {
    auto const& target = m_bound.targets.template get<O>();
    auto const& ghosts = m_ghosts.template get<O>();
    int const axes = ghosts.template complete<0>(target, i, j, k) + ghosts.template complete<1>(target, i, j, k) +
                     ghosts.template complete<2>(target, i, j, k);
    if (axes > 1 && target.edges) target.complete(i, j, k);
  }

  Bound m_bound;
  Divider m_row, m_plane;
  Pack<Ghosts<Os>...> m_ghosts;
};

template <class Exec, class Bound>
void sweep(PerCell, Exec const& exec, Bound const& bound, ResolvedSchedule const&, std::string const& label) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<256>>;
  launch(label + "/per_cell", Policy(exec, 0, bound.extent(0) * bound.extent(1) * bound.extent(2)),
         PerCellSweep<Bound>(bound));
  fill_open_ghosts<false>(exec, bound);
}

inline ResolvedSchedule resolve(PerCell, Schedule const& wish, SweepShape const& shape, TeamLimits const&) {
  return resolve_per_cell_schedule(wish, shape);
}

}  // namespace tessera::detail
