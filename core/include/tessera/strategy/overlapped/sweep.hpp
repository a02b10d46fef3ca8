// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/launch.hpp"
#include "tessera/ghosts/level_ghosts.hpp"
#include "tessera/strategy/list.hpp"
#include "tessera/strategy/overlapped/level_rows.hpp"
#include "tessera/strategy/overlapped/routes.hpp"
#include "tessera/strategy/overlapped/strategy.hpp"
#include "tessera/strategy/steps_launch.hpp"

namespace tessera::detail {

/// The bytes per cell of the writes of a bound stage before `W`.
template <class Bound, std::size_t W>
inline constexpr std::size_t bytes_before = [] {
  return []<class... Ts>(Types<Ts...>) {
    std::size_t sum = 0;
    int at = 0;
    ((sum +=
      at++ < static_cast<int>(W) ? sizeof(typename Ts::value_type) * static_cast<std::size_t>(Ts::components) : 0),
     ...);
    return sum;
  }(typename Bound::target_types{});
}();

template <class Bound, std::size_t W>
using target_at = typename TypeAt<typename Bound::target_types, W>::type;

/// The overlapped functor. A team owns a tile and computes all stages of all steps of it; intermediate levels are in
/// its scratch. On hosts a team is one thread and a row one SIMD loop. On devices (`Shared`) threads share the cells of
/// a plane, with one barrier for all levels of a step of the sweep.
template <class Exec, class Bounds, class Wiring, bool Shared>
struct OverlappedSweep;
template <class Exec, class... Bounds, class Wiring, bool Shared>
struct OverlappedSweep<Exec, Types<Bounds...>, Wiring, Shared> {
  static constexpr int scratch_level = Shared ? 0 : 1;  // on hosts, level 0 holds no more than a first-level cache

  Pack<Bounds...> bounds;
  TimeTiling tiling;
  StepTimes times;
  bool streaming;  ///< non-temporal stores of what outlives the launch (hosts)

  template <class Member>
  TESSERA_FLATTEN KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, !Shared> const team{member};
    int const where = scratch_level;  // a static constant has no address on devices
    char* const scratch = static_cast<char*>(
        member.team_scratch(where).get_shmem_aligned(static_cast<std::size_t>(tiling.plan.bytes), cache_line));
    StepTile const tile(tiling, scratch, tiling.tiles.tile(member.league_rank()));
    Range const planes = planes_of(tile);
    for (int s = planes.begin; s < planes.end; ++s) {
      for (int step = 0; step <= tiling.plan.steps; ++step) {
        take(team, tile, step, s, std::index_sequence_for<Bounds...>{});
      }
      if (tiling.plan.swept) team.barrier();
    }
    if constexpr (!Shared) {
      KOKKOS_IF_ON_HOST((if (streaming) stream_fence();))
    }
  }

 private:
  template <std::size_t S>
  using bound_at = typename TypeAt<Types<Bounds...>, S>::type;
  template <std::size_t S>
  using writes_of = std::make_index_sequence<bound_at<S>::outputs>;
  template <std::size_t S, std::size_t W>
  static constexpr bool is_loaded = Wiring::template loaded<S, W>.reader >= 0;
  template <std::size_t S, class Indices>
  struct Loads;
  template <std::size_t S, std::size_t... Ws>
  struct Loads<S, std::index_sequence<Ws...>> {
    static constexpr bool any = (is_loaded<S, Ws> || ...);
  };

  /// The steps of the sweep in which a level of the tile has a plane.
  KOKKOS_FUNCTION Range planes_of(StepTile const& tile) const {
    Range all = tile.tile[2];
    for (int step = 0; step <= tiling.plan.steps; ++step) {
      for (int stage = 0; stage < tiling.plan.stages; ++stage) {
        OverlapLevel const& level = tiling.level(step, stage);
        Range const z = tiling.cells(level, 2, tile.tile[2]);
        if (z.begin + level.lag < all.begin) all.begin = z.begin + level.lag;
        if (step == tiling.plan.steps && z.end + level.lag > all.end) all.end = z.end + level.lag;
      }
    }
    return all;
  }

