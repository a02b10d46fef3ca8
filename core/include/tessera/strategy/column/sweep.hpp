// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "tessera/backend/launch_teams.hpp"
#include "tessera/backend/macros.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/ghosts/ghost_table.hpp"
#include "tessera/plan/ghosts_on_the_fly.hpp"
#include "tessera/strategy/column/partial_sum_columns.hpp"
#include "tessera/strategy/column/shape_of.hpp"
#include "tessera/strategy/column/strategy.hpp"
#include "tessera/strategy/column/window.hpp"
#include "tessera/strategy/list.hpp"
#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// Least teams per multiprocessor for a stage: fewer where the formula is long.
template <class Op, class Shape>
constexpr unsigned column_teams() {
  constexpr int registers = Shape::registers + formula_registers<Op>();
  if (formula_registers<Op>() == 0 || registers <= 112) return Shape::teams;
  return registers <= 152 ? 3 : 2;
}

/// Ghosts in memory: the sweep reads them, and writes those of its results.
struct StoredGhosts {
  static constexpr bool stored = true, in_ring = false;
  template <std::size_t I, class Source, int Rank, int V, int R, bool Flat>
  using window = WindowOf<Source, Rank, V, R, Flat>;
};

/// Ghosts on the fly for input `State`, whose next version the sweep computes: threads make the ghosts that they read
/// (MirrorWindow), and none are written. This saves short memory accesses, and time of the tiles at faces. `InRing`:
/// for reaches whose mirrors do not fit a window; the block makes ghosts in the planes of its ring (PlaneGhosts),
/// except those beyond z in the columns that windows begin with.
template <std::size_t State, class Faces, bool InRing = false>
struct MirroredGhosts {
  static constexpr bool stored = false, in_ring = InRing;
  template <std::size_t I, class Source, int Rank, int V, int R, bool Flat>
  using window = typename std::conditional_t<I == State, std::type_identity<MirrorWindow<Source, V, R, Faces, !InRing>>,
                                             ChooseWindow<Source, Rank, V, R, Flat>>::type;

  Faces faces;
  int n[3];
};

/// The column sweep: a thread owns a column of `V` x `R` cells (16 bytes along x, rows along y) and sweeps it along z
/// with the neighbours in registers. Cells of neighbouring threads come from the first-level cache, which the team has
/// filled. The only barrier precedes the ghosts. On grids of two axes a thread loads all that its next rows read before
/// it computes them (`flat`). On lines it loads all that its `pieces` of the tile read; these are the team's width
/// apart.
template <class Exec, class Bound, class Ghosts = StoredGhosts, class Inputs = std::make_index_sequence<Bound::inputs>,
          class Outputs = std::make_index_sequence<Bound::outputs>>
struct ColumnSweep;
template <class Exec, class Bound, class Ghosts, std::size_t... Is, std::size_t... Os>
struct ColumnSweep<Exec, Bound, Ghosts, std::index_sequence<Is...>, std::index_sequence<Os...>> {
  using Shape = typename ColumnShapeOf<Bound>::type;
  static constexpr int V = Shape::V, R = Shape::R;
  template <std::size_t I>
  using window = typename Ghosts::template window<I, typename TypeAt<typename Bound::source_types, I>::type,
                                                  Bound::rank, V, R, Shape::flat>;
  template <std::size_t O, bool Whole>
  using output = ColumnOutput<typename TypeAt<typename Bound::target_types, O>::type, V, Whole>;
  using Windows = Pack<window<Is>...>;
  template <bool Whole>
  using Stores = Pack<output<Os, Whole>...>;
  using Accumulator = typename Bound::Accumulator;

  Bound bound;
  Tiling tiling;
  Ghosts ghosts;
  int lanes;  ///< columns of a tile along x
  int columns;
  FastDivision per_lane;

  ColumnSweep(Bound const& stage, Tiling const& tiles, Ghosts const& where)
      : bound(stage),
        tiling(tiles),
        ghosts(where),
        lanes((tiles.size[0] / V + Shape::pieces - 1) / Shape::pieces),
        columns(lanes * tiles.size[1] / Shape::cells_y),
        per_lane(lanes) {}

