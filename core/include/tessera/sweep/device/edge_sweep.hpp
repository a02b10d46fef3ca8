// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/exec_traits.hpp"
#include "tessera/sweep/device/shuffle.hpp"
#include "tessera/sweep/tiling.hpp"

namespace tessera::detail {

/// The sweep of GPUs for operators that are made of edges: each edge, and what edges need to know of a cell, is
/// computed once for both its sides. The lanes of a warp are cells side by side in x, and sweep up the rows: what a
/// cell's neighbours in x have found comes from their lanes, what the row below has found stays in registers.
///
///     lane        0     1     2           30    31      a lane computes its cell, the edge on its low x side, and the
///              [ . ]-|-[ c ]-|-[ c ] ... [ c ]-|-[ . ]  one on its high y side; the first and the last one are there
///                                                       for their neighbours and store nothing
/// Cells that are not plain are left for the end, when the team shares them out: they wait in a list in scratch.
template <class Exec, class Bound>
struct EdgeSweep {
  using Seen = typename Bound::Seen;

  Bound bound;
  Tiling tiling;

  /// Bytes of scratch that the list of a tile takes.
  static std::size_t scratch_bytes(Schedule const& s) {
    return Bound::has_plain ? sizeof(int) * (static_cast<std::size_t>(s.tile_x) * s.chunk_z + 1) + 16 : 0;
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    Waiting waiting(team, tiling);
    int const lane = team.rank() % shuffle_lanes;
    int const first = tile.lo[0] + team.rank() / shuffle_lanes * edge_strip;
    Seen seen;
    if (first < tile.hi[0]) {  // for all lanes of a warp or none
      int const i = first - 1 + lane;
      bool const stores = lane > 0 && lane <= edge_strip && i < tile.hi[0];
      sweep(i < bound.n[0] ? i : bound.n[0], stores, tile, waiting, seen);
    }
    waiting.update(team, bound, tile, seen);
    bound.merge(team, seen);
    complete_tile(team, bound, tile);
  }

 private:
  /// Cells of a tile that are not plain, by number.
  struct Waiting {
    int* list = nullptr;  ///< how many, and which
    int width;

    template <class TeamType>
    KOKKOS_FORCEINLINE_FUNCTION Waiting(TeamType const& team, Tiling const& tiling) : width(tiling.size[0]) {
      if constexpr (Bound::has_plain) {
        list = team.template scratch<int>(static_cast<std::size_t>(tiling.size[0]) * tiling.size[2] + 1);
        if (team.rank() == 0) list[0] = 0;
        team.barrier();
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION void add(Tile const& tile, int i, int k) const {
      list[1 + Kokkos::atomic_fetch_add(list, 1)] = (k - tile.lo[2]) * width + i - tile.lo[0];
    }
    template <class TeamType>
    KOKKOS_FORCEINLINE_FUNCTION void update(TeamType const& team, Bound const& bound, Tile const& tile,
                                            Seen& seen) const {
      if constexpr (Bound::has_plain) {
        team.barrier();
        TESSERA_NO_UNROLL
        for (int m = team.rank(); m < list[0]; m += team.size()) {
          int const i = tile.lo[0] + list[1 + m] % width, k = tile.lo[2] + list[1 + m] / width;
          bound.update(bound.memory_rows(0, k), i, 0, k, seen);
        }
      }
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, bool stores, Tile const& tile, Waiting const& waiting,
                                         Seen& seen) const {
    int const begin = tile.lo[2], end = tile.hi[2];
    auto here = bound.edge_cell(bound.memory_rows(0, begin), i);
    auto below = bound.template edge<1>(bound.edge_cell(bound.memory_rows(0, begin - 1), i), here).high;
    TESSERA_NO_UNROLL
    for (int k = begin; k < end; ++k) {
      auto const next = bound.edge_cell(bound.memory_rows(0, k + 1), i);
      auto const x = bound.template edge<0>(from_lane<-1>(here), here);
      auto const x_high = from_lane<1>(x.low);
      auto const y = bound.template edge<1>(here, next);
      EdgesAround<decltype(x.low)> const around{x.high, x_high, below, y.low};
      if (stores) put(around, here, i, k, tile, waiting, seen);
      here = next;
      below = y.high;
    }
  }
  template <class Around, class Cell>
  KOKKOS_FORCEINLINE_FUNCTION void put(Around const& around, Cell const& here, int i, int k, Tile const& tile,
                                       Waiting const& waiting, Seen& seen) const {
    auto const rows = bound.memory_rows(0, k);
    if constexpr (Bound::has_plain) {
      if (!bound.is_plain(rows, i)) return waiting.add(tile, i, k);
    }
    bound.store(bound.gather(around, here, rows, i), i, 0, k, seen);
  }
};

template <class Exec, class Bound>
void sweep(Edges, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  EdgeSweep<Exec, Bound> const functor{bound, Tiling(bound.n, s)};
  using Policy =
      Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<edge_team_size, EDGE_MIN_TEAMS>>;
  Policy policy(exec, functor.tiling.league_size(), s.team_size, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(EdgeSweep<Exec, Bound>::scratch_bytes(s))));
  Kokkos::parallel_for(label + "/edges",
                       Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight),
                       functor);
  fill_ghosts(exec, bound, false);
}

inline ResolvedSchedule resolve(Edges, Schedule const& wish, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_edge_schedule(wish, shape, limits);
}

}  // namespace tessera::detail
