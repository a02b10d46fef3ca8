// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/exec_traits.hpp"
#include "tessera/sweep/device/column_window.hpp"
#include "tessera/sweep/tiling.hpp"

namespace tessera::detail {

/// The widest value type of a stage's inputs and outputs decides how many cells 16 bytes are.
template <class Bound>
struct VectorWidth;
template <int Rank, class Op, class... Ss, class... Ts>
struct VectorWidth<BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>>> {
  static constexpr std::size_t widest() {
    std::size_t size = 0;
    ((size = sizeof(typename Ss::value_type) > size ? sizeof(typename Ss::value_type) : size), ...);
    ((size = sizeof(typename Ts::value_type) > size ? sizeof(typename Ts::value_type) : size), ...);
    return size;
  }
  static constexpr int value = static_cast<int>(16 / widest());
};

/// The sweep of GPUs: a thread owns a column of `V` cells side by side (16 bytes) and sweeps it along z with the
/// neighbours in registers; what it shares with its neighbours in x and y comes from the first-level cache, which the
/// other threads of the team have filled. No barrier but the one before the ghosts.
template <class Exec, class Bound>
struct ColumnSweep {
  static constexpr int V = VectorWidth<Bound>::value;

  Bound bound;
  Tiling tiling;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    int const lanes = tiling.size[0] / V;
    for (int column = team.rank(); column < lanes * tiling.size[1]; column += team.size()) {
      int const i = tile.lo[0] + column % lanes * V;
      int const j = tile.lo[1] + column / lanes;
      if (i < tile.hi[0] && j < tile.hi[1]) sweep(i, j, tile, typename Bound::source_types{});
    }
    team.barrier();
    complete_tile(team, bound, tile);
  }

 private:
  template <class... Sources>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, int j, Tile const& tile, Types<Sources...>) const {
    sweep(i, j, tile, Types<Sources...>{}, std::index_sequence_for<Sources...>{});
  }
  template <class... Sources, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, int j, Tile const& tile, Types<Sources...>,
                                         std::index_sequence<Is...>) const {
    Pack<ColumnWindow<Sources, Bound::rank, V>...> windows{
        {{ColumnWindow<Sources, Bound::rank, V>(bound.sources.template get<Is>(), i, j, tile.lo[2])}...}};
    for (int k = tile.lo[2]; k < tile.hi[2]; ++k) {
      (windows.template get<Is>().enter(k + 1 < tile.hi[2]), ...);
      bound.template update_vector<V>(windows, i, tile.hi[0], j, k);
      (windows.template get<Is>().turn(), ...);
    }
  }
};

template <class Exec, class Bound>
void sweep(Column, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  ColumnSweep<Exec, Bound> const functor{bound, Tiling(bound.n, s)};
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<max_team_size>>;
  Policy const policy(exec, functor.tiling.league_size(), s.team_size, 1);
  Kokkos::parallel_for(label + "/column",
                       Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight),
                       functor);
  fill_ghosts(exec, bound, false);
}

inline ResolvedSchedule resolve(Column, Schedule const& wish, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_column_schedule(wish, shape, limits);
}

}  // namespace tessera::detail
