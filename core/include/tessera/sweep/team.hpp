// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/exec_traits.hpp"
#include "tessera/sweep/host/row_buffers.hpp"
#include "tessera/sweep/placement.hpp"

namespace tessera::detail {

/// How a source is placed in a team sweep: in planes if the sweep keeps planes and the operator reaches past the cell.
template <class Source, Placement Where>
using Placed =
    std::conditional_t<Where == Placement::planes && !is_centre(Source::hull), FromPlanes<Source>, FromMemory<Source>>;

/// The portable team functor. A team owns a tile of x and y and sweeps its chunk of z plane by plane: while plane k is
/// computed the next one is loaded into the ring's free slot, so one barrier per plane is enough. Cells are stored with
/// their ghosts. On devices the threads share a row's cells; on hosts a team is one thread and a row one SIMD loop.
template <class Exec, class Bound, Placement Where>
struct TeamSweep {
  static constexpr bool simd = ExecTraits<Exec>::simd;

  Bound bound;
  Tiling tiling;
  bool streaming;  ///< stores go past the caches (hosts)

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    sweep(KokkosTeam<Member, simd>{member}, tiling.tile(member.league_rank()), typename Bound::source_types{});
  }

 private:
  template <class TeamType, class... Sources>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(TeamType const& team, Tile const& tile, Types<Sources...>) const {
    sweep_placed(team, tile, std::index_sequence_for<Sources...>{}, Types<Placed<Sources, Where>...>{});
  }

  template <class TeamType, std::size_t... Is, class... Inputs>
  KOKKOS_FORCEINLINE_FUNCTION void sweep_placed(TeamType const& team, Tile const& tile, std::index_sequence<Is...>,
                                                Types<Inputs...>) const {
    Pack<Inputs...> inputs{{{Inputs(team, bound.sources.template get<Is>(), tiling.size[0], tiling.size[1])}...}};
    (inputs.template get<Is>().begin(team, tile), ...);
    team.barrier();
    for (int k = tile.lo[2]; k < tile.hi[2]; ++k) {
      (inputs.template get<Is>().fetch(team, tile, k), ...);
      for_each_row(team, tile, [&](int j, int lane, int lanes) {
        update_row(pack(inputs.template get<Is>().row(tile, j, k)...), tile, j, k, lane, lanes);
      });
      (inputs.template get<Is>().commit(team, tile, k), ...);
      team.barrier();
      (inputs.template get<Is>().turn(), ...);
    }
    if constexpr (TeamType::single) {
      KOKKOS_IF_ON_HOST((if (streaming) stream_fence();))
    } else {
      complete_tile(team, bound, tile);
    }
  }

  /// Deals the rows of a plane to the team: `lanes` threads side by side share a row.
  template <class TeamType, class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_row(TeamType const& team, Tile const& tile, F const& f) const {
    if constexpr (simd) {
      for (int j = tile.lo[1]; j < tile.hi[1]; ++j) f(j, 0, 1);
    } else {
      int const lanes = tiling.size[0] < team.size() ? tiling.size[0] : team.size();
      int const lane = team.rank() % lanes;
      int const rows = team.size() / lanes;
      int const row = team.rank() / lanes;
      if (row >= rows) return;  // threads that do not fill a row
      for (int j = tile.lo[1] + row; j < tile.hi[1]; j += rows) f(j, lane, lanes);
    }
  }

  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_row(Rows const& rows, Tile const& tile, int j, int k, int lane,
                                              int lanes) const {
    if constexpr (simd) {
      if (streaming && !bound.near(1, j) && !bound.near(2, k)) {
        update_streaming(rows, tile.lo[0], tile.hi[0], j, k);
      } else {
        update_simd(bound, rows, tile.lo[0], tile.hi[0], j, k);
      }
      bound.complete_row(j, k, tile.lo[0], tile.hi[0]);  // while it is in the cache
    } else {
      for (int i = tile.lo[0] + lane; i < tile.hi[0]; i += lanes) bound.update(rows, i, j, k);
    }
  }

  /// Computes segments of a row in the first-level cache and stores them past the caches; cells near an x face, which
  /// `complete_row` reads again, are stored as usual.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update_streaming(Rows const& rows, int begin, int end, int j, int k) const {
    constexpr int line = 64 / sizeof(float);  // cells of a cache line, at most; rows begin on lines
    int const low = begin > bound.width(0) ? begin : bound.width(0);
    int const high = end < bound.n[0] - bound.width(0) ? end : bound.n[0] - bound.width(0);
    int const first = (low + line - 1) / line * line;
    int const last = high / line * line;
    if (first >= last) return update_simd(bound, rows, begin, end, j, k);
    update_simd(bound, rows, begin, first, j, k);
    for (int i = first; i < last; i += RowBuffers<Bound>::cells) {
      int const stop = i + RowBuffers<Bound>::cells < last ? i + RowBuffers<Bound>::cells : last;
      RowBuffers<Bound> buffers;
      update_simd(buffers.redirect(bound, i, j, k), rows, i, stop, j, k);
      KOKKOS_IF_ON_HOST((buffers.stream_out(bound, i, stop, j, k);))
    }
    update_simd(bound, rows, last, end, j, k);
  }

  /// The loop that hosts spend their time in. Takes copies: nothing that the stores could change.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_simd(Bound const stage, Rows const rows, int begin, int end, int j,
                                                      int k) {
#pragma omp simd
    for (int i = begin; i < end; ++i) stage.update(rows, i, j, k);
  }
};

template <Placement Where, class Exec, class Bound>
void launch_team(Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  TeamSweep<Exec, Bound, Where> const functor{bound, Tiling(bound.n, s), s.streaming == Streaming::on};
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<max_team_size>>;
  Policy policy(exec, functor.tiling.league_size(), s.team_size, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(resolved.scratch_bytes)));
  Kokkos::parallel_for(
      label, Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight), functor);
}

template <class Exec, class Bound>
void sweep(Team, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  if (resolved.schedule.placement == Placement::planes) {
    launch_team<Placement::planes>(exec, bound, resolved, label + "/team/planes");
  } else {
    launch_team<Placement::memory>(exec, bound, resolved, label + "/team/memory");
  }
  fill_ghosts(exec, bound, false);
}

inline ResolvedSchedule resolve(Team, Schedule const& wish, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_team_schedule(wish, shape, limits);
}

}  // namespace tessera::detail
