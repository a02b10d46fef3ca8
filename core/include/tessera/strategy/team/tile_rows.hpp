// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/ghosts/row_ghosts.hpp"
#include "tessera/strategy/team/row_buffers.hpp"
#include "tessera/strategy/team/row_segments.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// Host rows of a tile: each row is one SIMD loop, followed by its ghosts while it is in the cache. The constructor
/// works out what all rows of the tile have in common.
template <class Bound>
class TileRows;

template <int Rank, class Op, class Sources, class... Ts, class Results>
class TileRows<BoundStage<Rank, Op, Sources, Types<Ts...>, Results>> {
 public:
  using Bound = BoundStage<Rank, Op, Sources, Types<Ts...>, Results>;
  using Accumulator = typename Bound::Accumulator;

  KOKKOS_FORCEINLINE_FUNCTION TileRows(Bound const& bound, Tile const& tile, bool streaming)
      : m_bound(bound), m_cells{tile.lo[0], tile.hi[0]}, m_ghosts(bound.targets, m_cells) {
    for (int axis = 1; axis < 3; ++axis) {
      m_low[axis] = bound.width(axis);
      m_high[axis] = bound.n[axis] - bound.width(axis);
    }
    m_next_y = tile.hi[1] - tile.lo[1] > 1 ? 1 : 0;
    if constexpr (stores) {
      if (streaming) m_segments = m_ghosts.segments(bound.targets, m_cells, RowBuffers<Bound>::cells);
    }
  }

  /// Computes and stores the cells of row (j, k) and their ghosts. A team is one thread, so there is one lane.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int j, int k, int, int) {
    bool const beside_face = near(1, j) || near(2, k);
    bool const streamed = m_segments.size > 0 && !beside_face;
    if constexpr (stores && one_loop) {
      update_pieces(rows, j, k, streamed ? m_segments.all : Range{m_cells.end, m_cells.end});
    } else {
      if constexpr (stores) {
        if (streamed) update_pieces(rows, j, k, m_segments.all);
      }
      if (!streamed) update_simd(m_bound, rows, m_cells, j, k);
    }
    if (!streamed || !m_segments.ghosts) m_ghosts.write(m_bound.targets, j, k);
    if (beside_face) m_bound.complete_images(j, k, m_cells.begin, m_cells.end);
  }

  /// Merges the accumulators of the rows.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void merge(TeamType const& team) const {
    for (Accumulator const& accumulator : m_accumulator) m_bound.merge(team, accumulator);
  }

 private:
  /// Whether the stage writes cells: it may only reduce.
  static constexpr bool stores = sizeof...(Ts) > 0;
  /// The accumulators of a SIMD loop, one per lane.
  static constexpr int lanes = Accumulator::size == 0 ? 1 : 16;

  static constexpr int longest_run = 16;
  /// Whether rows with and without streaming share their loop. The operator is compiled into each loop: one that
  /// reduces or has a form for plain cells, several times. Other rows without streaming have their own, for they may be
  /// short and in the caches.
  static constexpr bool one_loop = Bound::has_plain || Accumulator::size > 0;

  /// Whether rows at coordinate `s` along `axis` have ghosts beyond a face.
  KOKKOS_FORCEINLINE_FUNCTION bool near(int axis, int s) const { return s < m_low[axis] || s >= m_high[axis]; }

  /// Computes a row in pieces: the segments of the cells `all`, and the cells before and after them.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_pieces(Rows const& rows, int j, int k, Range const& all) {
    int const first = all.begin < m_cells.begin ? all.begin : m_cells.begin;
    for (Range piece = piece_at(first, all); piece.begin < piece.end; piece = piece_at(piece.end, all)) {
      update_piece(rows, piece, j, k, piece.begin >= all.begin && piece.end <= all.end);
    }
  }
  /// The piece of a row from cell `begin` on.
  KOKKOS_FORCEINLINE_FUNCTION Range piece_at(int begin, Range const& all) const {
    if (begin >= all.end) return {begin, m_cells.end};
    if (begin < all.begin) return {begin, all.begin};
    return {begin, begin + m_segments.size < all.end ? begin + m_segments.size : all.end};
  }
  /// Computes a piece; a segment is computed in the first-level cache and streamed from there.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_piece(Rows const& rows, Range const& piece, int j, int k, bool segment) {
    Range const cells = common(piece, m_cells);
    RowBuffers<Bound> buffers;
    Bound stage = m_bound;
    if (segment) {
      prefetch(piece, j, k, std::make_index_sequence<Bound::inputs>{});
      buffers.clear({0, cells.begin - piece.begin});
      buffers.clear({cells.end - piece.begin, piece.end - piece.begin});
      buffers.redirect(stage, piece.begin, j, k);
    }
    update_simd(stage, rows, cells, j, k);
    if (!segment) return;
    if (m_segments.ghosts) m_ghosts.write(stage.targets, j, k, piece);
    KOKKOS_IF_ON_HOST((buffers.stream_out(m_bound, piece, j, k);))
  }

  /// Prefetches the first values of the row after (j, k), for every input: rows are often as long as a page, at whose
  /// end hardware prefetching stops.
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(Range const& range, int j, int k, std::index_sequence<Is...>) const {
    (prefetch(m_bound.sources.template get<Is>(), range, j, k), ...);
  }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(Source const& source, Range const& range, int j, int k) const {
    if constexpr (!Source::global_scalar) {
      constexpr int line = static_cast<int>(64 / sizeof(typename Source::value_type));
      [[maybe_unused]] auto const next = source.row(j + m_next_y, k + 1 - m_next_y + Source::hull.hi[2]);
      for (int c = 0; c < Source::components; ++c) {
        for (int i = range.begin; i < range.end; i += line) {
          KOKKOS_IF_ON_HOST((__builtin_prefetch(next.values + i + c * next.stride_c, 0, 2);))
        }
      }
    }
  }

  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_simd(Bound const& stage, Rows const& rows, Range cells, int j, int k) {
    if constexpr (Bound::has_plain) {
      update_runs(stage, rows, cells, j, k, m_accumulator);
    } else if constexpr (Accumulator::size == 0) {
      update_cells(stage, rows, cells, j, k);
    } else {
      update_reducing(stage, rows, cells, j, k, m_accumulator);
    }
  }
  /// The hot loop of hosts. It takes copies, which stores cannot alias.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_cells(Bound const stage, Rows const rows, Range cells, int j, int k) {