  /// All stages of one step, at step `s` of the sweep.
  template <class Team, std::size_t... Ss>
  KOKKOS_FORCEINLINE_FUNCTION void take(Team const& team, StepTile const& tile, int step, int s,
                                        std::index_sequence<Ss...>) const {
    (plane<Ss>(team, tile, step, s), ...);
  }
  /// The plane of a level that is due: its cells and their ghosts, or, beyond a face, the ghosts.
  template <std::size_t S, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void plane(Team const& team, StepTile const& tile, int step, int s) const {
    OverlapLevel const& level = tiling.level(step, static_cast<int>(S));
    if (level.depth == 0 && step < tiling.plan.steps) return;  // no stage reads it
    int const k = s - level.lag;
    Range const z = tiling.cells(level, 2, tile.tile[2]);
    if (k >= z.begin && k < z.end) {
      if (step == 0) {
        if constexpr (Loads<S, writes_of<S>>::any) load<S>(team, tile, level, k, writes_of<S>{});
      } else {
        compute<S>(team, tile, level, step, k);
      }
    } else if (k >= z.end && k < tiling.filled(level, 2, tile.tile[2]).end && !tiling.thin(level, 2)) {
      fill_due<S>(team, tile, level, step, k, writes_of<S>{});
    }
    if (!tiling.plan.swept) team.barrier();
  }

  /// Write `W` of stage `S` on a level of the tile, component `c`.
  template <std::size_t S, std::size_t W>
  KOKKOS_FORCEINLINE_FUNCTION auto ghosts(StepTile const& tile, OverlapLevel const& level, int step, int c) const {
    using TargetType = target_at<bound_at<S>, W>;
    LevelRing<typename TargetType::value_type> const ring(tile, level, bytes_before<bound_at<S>, W>);
    return LevelGhosts<TargetType>{bounds.template get<S>().targets.template get<W>(), ring.component(c),
                                   times.time[step]};
  }