  template <class Member>
  TESSERA_KERNEL_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, ExecTraits<Exec>::simd> const team{member};
    Tile const tile = tiling.tile(member.league_rank());
    Accumulator accumulator;
    for (int column = team.rank(); column < columns; column += team.size()) {
      int along_x = column;
      int const j = tile.lo[1] + per_lane.divide(along_x) * Shape::cells_y;
      int const i = tile.lo[0] + along_x * V;
      if (i < tile.hi[0] && j < tile.hi[1]) {
        if constexpr (ColumnShapeOf<Bound>::partial_sums) {
          sweep_layers(tile, i, j, accumulator);
        } else if constexpr (Shape::pieces > 1) {
          sweep_line(i, lanes * V, tile.hi[0], accumulator, std::make_integer_sequence<int, Shape::pieces>{});
        } else {
          sweep_column(i, j, tile.lo[2], tile.hi[2], accumulator);
        }
      }
      if constexpr (!team.single) break;  // as many threads as columns
    }
    bound.merge(team, accumulator);
    if constexpr (Ghosts::stored) complete_tile(team, bound, tile);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Windows windows_at(int i, int j, int k, int cells) const {
    return {{{window<Is>(bound.sources.template get<Is>(), i, j, k, cells, ghosts)}...}};
  }
  template <bool Whole>
  KOKKOS_FORCEINLINE_FUNCTION Stores<Whole> stores_at([[maybe_unused]] int i, [[maybe_unused]] int j,
                                                      [[maybe_unused]] int k) const {
    return {{{output<Os, Whole>(bound.targets.template get<Os>(), i, j, k)}...}};
  }
  /// Flat sweeps have a separate copy without branches for threads whose cells are all inside: branches would keep the
  /// compiler from interleaving loads and rows.
  KOKKOS_FORCEINLINE_FUNCTION void sweep_column(int i, int j, int begin, int end, Accumulator& accumulator) const {
    if constexpr (Shape::flat) {
      if (i + V <= bound.n[0] && (end - begin) % R == 0) return sweep<true>(i, j, begin, end, accumulator);
    }
    sweep<!Ghosts::stored>(i, j, begin, end, accumulator);
  }
  KOKKOS_FORCEINLINE_FUNCTION void sweep_layers(Tile const& tile, int i, int j, Accumulator& accumulator) const {
    using Columns = PartialSumColumns<Bound, Ghosts, V, R>;
    Columns columns(bound, ghosts, tile, i, j);
    constexpr int radius = TypeAt<typename Bound::source_types, 0>::type::reach::radius;
    for (int k = tile.lo[2] - radius; k < tile.hi[2] + radius; ++k) {
      columns.add_layer(stores_at<!Ghosts::stored>(i, j, k - radius), k >= tile.lo[2] + radius, accumulator);
    }
  }
  /// `Whole`: all cells are inside the grid.
  template <bool Whole>
  KOKKOS_FORCEINLINE_FUNCTION void sweep(int i, int j, int begin, int end, Accumulator& accumulator) const {
    Windows windows = windows_at(i, j, begin, end - begin);
    for (int k = begin; k < end; k += Shape::period * Shape::cells_z) {
      steps<Whole>(windows, stores_at<Whole>(i, j, k), i, j, k, end, accumulator,
                   std::make_integer_sequence<int, Shape::period>{});
    }
  }
  /// The pieces of a line from cell `i` on, `apart` cells from one another, up to `end`.
  template <int... Ps>
  KOKKOS_FORCEINLINE_FUNCTION void sweep_line(int i, int apart, int end, Accumulator& accumulator,
                                              std::integer_sequence<int, Ps...>) const {
    Windows windows[]{windows_at(i + Ps * apart, 0, 0, 1)...};
    ((i + Ps * apart < end ? enter_line(windows[Ps]) : void()), ...);
    ((i + Ps * apart < end ? update_line(windows[Ps], i + Ps * apart, accumulator) : void()), ...);
  }
  KOKKOS_FORCEINLINE_FUNCTION void enter_line(Windows& windows) const {
    (windows.template get<Is>().template enter<0>(bound.sources.template get<Is>()), ...);
  }
  KOKKOS_FORCEINLINE_FUNCTION void update_line(Windows const& windows, int i, Accumulator& accumulator) const {
    bound.template update_vector<V>(pack(windows.template get<Is>().template view<0, 0>(i)...),
                                    stores_at<false>(i, 0, 0), 0, 0, i, 0, 0, accumulator);
  }
  template <bool Whole, int... Phases>
  KOKKOS_FORCEINLINE_FUNCTION void steps(Windows& windows, Stores<Whole> const& stores, int i, int j, int k, int end,
                                         Accumulator& accumulator, std::integer_sequence<int, Phases...>) const {
    ((k + Phases < end ? step<Phases, Whole>(windows, stores, i, j, k + Phases, end, accumulator,
                                             std::make_integer_sequence<int, R>{})
                       : void()),
     ...);
  }
  template <int Phase, bool Whole, int... Rows>
  KOKKOS_FORCEINLINE_FUNCTION void step(Windows& windows, Stores<Whole> const& stores, int i, int j, int k, int end,
                                        Accumulator& accumulator, std::integer_sequence<int, Rows...>) const {
    (windows.template get<Is>().template enter<Phase, Whole>(bound.sources.template get<Is>()), ...);
    (windows.template get<Is>().template complete<Phase>(), ...);
    (update_row<Phase, Rows, Whole>(windows, stores, i, j, k, end, accumulator), ...);
    (windows.template get<Is>().rotate(bound.sources.template get<Is>()), ...);
  }
  template <int Phase, int Row, bool Whole>
  KOKKOS_FORCEINLINE_FUNCTION void update_row(Windows const& windows, Stores<Whole> const& stores, int i, int j, int k,
                                              int end, Accumulator& accumulator) const {
    constexpr int up = Shape::flat ? Row : 0, aside = Shape::flat ? 0 : Row;
    if (!Whole && Row > 0 && (Shape::flat ? k + up >= end : j + aside >= bound.n[1])) return;
    bound.template update_vector<V>(pack(windows.template get<Is>().template view<Phase, Row>(i)...), stores,
                                    Phase + up, aside, i, j + aside, k + up, accumulator);
  }
};