#pragma omp simd
    for (int i = cells.begin; i < cells.end; ++i) stage.update(rows, i, j, k);
  }
  /// The same with reductions: neighbouring cells go to different lanes.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_reducing(Bound const stage, Rows const rows, Range cells, int j, int k,
                                                          Accumulator (&accumulator)[lanes]) {
    int i = cells.begin;
    for (; i + lanes <= cells.end; i += lanes) {
#pragma omp simd
      for (int lane = 0; lane < lanes; ++lane) stage.update(rows, i + lane, j, k, accumulator[lane]);
    }
#pragma omp simd
    for (int lane = 0; lane < cells.end - i; ++lane) stage.update(rows, i + lane, j, k, accumulator[lane]);
  }
  /// The same for an operator with a form for plain cells: runs of plain cells are SIMD loops of it.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_runs(Bound const stage, Rows const rows, Range cells, int j, int k,
                                                      Accumulator (&accumulator)[lanes]) {
    for (int i = cells.begin; i < cells.end;) {
      int const run = plain_run(stage, rows, i, cells.end - i);
      if (run == longest_run) {
#pragma omp simd
        for (int lane = 0; lane < longest_run; ++lane)
          stage.update_plain(rows, i + lane, j, k, accumulator[lanes == 1 ? 0 : lane]);
      } else if (run > 0) {
#pragma omp simd
        for (int lane = 0; lane < run; ++lane)
          stage.update_plain(rows, i + lane, j, k, accumulator[lanes == 1 ? 0 : lane]);
      } else {
        stage.update(rows, i, j, k, accumulator[0]);
      }
      i += run > 0 ? run : 1;
    }
  }
  /// The number of plain cells among the `left` cells from i on, within one loop.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static int plain_run(Bound const& stage, Rows const& rows, int i, int left) {
    if (left >= longest_run) {
      int plain = 0;
#pragma omp simd reduction(+ : plain)
      for (int lane = 0; lane < longest_run; ++lane) plain += stage.is_plain(rows, i + lane) ? 1 : 0;
      if (plain == longest_run) return longest_run;
    }
    int run = 0;
    while (run < left && run < longest_run - 1 && stage.is_plain(rows, i + run)) ++run;
    return run;
  }

  Bound const& m_bound;
  Accumulator m_accumulator[lanes];
  Range m_cells;
  int m_low[3] = {}, m_high[3] = {};
  int m_next_y;  ///< 1: rows follow along y; 0: along z
  RowGhosts<Ts...> m_ghosts;
  RowSegments m_segments;
};

}  // namespace tessera::detail
