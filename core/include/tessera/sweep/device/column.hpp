// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "tessera/exec_traits.hpp"
#include "tessera/sweep/device/column_window.hpp"
#include "tessera/sweep/launch.hpp"
#include "tessera/sweep/tiling.hpp"

namespace tessera::detail {

/// How a column sweep holds a bound stage (see ColumnShape).
template <class Bound>
struct ColumnShapeOf;
template <int Rank, class Op, class... Ss, class... Ts, class Results>
struct ColumnShapeOf<BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>, Results>> {
  using type =
      ColumnShape<Rank,
                  widest_of(Types<InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::once>...,
                                  InputType<Centre, typename Ts::value_type, 1>...>{}),
                  InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::once>...>;
};

/// Teams that a multiprocessor is to hold at least while it sweeps a stage: fewer where the formula is long.
template <class Op, class Shape>
constexpr unsigned column_teams() {
  constexpr int registers = Shape::registers + formula_registers<Op>();
  if (formula_registers<Op>() == 0 || registers <= 112) return Shape::teams;
  return registers <= 152 ? 3 : 2;
}

/// The sweep of GPUs: a thread owns a column of `V` x `R` cells (16 bytes along x, rows along y) and sweeps it along z
/// with the neighbours in registers; what it shares with its neighbours in x and y comes from the first-level cache,
/// which the other threads of the team have filled. No barrier but the one before the ghosts. On grids of two axes
/// a thread loads all that its next rows read before it computes the first of them (`flat`), on lines all that its
/// `pieces` of the tile read, which lie a row of the team's threads apart.
template <class Exec, class Bound, class Inputs = std::make_index_sequence<Bound::inputs>,
          class Outputs = std::make_index_sequence<Bound::outputs>>
struct ColumnSweep;
template <class Exec, class Bound, std::size_t... Is, std::size_t... Os>
struct ColumnSweep<Exec, Bound, std::index_sequence<Is...>, std::index_sequence<Os...>> {
  using Shape = typename ColumnShapeOf<Bound>::type;
  static constexpr int V = Shape::V, R = Shape::R;
  template <std::size_t I>
  using window = WindowOf<typename TypeAt<typename Bound::source_types, I>::type, Bound::rank, V, R, Shape::flat>;
  template <std::size_t O>
  using output = ColumnOutput<typename TypeAt<typename Bound::target_types, O>::type, V>;
  using Windows = Pack<window<Is>...>;
  using Stores = Pack<output<Os>...>;
  using Seen = typename Bound::Seen;

  Bound bound;
  Tiling tiling;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    int const lanes = (tiling.size[0] / V + Shape::pieces - 1) / Shape::pieces;
    Seen seen;
    for (int column = team.rank(); column < lanes * tiling.size[1] / Shape::cells_y; column += team.size()) {
      int const i = tile.lo[0] + column % lanes * V;
      int const j = tile.lo[1] + column / lanes * Shape::cells_y;
      if (i < tile.hi[0] && j < tile.hi[1]) {
        if constexpr (Shape::pieces > 1) {
          sweep_line(i, lanes * V, tile.hi[0], seen, std::make_integer_sequence<int, Shape::pieces>{});
        } else {
          sweep(i, j, tile.lo[2], tile.hi[2], seen);
        }
      }
      if constexpr (!team.single) break;  // as many threads as columns
    }
    bound.merge(team, seen);
    complete_tile(team, bound, tile);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Windows windows_at(int i, int j, int k, int cells) const {
    return {{{window<Is>(bound.sources.template get<Is>(), i, j, k, cells)}...}};
  }
  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, int j, int begin, int end, Seen& seen) const {
    Windows windows = windows_at(i, j, begin, end - begin);
    for (int k = begin; k < end; k += Shape::period * Shape::cells_z) {
      Stores const stores{{{output<Os>(bound.targets.template get<Os>(), i, j, k)}...}};
      steps(windows, stores, i, j, k, end, seen, std::make_integer_sequence<int, Shape::period>{});
    }
  }
  /// The pieces of a line that begin at cell `i`, `apart` cells from one another, as far as they are below `end`.
  template <int... Ps>
  KOKKOS_FORCEINLINE_FUNCTION void sweep_line(int i, int apart, int end, Seen& seen,
                                              std::integer_sequence<int, Ps...>) const {
    Windows windows[]{windows_at(i + Ps * apart, 0, 0, 1)...};
    ((i + Ps * apart < end ? enter_line(windows[Ps]) : void()), ...);
    ((i + Ps * apart < end ? update_line(windows[Ps], i + Ps * apart, seen) : void()), ...);
  }
  KOKKOS_FORCEINLINE_FUNCTION void enter_line(Windows& windows) const {
    (windows.template get<Is>().template enter<0>(bound.sources.template get<Is>()), ...);
  }
  KOKKOS_FORCEINLINE_FUNCTION void update_line(Windows const& windows, int i, Seen& seen) const {
    Stores const stores{{{output<Os>(bound.targets.template get<Os>(), i, 0, 0)}...}};
    bound.template update_vector<V>(pack(windows.template get<Is>().template view<0, 0>(i)...), stores, 0, 0, i, 0, 0,
                                    seen);
  }
  template <int... Phases>
  KOKKOS_FORCEINLINE_FUNCTION void steps(Windows& windows, Stores const& stores, int i, int j, int k, int end,
                                         Seen& seen, std::integer_sequence<int, Phases...>) const {
    ((k + Phases < end
          ? step<Phases>(windows, stores, i, j, k + Phases, end, seen, std::make_integer_sequence<int, R>{})
          : void()),
     ...);
  }
  template <int Phase, int... Rows>
  KOKKOS_FORCEINLINE_FUNCTION void step(Windows& windows, Stores const& stores, int i, int j, int k, int end,
                                        Seen& seen, std::integer_sequence<int, Rows...>) const {
    (windows.template get<Is>().template enter<Phase>(bound.sources.template get<Is>()), ...);
    (update_row<Phase, Rows>(windows, stores, i, j, k, end, seen), ...);
    (windows.template get<Is>().turn(bound.sources.template get<Is>()), ...);
  }
  template <int Phase, int Row>
  KOKKOS_FORCEINLINE_FUNCTION void update_row(Windows const& windows, Stores const& stores, int i, int j, int k,
                                              int end, Seen& seen) const {
    constexpr int up = Shape::flat ? Row : 0, aside = Shape::flat ? 0 : Row;
    if (Row > 0 && (Shape::flat ? k + up >= end : j + aside >= bound.n[1])) return;
    bound.template update_vector<V>(pack(windows.template get<Is>().template view<Phase, Row>(i)...), stores,
                                    Phase + up, aside, i, j + aside, k + up, seen);
  }
};

template <class Exec, class Bound>
void sweep(Column, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  Schedule const& s = resolved.schedule;
  ColumnSweep<Exec, Bound> const functor{bound, Tiling(bound.n, s)};
  using Functor = ColumnSweep<Exec, Bound>;
  using Bounds = Kokkos::LaunchBounds<column_team_size, column_teams<decltype(bound.op), typename Functor::Shape>()>;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Bounds>;
  Policy const policy(exec, functor.tiling.league_size(), s.team_size, 1);
  launch(label + "/column", policy, functor);
  fill_ghosts(exec, bound, false);
}

inline ResolvedSchedule resolve(Column, Schedule const& wish, SweepShape const& shape, TeamLimits const& limits) {
  return resolve_column_schedule(wish, shape, limits);
}

}  // namespace tessera::detail