  /// Calls f(i, j) for the cells of a plane, distributed over the team.
  template <class Team, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void for_plane(Team const& team, Range const& x, Range const& y, F const& f) {
    int const width = x.end - x.begin;
    int const count = width * (y.end - y.begin);
    for (int p = team.rank(); p < count; p += team.size()) f(x.begin + p % width, y.begin + p / width);
  }
  /// Calls f(i, gi, count) for the pieces of a row, split where it wraps around a periodic axis: `count` cells from
  /// ring coordinate i and grid coordinate gi on.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_pieces(Range const& x, F const& f) const {
    TimeAxis const axis = tiling.axis(0);
    for (int i = x.begin; i < x.end;) {
      int const gi = axis.wrapped(i);
      int const left = axis.wraps() ? axis.n - gi : x.end - i;
      int const count = left < x.end - i ? left : x.end - i;
      f(i, gi, count);
      i += count;
    }
  }

  // --- what is loaded ---

  template <std::size_t S, class Team, std::size_t... Ws>
  KOKKOS_FORCEINLINE_FUNCTION void load(Team const& team, StepTile const& tile, OverlapLevel const& level, int k,
                                        std::index_sequence<Ws...>) const {
    (load_one<S, Ws>(team, tile, level, k), ...);
  }
  template <std::size_t S, std::size_t W, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void load_one(Team const& team, StepTile const& tile, OverlapLevel const& level,
                                            int k) const {
    if constexpr (is_loaded<S, W>) {
      constexpr LoadedBy by = Wiring::template loaded<S, W>;
      auto const& source = bounds.template get<by.reader>().sources.template get<by.input>();
      int const gk = tiling.axis(2).wrapped(k);
      for (int c = 0; c < target_at<bound_at<S>, W>::components; ++c) {
        auto const filled = ghosts<S, W>(tile, level, 0, c);
        Range const x = filled.ring.cells(0), y = filled.ring.cells(1);
        if constexpr (Shared) {
          for_plane(team, x, y, [&](int i, int j) {
            int const gi = tiling.axis(0).wrapped(i), gj = tiling.axis(1).wrapped(j);
            filled.scatter(i, j, k, source.row(gj, gk).read(gi, c, 0, 0, 0));
          });
        } else {
          for (int j = y.begin; j < y.end; ++j) {
            auto const from = source.row(tiling.axis(1).wrapped(j), gk);
            auto* const to = filled.ring.row(filled.ring.plane(k), j);
            for_pieces(
                x, [&](int i, int gi, int count) { copy_row(from.values + gi + c * from.stride_c, to + i, count); });
          }
          filled.fill_plane(k);
        }
      }
    }
  }

  // --- what is computed ---

  template <std::size_t S, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void compute(Team const& team, StepTile const& tile, OverlapLevel const& level, int step,
                                           int k) const {
    if constexpr (Shared) {
      cells_of_team<S>(team, tile, level, step, k);
    } else {
      rows_of_thread<S>(tile, level, step, k, writes_of<S>{});
    }
  }

  template <std::size_t S, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void cells_of_team(Team const& team, StepTile const& tile, OverlapLevel const& level,
                                                 int step, int k) const {
    int const gk = tiling.axis(2).wrapped(k);
    for_plane(team, tiling.cells(level, 0, tile.tile[0]), tiling.cells(level, 1, tile.tile[1]), [&](int i, int j) {
      int const g[3] = {tiling.axis(0).wrapped(i), tiling.axis(1).wrapped(j), gk};
      auto const result = bounds.template get<S>().evaluate(rows<S>(tile, step, j, k, g[1], gk, i - g[0]), g[0], g[1],
                                                            gk, times.time[step - 1]);
      put_cell<S>(result, tile, level, step, i, j, k, g, writes_of<S>{});
    });
  }
  template <std::size_t S, class Result, std::size_t... Ws>
  KOKKOS_FORCEINLINE_FUNCTION void put_cell(Result const& result, StepTile const& tile, OverlapLevel const& level,
                                            int step, int i, int j, int k, int const (&g)[3],
                                            std::index_sequence<Ws...>) const {
    (put_one<S, Ws>(bound_at<S>::template output<Ws>(result), tile, level, step, i, j, k, g), ...);
  }
  template <std::size_t S, std::size_t W, class V>
  KOKKOS_FORCEINLINE_FUNCTION void put_one(V const& v, StepTile const& tile, OverlapLevel const& level, int step, int i,
                                           int j, int k, int const (&g)[3]) const {
    using TargetType = target_at<bound_at<S>, W>;
    bool const own = i >= tile.tile[0].begin && i < tile.tile[0].end && tile.owns(j, k);
    for (int c = 0; c < TargetType::components; ++c) {
      auto const value = static_cast<typename TargetType::value_type>(component_of(v, c));
      if (level.depth > 0) ghosts<S, W>(tile, level, step, c).scatter(i, j, k, value);
      if (Wiring::template lasts<S, W> && step == tiling.plan.steps && own) {
        bounds.template get<S>().targets.template get<W>().at(g[0], g[1], g[2], c) = value;
      }
    }
  }

  template <std::size_t S, std::size_t... Ws>
  KOKKOS_FORCEINLINE_FUNCTION void rows_of_thread(StepTile const& tile, OverlapLevel const& level, int step, int k,
                                                  std::index_sequence<Ws...>) const {
    Range const x = tiling.cells(level, 0, tile.tile[0]), y = tiling.cells(level, 1, tile.tile[1]);
    int const gk = tiling.axis(2).wrapped(k);
    bool const last = step == tiling.plan.steps;
    for (int j = y.begin; j < y.end; ++j) {
      int const gj = tiling.axis(1).wrapped(j);
      auto const out = pack(out_row<S, Ws>(tile, level, j, k, gj, gk)...);
      for_pieces(x, [&](int i, int gi, int count) {
        update_level_row(bounds.template get<S>(), rows<S>(tile, step, j, k, gj, gk, i - gi), out, i - gi,
                         {gi, gi + count}, gj, gk, times.time[step - 1]);
      });
      if (last && tile.owns(j, k)) (put_away<S, Ws>(out.template get<Ws>(), tile, level, gj, gk), ...);
    }
    if (level.depth > 0) (fill_ghosts<S, Ws>(tile, level, step, k), ...);
  }
  /// The output row of write `W`: in the ring of the level, in memory, or in a buffer beside the rings for streaming
  /// stores.
  template <std::size_t S, std::size_t W>
  KOKKOS_FORCEINLINE_FUNCTION auto out_row(StepTile const& tile, OverlapLevel const& level, int j, int k, int gj,
                                           int gk) const {
    using TargetType = target_at<bound_at<S>, W>;
    using T = typename TargetType::value_type;
    LevelRow<T, TargetType::components> out;
    for (int c = 0; c < TargetType::components; ++c) {
      if (level.depth > 0) {
        LevelRing<T> const ring = LevelRing<T>(tile, level, bytes_before<bound_at<S>, W>).component(c);
        out.at[c] = ring.row(ring.plane(k), j);
      } else if (streaming || !Wiring::template lasts<S, W>) {
        out.at[c] = tile.output_row<T>(bytes_before<bound_at<S>, W> + static_cast<std::size_t>(c) * sizeof(T));
      } else {
        out.at[c] = &bounds.template get<S>().targets.template get<W>().at(0, gj, gk, c);
      }
    }
    return out;
  }
  /// Stores a row of the tile that outlives the launch to memory, unless it was made there.
  template <std::size_t S, std::size_t W, class Row>
  KOKKOS_FORCEINLINE_FUNCTION void put_away(Row const& row, StepTile const& tile, OverlapLevel const& level, int gj,
                                            int gk) const {
    if constexpr (Wiring::template lasts<S, W>) {
      if (level.depth == 0 && !streaming) return;
      for (int c = 0; c < target_at<bound_at<S>, W>::components; ++c) {
        auto* const to = &bounds.template get<S>().targets.template get<W>().at(0, gj, gk, c);
        Range const x = tile.tile[0];
        if (streaming) {
          stream_row(row.at[c], to, x);
        } else {
          copy_row(row.at[c] + x.begin, to + x.begin, x.end - x.begin);
        }
      }
    }
  }
  template <std::size_t S, std::size_t W>
  KOKKOS_FORCEINLINE_FUNCTION void fill_ghosts(StepTile const& tile, OverlapLevel const& level, int step, int k) const {
    for (int c = 0; c < target_at<bound_at<S>, W>::components; ++c) ghosts<S, W>(tile, level, step, c).fill_plane(k);
  }

  // --- ghosts that are due beyond the high face of z ---

  template <std::size_t S, class Team, std::size_t... Ws>
  KOKKOS_FORCEINLINE_FUNCTION void fill_due(Team const& team, StepTile const& tile, OverlapLevel const& level, int step,
                                            int k, std::index_sequence<Ws...>) const {
    (fill_due_one<S, Ws>(team, tile, level, step, k), ...);
  }
  template <std::size_t S, std::size_t W, class Team>
  KOKKOS_FORCEINLINE_FUNCTION void fill_due_one(Team const& team, StepTile const& tile, OverlapLevel const& level,
                                                int step, int k) const {
    if (!is_loaded<S, W> && step == 0) return;
    for (int c = 0; c < target_at<bound_at<S>, W>::components; ++c) {
      auto const filled = ghosts<S, W>(tile, level, step, c);
      if constexpr (Shared) {
        for_plane(team, filled.ring.filled(0), filled.ring.filled(1), [&](int i, int j) { filled.due(i, j, k); });
      } else {
        filled.image_plane(k);
      }
    }
  }

  // --- what is read ---

  /// The input rows of stage `S` in a step for row (j, k) of the tile, (gj, gk) of the grid.
  template <std::size_t S>
  KOKKOS_FORCEINLINE_FUNCTION auto rows(StepTile const& tile, int step, int j, int k, int gj, int gk, int shift) const {
    return rows<S>(tile, step, j, k, gj, gk, shift, std::make_index_sequence<bound_at<S>::inputs>{});
  }
  template <std::size_t S, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION auto rows(StepTile const& tile, int step, int j, int k, int gj, int gk, int shift,
                                        std::index_sequence<Is...>) const {
    return pack(row<S, Is>(tile, step, j, k, gj, gk, shift)...);
  }
  template <std::size_t S, std::size_t I>
  KOKKOS_FORCEINLINE_FUNCTION auto row(StepTile const& tile, int step, int j, int k, int gj, int gk, int shift) const {
    using From = typename TypeAt<typename Wiring::template routes<S>, I>::type;
    using Source = typename TypeAt<typename bound_at<S>::source_types, I>::type;
    if constexpr (From::from_level) {
      OverlapLevel const& level = tiling.level(step - (From::before ? 1 : 0), From::maker);
      LevelRing<typename Source::value_type> const ring(tile, level, bytes_before<bound_at<From::maker>, From::write>);
      return ring.template source_row<Source>(j, k, shift);
    } else {
      return bounds.template get<S>().sources.template get<I>().row(gj, gk);
    }
  }
};

