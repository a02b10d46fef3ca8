// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/choose_steps.hpp"
#include "tessera/sweep/host/stream_copy.hpp"
#include "tessera/sweep/overlapped/level_ghosts.hpp"

namespace tessera::detail {

/// The overlapped functor. A team owns a tile and takes all steps of it, from the version read to the one written; the
/// levels in between stand in its scratch. On hosts a team is one thread and a row one SIMD loop; on devices
/// (`Shared`) threads share a plane's cells, with one barrier for all levels of a step of the sweep.
template <class Exec, class Bound, std::size_t State, bool Shared>
struct OverlappedSweep {
  using Source = typename TypeAt<typename Bound::source_types, State>::type;
  using TargetType = typename TypeAt<typename Bound::target_types, 0>::type;
  using T = typename TargetType::value_type;
  static constexpr int scratch_level = Shared ? 0 : 1;  // a host's level 0 holds no more than a first-level cache

  Bound bound;
  TimeTiling tiling;
  StepTimes times;
  bool streaming;  ///< what the last level makes goes past the caches (hosts)

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosTeam<Member, !Shared> const team{member};
    int const where = scratch_level;  // a constant of a type has no address on devices
    T* const scratch =
        static_cast<T*>(member.team_scratch(where).get_shmem_aligned(tiling.values() * sizeof(T), cache_line));
    TimeRings<T> const rings(scratch, tiling, tiling.tiles.tile(member.league_rank()));
    int const steps = tiling.steps;
    int const last = rings.tile[2].end - 1 + steps * tiling.lag;
    for (int s = rings.cells(2, 0).begin; s <= last; ++s) {
      for (int level = 0; level <= steps; ++level) {
        plane(team, rings, level, s - level * tiling.lag);
        if (tiling.in_place()) team.barrier();
      }
      if (!tiling.in_place()) team.barrier();
    }
    if constexpr (!Shared) {
      KOKKOS_IF_ON_HOST((if (streaming) stream_fence();))
    }
  }

