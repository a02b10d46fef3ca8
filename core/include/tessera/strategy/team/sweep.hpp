// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/launch_teams.hpp"
#include "tessera/backend/macros.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/strategy/list.hpp"
#include "tessera/strategy/team/part_rows.hpp"
#include "tessera/strategy/team/placement.hpp"
#include "tessera/strategy/team/strategy.hpp"

namespace tessera::detail {

/// The placement of a source in a team sweep: in planes if the sweep keeps planes and the operator reaches past the
/// cell.
template <class Source, Placement Where>
using Placed =
    std::conditional_t<Where == Placement::planes && !is_centre(Source::hull), FromPlanes<Source>, FromMemory<Source>>;

/// Device rows of a tile: each thread updates every `lanes`-th cell.
template <class Bound>
struct LaneRows {
  Bound const& bound;
  int begin, end;
  typename Bound::Accumulator accumulator;

  KOKKOS_FORCEINLINE_FUNCTION LaneRows(Bound const& stage, Tile const& tile, bool)
      : bound(stage), begin(tile.lo[0]), end(tile.hi[0]) {}

  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION void update(Rows const& rows, int j, int k, int lane, int lanes) {
    for (int i = begin + lane; i < end; i += lanes) bound.update(rows, i, j, k, accumulator);
  }
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void merge(TeamType const& team) const {
    bound.merge(team, accumulator);
  }
};

/// The portable team functor. A team owns a tile of x and y and sweeps its chunk of z plane by plane. While plane k is
/// computed, the next one is loaded into the free slot of the ring, so that one barrier per plane suffices. Cells are
/// stored with their ghosts. On devices the threads share the cells of a row; on hosts a team is one thread and a row
/// one SIMD loop.
template <class Exec, class Bound, Placement Where>
struct TeamSweep {
  static constexpr bool simd = ExecTraits<Exec>::simd;
  using RowsOfTile = std::conditional_t<simd, TileRows<Bound>, LaneRows<Bound>>;

  Bound bound;
  Tiling tiling;
  bool streaming;  ///< non-temporal stores (hosts)

  template <class Member>
  TESSERA_FLATTEN TESSERA_KERNEL_FUNCTION void operator()(Member const& member) const {
    sweep(KokkosTeam<Member, simd>{member}, tile(member.league_rank()), typename Bound::source_types{});
  }

 private:
  /// The cells of a team: the tiling is that of the box of the stage.
  KOKKOS_FORCEINLINE_FUNCTION Tile tile(int league_rank) const {
    if constexpr (Bound::partial) {
      Tile t = tiling.tile(league_rank);
      for (int axis = 0; axis < 3; ++axis) {
        t.lo[axis] += bound.from[axis];
        t.hi[axis] += bound.from[axis];
      }
      return t;
    } else {
      return tiling.tile(league_rank);
    }
  }

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
    RowsOfTile rows_of_tile(bound, tile, streaming);
    for (int k = tile.lo[2]; k < tile.hi[2]; ++k) {
      (inputs.template get<Is>().fetch(team, tile, k), ...);
      for_each_row(team, tile, [&](int j, int lane, int lanes) {
        rows_of_tile.update(pack(inputs.template get<Is>().row(tile, j, k)...), j, k, lane, lanes);
      });
      (inputs.template get<Is>().commit(team, tile, k), ...);
      team.barrier();
      (inputs.template get<Is>().rotate(), ...);
    }
    rows_of_tile.merge(team);
    if constexpr (TeamType::single) {
      KOKKOS_IF_ON_HOST((if (streaming) stream_fence();))
    } else {
      complete_tile(team, bound, tile);
    }
  }

  /// Distributes the rows of a plane over the team: `lanes` neighbouring threads share a row.
  template <class TeamType, class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_row(TeamType const& team, Tile const& tile, F const& f) const {
    if constexpr (simd) {
      for (int j = tile.lo[1]; j < tile.hi[1]; ++j) f(j, 0, 1);
    } else {
      int const lanes = tiling.size[0] < team.size() ? tiling.size[0] : team.size();
      int const lane = team.rank() % lanes;
      int const rows = team.size() / lanes;
      int const row = team.rank() / lanes;
      if (row >= rows) return;  // threads without a row
      for (int j = tile.lo[1] + row; j < tile.hi[1]; j += rows) f(j, lane, lanes);
    }
  }
};

template <Placement Where, class Exec, class Bound>
void launch_team(Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  int const cells[3] = {bound.extent(0), bound.extent(1), bound.extent(2)};
  TeamSweep<Exec, Bound, Where> const functor{bound, Tiling(cells, s), s.streaming == Streaming::on};
  if (functor.tiling.league_size() == 0) return;  // an empty region
  launch_teams<Kokkos::LaunchBounds<max_team_size>>(label, exec, functor.tiling.league_size(), s.team_size,
                                                    resolved.scratch_bytes, functor);
}

/// Whether a stage is compiled with planes in scratch. One that has no neighbours to keep there is the same from
/// memory.
template <class Exec, class Bound>
constexpr bool has_planes() {
  bool const neighbours = []<class... Sources>(Types<Sources...>) {
    return (!is_centre(Sources::hull) || ...);
  }(typename Bound::source_types{});
  return neighbours && may_keep_planes(on_host<Exec>, stage_facts<Exec, Bound>());
}

template <class Exec, class Bound>
void sweep(Team, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  constexpr bool has = has_planes<Exec, Bound>();
  bool const planes = resolved.schedule.placement == Placement::planes;
  std::string const name = label + (planes ? "/team/planes" : "/team/memory");
  if constexpr (has) {
    if (planes) launch_team<Placement::planes>(exec, bound, resolved, name);
  }
  if (!planes || !has) launch_team<Placement::memory>(exec, bound, resolved, name);
  fill_open_ghosts<false>(exec, bound);
}

}  // namespace tessera::detail