/// Launches the functor; `Shared` says whether threads share a tile.
template <bool Shared, class Wiring, class Exec, class... Bounds>
void launch_overlapped(Wiring, Exec const& exec, Pack<Bounds...> const& bounds, StepsPlan const& steps,
                       StepTimes const& times, std::string const& label) {
  using Functor = OverlappedSweep<Exec, Types<Bounds...>, Wiring, Shared>;
  Schedule const& s = steps.resolved.schedule;
  TimeTiling const tiling(plan_overlap(steps.overlap, s, times.steps, Shared), bounds.template get<0>().n, s);
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<max_team_size>>;
  Policy policy(exec, tiling.tiles.league_size(), s.team_size, 1);
  policy.set_scratch_size(Functor::scratch_level, Kokkos::PerTeam(static_cast<int>(steps.resolved.scratch_bytes)));
  launch(label, policy, Functor{bounds, tiling, times, s.streaming == Streaming::on});
}

}  // namespace tessera::detail

namespace tessera {

/// Takes the steps of a launch in overlapping tiles. It neither reads nor writes ghosts of what stages write.
template <class Launch>
void launch_steps(Overlapped, Launch const& launch) {
  detail::launch_overlapped<!ExecTraits<typename Launch::execution_space>::simd>(
      typename Launch::wiring{}, launch.exec, launch.binder.all_launched(), launch.plan, launch.times,
      launch.label + "/overlapped");
}
template <class Launch>
void launch_steps(Wavefront, Launch const& launch) {
  detail::launch_overlapped<!ExecTraits<typename Launch::execution_space>::simd>(
      typename Launch::wiring{}, launch.exec, launch.binder.all_launched(), launch.plan, launch.times,
      launch.label + "/wavefront");
}

}  // namespace tessera