 private:
  /// Plane k of a level, if the level has it: its cells and their ghosts, or the ghosts that it is made of.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void plane(Team const& team, TimeRings<T> const& rings, int level, int k) const {
    Range const z = rings.cells(2, level);
    LevelGhosts<TargetType> const ghosts{bound.targets.template get<0>(), rings, times.time[level], level};
    if (k >= z.begin && k < z.end) {
      if constexpr (Shared) {
        cells_of_team(team, rings, ghosts, level, k);
      } else {
        rows_of_thread(rings, level, k);
        if (level < tiling.steps) ghosts.fill_plane(k);
      }
    } else if (k >= z.end && k < rings.filled(2, level).end && !tiling.axis[2].thin) {
      if constexpr (Shared) {
        for_plane(team, rings.filled(0, level), rings.filled(1, level), [&](int i, int j) { ghosts.due(i, j, k); });
      } else {
        ghosts.image_plane(k);
      }
    }
  }

  /// Calls f(i, j) for the cells of a plane, dealt to the team.
  template <class Team, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void for_plane(Team const& team, Range const& x, Range const& y, F const& f) {
    int const width = x.end - x.begin;
    int const count = width * (y.end - y.begin);
    for (int p = team.rank(); p < count; p += team.size()) f(x.begin + p % width, y.begin + p / width);
  }

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void cells_of_team(Team const& team, TimeRings<T> const& rings,
                                                 LevelGhosts<TargetType> const& ghosts, int level, int k) const {
    Range const x = rings.cells(0, level), y = rings.cells(1, level);
    int const gk = tiling.axis[2].wrapped(k);
    for_plane(team, x, y, [&](int i, int j) {
      int const gi = tiling.axis[0].wrapped(i), gj = tiling.axis[1].wrapped(j);
      T v;
      if (level == 0) {
        v = bound.sources.template get<State>().row(gj, gk).read(gi, 0, 0, 0, 0);
      } else {
        v = cell(bound, rows(rings, level, j, k, gj, gk, i - gi), gi, gj, gk, times.time[level - 1]);
      }
      if (level == tiling.steps) {
        ghosts.target.at(gi, gj, gk, 0) = v;
      } else {
        ghosts.scatter(i, j, k, v);
      }
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION void rows_of_thread(TimeRings<T> const& rings, int level, int k) const {
    Range const x = rings.cells(0, level), y = rings.cells(1, level);
    TargetType const& target = bound.targets.template get<0>();
    bool const last = level == tiling.steps;
    int const gk = tiling.axis[2].wrapped(k), plane = last ? 0 : rings.plane(level, k);
    for (int j = y.begin; j < y.end; ++j) {
      int const gj = tiling.axis[1].wrapped(j);
      T* const stored = last ? &target.at(0, gj, gk, 0) : nullptr;
      T* const out = !last ? rings.row(plane, j) : streaming ? rings.last_row() : stored;
      for (int i = x.begin; i < x.end;) {  // as many pieces as the row goes round a periodic axis
        int const gi = tiling.axis[0].wrapped(i), shift = i - gi;
        int const left = tiling.axis[0].wraps() ? tiling.axis[0].n - gi : x.end - i;
        int const count = left < x.end - i ? left : x.end - i;
        if (level == 0) {
          copy_row(&bound.sources.template get<State>().row(gj, gk).values[gi], out + i, count);
        } else {
          update_row(bound, rows(rings, level, j, k, gj, gk, shift), out + shift, {gi, gi + count}, gj, gk,
                     times.time[level - 1]);
        }
        i += count;
      }
      if (last && streaming) stream_row(out, stored, x);
    }
  }
  /// Moves the cells `x` of a row past the caches, but for the lines that are not its own alone.
  KOKKOS_FUNCTION static void stream_row(T const* from, T* to, Range const& x) {
    constexpr int line = static_cast<int>(cache_line / sizeof(T));
    int const begin = lines_up(x.begin, line), end = lines_down(x.end, line);
    if (begin >= end) return copy_row(from + x.begin, to + x.begin, x.end - x.begin);
    copy_row(from + x.begin, to + x.begin, begin - x.begin);
    KOKKOS_IF_ON_HOST((stream_copy(to + begin, from + begin, static_cast<std::size_t>(end - begin) * sizeof(T));))
    copy_row(from + end, to + end, x.end - end);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void copy_row(T const* from, T* to, int count) {
#pragma omp simd
    for (int i = 0; i < count; ++i) to[i] = from[i];
  }
  /// The loop that hosts spend their time in. Takes copies: nothing that the stores could change.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static void update_row(Bound const stage, Rows const rows, T* out, Range cells, int j,
                                                     int k, double time) {
#pragma omp simd
    for (int i = cells.begin; i < cells.end; ++i) out[i] = cell(stage, rows, i, j, k, time);
  }
  /// What the operator makes of cell (i, j, k) of the grid at a time, as it is stored.
  template <class Rows>
  KOKKOS_FORCEINLINE_FUNCTION static T cell(Bound const& stage, Rows const& rows, int i, int j, int k, double time) {
    return static_cast<T>(component_of(stage.evaluate(rows, i, j, k, time), 0));
  }

  /// What level `level` reads for row (j, k) of the tile, (gj, gk) of the grid: the state from the ring of the level
  /// before, everything else from memory.
  KOKKOS_FORCEINLINE_FUNCTION auto rows(TimeRings<T> const& rings, int level, int j, int k, int gj, int gk,
                                        int shift) const {
    return rows(rings, level, j, k, gj, gk, shift, std::make_index_sequence<Bound::inputs>{});
  }
  template <std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION auto rows(TimeRings<T> const& rings, int level, int j, int k, int gj, int gk, int shift,
                                        std::index_sequence<Is...>) const {
    return pack(row<Is>(rings, level, j, k, gj, gk, shift)...);
  }
  template <std::size_t I>
  KOKKOS_FORCEINLINE_FUNCTION auto row(TimeRings<T> const& rings, int level, int j, int k, int gj, int gk,
                                       int shift) const {
    if constexpr (I == State) {
      return rings.template source_row<Source>(level - 1, j, k, shift);
    } else {
      return bound.sources.template get<I>().row(gj, gk);
    }
  }
};

/// Launches the functor; `Shared` says whether threads share a tile.
template <bool Shared, std::size_t State, class Exec, class Bound>
void launch_overlapped(Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved, StepTimes const& times,
                       std::string const& label) {
  using Functor = OverlappedSweep<Exec, Bound, State, Shared>;
  Schedule const& s = resolved.schedule;
  auto const& target = bound.targets.template get<0>();
  OverlapPlan const plan = plan_overlap(bound.n, Functor::Source::hull, target.faces.periodic, s, times.steps,
                                        sizeof(typename Functor::T), Shared);
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<max_team_size>>;
  TimeTiling const tiling(plan, bound.n, s);
  Policy policy(exec, tiling.tiles.league_size(), s.team_size, 1);
  policy.set_scratch_size(Functor::scratch_level, Kokkos::PerTeam(static_cast<int>(resolved.scratch_bytes)));
  Kokkos::parallel_for(label,
                       Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight),
                       Functor{bound, tiling, times, s.streaming == Streaming::on});
}

/// Takes `times.steps` steps in one launch: reads the cells of source `State`, none of its ghosts, and writes the cells
/// of target 0, none of its ghosts. `times.steps` is at most what the schedule was resolved for.
template <std::size_t State, class Exec, class Bound>
void sweep_steps(Overlapped, StateInput<State>, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved,
                 StepTimes const& times, std::string const& label) {
  launch_overlapped<!ExecTraits<Exec>::simd, State>(exec, bound, resolved, times, label + "/overlapped");
}
template <std::size_t State, class Exec, class Bound>
void sweep_steps(Wavefront, StateInput<State>, Exec const& exec, Bound const& bound, ResolvedSchedule const& resolved,
                 StepTimes const& times, std::string const& label) {
  launch_overlapped<!ExecTraits<Exec>::simd, State>(exec, bound, resolved, times, label + "/wavefront");
}

}  // namespace tessera::detail

namespace tessera {

/// How many steps a launch takes by a strategy, with which numbers: what every one of `time_strategies` has.
inline StepsPlan resolve_steps(Overlapped, Schedule const& wish, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_overlapped_schedule(wish, shape, limits);
}
inline StepsPlan resolve_steps(Wavefront, Schedule const& wish, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_wavefront_schedule(wish, shape, limits);
}

}  // namespace tessera
