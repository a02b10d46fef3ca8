// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_stage.hpp"
#include "tessera/numeric.hpp"
#include "tessera/strategy/team/row_segments.hpp"

namespace tessera::detail {

/// The x ghosts that follow from a tile's cells of each row. Their formulas are worked out once per tile: for a short
/// row that takes as long as the row.
template <class TargetType>
class TargetRowGhosts {
 public:
  using Value = typename TargetType::value_type;
  using Rules = typename TargetType::rules_type;

  KOKKOS_FUNCTION TargetRowGhosts(TargetType const& target, Range const& cells) {
    if (!target.fused) return;
    for (int g = -target.lo[0]; g < 0; ++g) add(target, g, cells);
    for (int g = target.n[0]; g < target.n[0] + target.hi[0]; ++g) add(target, g, cells);
  }

  /// Writes those of row (j, k), whose cells are stored.
  KOKKOS_FORCEINLINE_FUNCTION void write(TargetType const& target, int j, int k) const {
    for (int g = 0; g < m_count; ++g) write(target, m_ghosts[g], j, k);
  }
  /// Writes those of them that lie in `range`.
  KOKKOS_FORCEINLINE_FUNCTION void write(TargetType const& target, int j, int k, Range const& range) const {
    for (int g = 0; g < m_count; ++g) {
      if (m_ghosts[g].to >= range.begin && m_ghosts[g].to < range.end) write(target, m_ghosts[g], j, k);
    }
  }

  /// Whether the segments hold no other ghosts, and each ghost lies in the segment of its mirror.
  KOKKOS_FUNCTION bool fit(TargetType const& target, Range const& cells, RowSegments const& segments) const {
    int const held = (cells.begin == 0 ? target.lo[0] : 0) + (cells.end == target.n[0] ? target.hi[0] : 0);
    if (held != m_count) return false;  // another tile writes some, as across a periodic axis
    for (int g = 0; g < m_count; ++g) {
      int const to = m_ghosts[g].to - segments.all.begin, from = m_ghosts[g].from - segments.all.begin;
      if (to / segments.size != from / segments.size) return false;
    }
    return true;
  }

 private:
  enum class From { copy, number, function };
  struct Ghost {
    int to, from;
    From how;
    GhostFormula<Value> formula;
  };

  KOKKOS_FUNCTION void add(TargetType const& target, int to, Range const& cells) {
    Rules const& rules = *target.rules;
    int const from = rules.mirror(0, to);
    if (from < cells.begin || from >= cells.end) return;
    From const how = rules.periodic[0] ? From::copy : rules.is_uniform(0, to) ? From::number : From::function;
    m_ghosts[m_count++] = {to, from, how, rules.uniform_formula(0, to)};
  }

  KOKKOS_FORCEINLINE_FUNCTION static void write(TargetType const& target, Ghost const& ghost, int j, int k) {
    for (int c = 0; c < TargetType::components; ++c) {
      target.at(ghost.to, j, k, c) = value(target, ghost, j, k, target.at(ghost.from, j, k, c));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Value value(TargetType const& target, Ghost const& ghost, int j, int k,
                                                 Value inner) {
    if (ghost.how == From::number) return ghost.formula(inner);
    if (ghost.how == From::copy) return inner;
    int const g[3] = {ghost.to, j, k};
    return target.rules->ghost(0, g, inner, target.time);
  }

  Ghost m_ghosts[2 * largest_reach];
  int m_count = 0;
};

/// The same for all targets of a stage.
template <class... Ts>
class RowGhosts {
 public:
  KOKKOS_FUNCTION RowGhosts(Pack<Ts...> const& targets, Range const& cells)
      : RowGhosts(targets, cells, std::index_sequence_for<Ts...>{}) {}

  /// Writes the ghosts (those in a range) of row (j, k), whose cells are stored.
  template <class... Ranges>
  KOKKOS_FORCEINLINE_FUNCTION void write(Pack<Ts...> const& targets, int j, int k, Ranges const&... range) const {
    if constexpr (sizeof...(Ts) > 0) write(std::index_sequence_for<Ts...>{}, targets, j, k, range...);
  }

  /// The part of each row to stream, in segments of at most `most` cells. At a face it includes ghosts and padding: a
  /// line stored through the caches is read first and written back once more. Where rows share a cache line, or a ghost
  /// mirrors a cell of another segment or tile, cells near faces are left out.
  KOKKOS_FUNCTION RowSegments segments(Pack<Ts...> const& targets, Range const& cells, int most) const {
    return segments(targets, cells, most, std::index_sequence_for<Ts...>{});
  }

 private:
  /// Cells of a cache line, for the narrowest values stored; rows begin on lines.
  static constexpr int line = [] {
    std::size_t size = 64;
    ((size = sizeof(typename Ts::value_type) < size ? sizeof(typename Ts::value_type) : size), ...);
    return static_cast<int>(64 / size);
  }();

  template <std::size_t... Is>
  KOKKOS_FUNCTION RowGhosts(Pack<Ts...> const& targets, Range const& cells, std::index_sequence<Is...>)
      : m_ghosts{{{TargetRowGhosts<Ts>(targets.template get<Is>(), cells)}...}} {}

  template <std::size_t... Is, class... Ranges>
  KOKKOS_FORCEINLINE_FUNCTION void write(std::index_sequence<Is...>, Pack<Ts...> const& targets, int j, int k,
                                         Ranges const&... range) const {
    (m_ghosts.template get<Is>().write(targets.template get<Is>(), j, k, range...), ...);
  }

  template <std::size_t... Is>
  KOKKOS_FUNCTION RowSegments segments(Pack<Ts...> const& targets, Range const& cells, int most,
                                       std::index_sequence<Is...>) const {
    int const n = targets.template get<0>().n[0];
    int width = 0, low = 0, high = 0;
    ((width = largest(width, targets.template get<Is>().width(0)), low = largest(low, targets.template get<Is>().lo[0]),
      high = largest(high, targets.template get<Is>().hi[0])),
     ...);
    low = lines_up(low, line);
    high = lines_up(n + high, line);
    if ((... && owns_lines(targets.template get<Is>(), low, high))) {
      Range const all{cells.begin == 0 ? -low : lines_up(cells.begin, line),
                      cells.end == n ? high : lines_down(cells.end, line)};
      RowSegments const wide = RowSegments::split(all, line, most, true);
      if (wide.size > 0 && (... && m_ghosts.template get<Is>().fit(targets.template get<Is>(), cells, wide)))
        return wide;
    }
    Range const inner = common(cells, {width, n - width});
    return RowSegments::split({lines_up(inner.begin, line), lines_down(inner.end, line)}, line, most, false);
  }

  /// Whether a row of `target` shares no cache line, from `low` cells before its first to cell `high`. Padding precedes
  /// the first row only if it has ghosts.
  template <class TargetType>
  KOKKOS_FUNCTION static bool owns_lines(TargetType const& target, int low, int high) {
    return target.fused && low <= lines_up(target.lo[0], line) && low + high <= target.stride_y;
  }

  Pack<TargetRowGhosts<Ts>...> m_ghosts;
};

}  // namespace tessera::detail