/// Launches a column sweep.
template <class Exec, class Bound, class Ghosts>
void launch_columns(Exec const& exec, Bound const& bound, Ghosts const& ghosts, Schedule const& s,
                    std::string const& label) {
  using Functor = ColumnSweep<Exec, Bound, Ghosts>;
  Functor const functor(bound, Tiling(bound.n, s), ghosts);
  using Bounds = Kokkos::LaunchBounds<column_team_size, column_teams<decltype(bound.op), typename Functor::Shape>()>;
  launch_teams<Bounds>(label + "/column", exec, functor.tiling.league_size(), s.team_size, 0, functor);
}

template <class Exec, class Bound>
void sweep(Column, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  launch_columns(exec, bound, StoredGhosts{}, resolved.schedule, label);
  fill_open_ghosts<false>(exec, bound);
}

/// A column sweep with ghosts of input `State` on the fly, for a stage that computes that quantity's next version. The
/// grid is a multiple of a thread's cells in x and y, and no thinner than the reach; faces are uniform.
template <class Bound, std::size_t State, class Shape, bool PartialSums = false>
struct MirroredColumns {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using Target = typename TypeAt<typename Bound::target_types, 0>::type;
  using Faces = GhostTable<typename Target::value_type, Source::reach::radius>;
  using Ghosts = MirroredGhosts<State, Faces>;

  /// Whole planes: not for long reaches, whose many ghosts cost more time and registers than reading them: 25 points on
  /// an H200 99 instead of 155 x 10^9 cells/s.
  static constexpr bool exist() {
    if constexpr (Bound::rank == 3 && Source::components == 1 && (PartialSums || Source::reach::radius <= 2)) {
      using Reach = std::conditional_t<PartialSums, LayerReach<typename Source::reach, 3>, typename Source::reach>;
      return WindowShape<Reach, 3, Shape::V, Shape::R>::holds_mirrors();
    } else {
      return false;
    }
  }
  template <class As = Ghosts>
  static As ghosts(Bound const& bound) {
    return {Faces(bound.targets.template get<0>().faces), {bound.n[0], bound.n[1], bound.n[2]}};
  }
  static OnTheFlyGhosts facts() {
    if constexpr (exist()) return {Shape::V, Shape::R, Source::reach::radius};
    return {};
  }
};

/// What a strategy needs of a grid for ghosts on the fly of input `State` (OnTheFlyGhosts); most strategies have none.
template <class Strategy, class Bound, std::size_t State>
struct OnTheFlyGhostsOf {
  static OnTheFlyGhosts facts() { return {}; }
};
template <class Bound, std::size_t State>
struct OnTheFlyGhostsOf<Column, Bound, State>
    : MirroredColumns<Bound, State, typename ColumnShapeOf<Bound>::type, ColumnShapeOf<Bound>::partial_sums> {};

/// Sweeps without reading or writing ghosts of input `State`. Only strategies that can are called.
template <class Strategy, std::size_t State, class Exec, class Bound>
void sweep_mirrored(Strategy, std::integral_constant<std::size_t, State>, Exec const&, Bound const&,
                    ResolvedSchedule const&, std::string const&) {}
template <std::size_t State, class Exec, class Bound>
void sweep_mirrored(Column, std::integral_constant<std::size_t, State>, Exec const& exec, Bound const& bound,
                    ResolvedSchedule const& resolved, std::string const& label) {
  using Mirrored = OnTheFlyGhostsOf<Column, Bound, State>;
  if constexpr (Mirrored::exist()) launch_columns(exec, bound, Mirrored::ghosts(bound), resolved.schedule, label);
}

}  // namespace tessera::detail
