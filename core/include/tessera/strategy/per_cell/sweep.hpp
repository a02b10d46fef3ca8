// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/backend/fast_division.hpp"
#include "tessera/backend/launch.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/ghosts/ghost_table.hpp"
#include "tessera/strategy/per_cell/strategy.hpp"

namespace tessera::detail {

/// The most ghost layers that a thread writes with its cell.
inline constexpr int deepest_cell_ghosts = 4;

/// Whether cells of a target write their ghosts: faces have one number each, and no ghosts beyond edges of the grid are
/// read. A second kernel writes others, because the instructions of its threads dominate on a small grid.
template <class TargetType>
bool has_plain_ghosts(TargetType const& target) {
  bool plain = target.fused && !target.ghost_edges && !target.shared && TargetType::faces_type::on_faces == 0;
  for (int face = 0; face < 6; ++face) {
    int const axis = face / 2;
    plain = plain && (target.faces.periodic[axis] || target.faces.uniform[face]) &&
            target.width(axis) <= deepest_cell_ghosts;
  }
  return plain;
}

/// The ghosts of a target by the cells that they mirror, worked out before the launch. Cells `inside + e`, 0 <= e <
/// `insides`, have none along an axis. The ghost beyond a face of cell `first + e`, 0 <= e < `count`, is `shift + turn
/// e` cells away along the axis and has the value factor * cell + term[e]. Members that every thread reads come first.
template <class T>
struct PlainGhosts {
  int inside[3], insides[3];
  int first[6], count[6], shift[6], turn[6];
  T factor[6], term[6][deepest_cell_ghosts];

  PlainGhosts() = default;
  template <class TargetType>
  explicit PlainGhosts(TargetType const& target) {
    GhostTable<T, deepest_cell_ghosts> const map(target.faces);
    for (int face = 0; face < 6; ++face) {
      int const axis = face / 2, n = target.n[axis];
      bool const low = face % 2 == 0, periodic = target.faces.periodic[axis];
      int const depth = target.constant[axis] ? 0 : low ? target.lo[axis] : target.hi[axis];
      count[face] = depth;
      first[face] = low == periodic ? n - depth : 0;
      auto const away = [&](int s) { return target.image(axis, s, low ? 1 : 2) - s; };
      shift[face] = away(first[face]);
      turn[face] = away(first[face] + 1) - shift[face];
      factor[face] = periodic ? T(1) : map.factor[face];
      for (int e = 0; e < deepest_cell_ghosts; ++e) {
        int const ghost = first[face] + e + away(first[face] + e), layer = low ? -1 - ghost : ghost - n;
        term[face][e] = e < depth && !periodic ? map.term[face][layer] : T(0);
      }
      int const mirrored = target.width(axis);
      inside[axis] = mirrored;
      insides[axis] = std::max(0, n - 2 * mirrored);
    }
  }

  /// Writes the ghosts of component `c` of cell (i, j, k) from its `value`, rather than from memory, which would take
  /// long.
  template <class TargetType>
  KOKKOS_FORCEINLINE_FUNCTION void write(TargetType const& target, int i, int j, int k, int c, T value) const {
    T* const cell = &target.at(i, j, k, c);
    write_along(0, i, cell, 1, value);
    write_along(1, j, cell, target.stride_y, value);
    write_along(2, k, cell, target.stride_z, value);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void write_along(int axis, int s, T* cell, std::ptrdiff_t stride, T value) const {
    if (static_cast<unsigned>(s - inside[axis]) < static_cast<unsigned>(insides[axis])) return;
    TESSERA_UNROLL
    for (int face = 2 * axis; face < 2 * axis + 2; ++face) {
      auto const e = static_cast<unsigned>(s - first[face]);
      if (e >= static_cast<unsigned>(count[face])) continue;
      cell[(shift[face] + turn[face] * static_cast<int>(e)) * stride] =
          GhostFormula<T>::apply(factor[face], value, term[face][e]);
    }
  }
};

/// Updates one cell of the box of a bound stage, counted x first, and its ghosts if they are plain.
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
        m_ghosts(pack(ghosts<Os>(bound.targets.template get<Os>(), plain)...)) {}

  static bool has_plain_ghosts(Bound const& bound) {
    return (detail::has_plain_ghosts(bound.targets.template get<Os>()) && ...);
  }

  KOKKOS_FUNCTION void operator()(int i) const {
    int j = m_row.divide(i);
    int k = m_plane.divide(j);
    i += m_bound.first(0);
    j += m_bound.first(1);
    k += m_bound.first(2);
    typename Bound::Accumulator accumulator;
    if constexpr (Bound::partial) {
      m_bound.update(m_bound.memory_rows(j, k), i, j, k, accumulator);
    } else {
      auto const result = m_bound.evaluate(m_bound.memory_rows(j, k), i, j, k);
      m_bound.store(result, i, j, k, accumulator);
      if (m_plain) complete_all(result, i, j, k, std::make_index_sequence<Bound::result_types::size>{});
    }
    m_bound.merge(Alone{}, accumulator);
  }

 private:
  template <std::size_t O>
  using TargetOf = typename TypeAt<typename Bound::target_types, O>::type;
  template <std::size_t O>
  using Ghosts = PlainGhosts<typename TargetOf<O>::value_type>;

  template <std::size_t O>
  static Ghosts<O> ghosts(TargetOf<O> const& target, bool plain) {
    if constexpr (TargetOf<O>::faces_type::on_faces == 0) {  // other locations have no GhostTable
      if (plain) return Ghosts<O>(target);
    }
    return {};
  }
  template <class Result, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void complete_all(Result const& result, int i, int j, int k,
                                                std::index_sequence<Is...>) const {
    (complete(typename TypeAt<typename Bound::result_types, Is>::type{}, Bound::template output<Is>(result), i, j, k),
     ...);
  }
  /// Results that do not go to cells have no ghosts.
  template <class Goes, class Values>
  KOKKOS_FORCEINLINE_FUNCTION void complete(Goes, Values const&, int, int, int) const {}
  template <int O, class Values>
  KOKKOS_FORCEINLINE_FUNCTION void complete(ToCells<O>, Values const& values, int i, int j, int k) const {
    if constexpr (TargetOf<O>::faces_type::on_faces == 0) {
      auto const& target = m_bound.targets.template get<O>();
      for (int c = 0; c < TargetOf<O>::components; ++c) {
        auto const value = static_cast<typename TargetOf<O>::value_type>(component_of(values, c));
        m_ghosts.template get<O>().write(target, i, j, k, c, value);
      }
    }
  }

  Bound m_bound;
  FastDivision m_row, m_plane;
  bool m_plain;
  Pack<Ghosts<Os>...> m_ghosts;
};

/// Calls `sweep` for each cell; CUDA has its own kernel for this (per_cell/kernel.hpp).
template <class Exec, class Sweep>
void launch_cells(Exec const& exec, Sweep const& sweep, int cells, std::string const& label) {
  launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, cells), sweep);
}

template <class Exec, class Bound>
void sweep(PerCell, Exec const& exec, Bound const& bound, ResolvedSchedule const&, std::string const& label) {
  bool const plain = PerCellSweep<Bound>::has_plain_ghosts(bound);
  launch_cells(exec, PerCellSweep<Bound>(bound, plain), bound.extent(0) * bound.extent(1) * bound.extent(2),
               label + "/per_cell");
  if (!plain) fill_open_ghosts<true>(exec, bound);
}

}  // namespace tessera::detail
