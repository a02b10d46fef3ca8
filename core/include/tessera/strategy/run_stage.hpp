// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include "tessera/plan/choose_schedules.hpp"
#include "tessera/plan/ghosts_on_the_fly.hpp"
#include "tessera/reduce/stage_reductions.hpp"
#include "tessera/storage/launch_memory.hpp"
#include "tessera/storage/plane_layout.hpp"
#include "tessera/strategy/copy_untouched.hpp"
#include "tessera/strategy/overlapped/sweep.hpp"

// From the name of a strategy, which is chosen when a program runs, to its sweep, which was compiled for it.

namespace tessera::detail {

/// Calls `f(strategy)` for the strategy of a list that has that name, if there is one.
template <class... Strategies, class F>
void with_strategy(Types<Strategies...>, std::string const& name, F const& f) {
  (void)((name == Strategies::name && (f(Strategies{}), true)) || ...);
}

/// Whether a strategy can sweep a bound stage; others were refused when the strategy was chosen.
template <class Strategy, class Bound>
inline constexpr bool can_sweep = (takes_scalars<Strategy>() || !Bound::scalars) &&
                                  (takes_parts<Strategy>() || !Bound::partial) &&
                                  (!needs_edges<Strategy>() || (Bound::has_edges && Bound::rank == 2)) &&
                                  (!short_formulas<Strategy>() ||
                                   formula_registers<decltype(Bound::op)>() < long_formula_registers);

/// Enqueues the kernels of a stage: one work item, or over cells its sums, its sweep, and its least and greatest
/// values.
template <bool Scalar, class Exec, class Bound, class Values>
void run_stage(Exec const& exec, Bound const& bound, Values const& values, ReductionSpace<Exec> const& space,
               StageReport const& report) {
  if constexpr (Scalar) {
    run_scalar(exec, bound, report.stage);
  } else {
    if constexpr (Bound::sums > 0) add_up(exec, bound, values, space, report.stage);
    if constexpr (Bound::partial) copy_untouched(exec, bound, report.stage);
    if constexpr (Bound::outputs + Bound::Accumulator::size > 0) {
      with_strategy(typename ExecTraits<Exec>::strategies{}, report.resolved.schedule.strategy, [&](auto strategy) {
        if constexpr (can_sweep<decltype(strategy), Bound>) {
          sweep(strategy, exec, bound, report.resolved, report.stage);
        }
      });
    }
    if constexpr (Bound::Accumulator::size > 0) put_extremes(exec, bound, values, report.stage);
  }
}

/// Launches of several steps or stages, and of single steps without ghosts in memory.
template <class ProgramType>
struct StepLauncher;

template <int Rank, class... Stages, class... Boundaries>
struct StepLauncher<Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
  /// Which input of the one stage is what it writes; -1: there are several stages, or none is.
  static constexpr int state = state_input<Program<Rank, Types<Stages...>, Types<Boundaries...>>>;
  using State = StateInput<static_cast<std::size_t>(state < 0 ? 0 : state)>;

  /// Whether launches by the plan can leave the state in strips, and go on from there.
  template <class Exec, class BinderType>
  static bool leaves_blocked_layout(Exec const&, BinderType const& binder, StepsPlan const& plan) {
    bool leaves = false;
    if constexpr (state >= 0) {
      if (!plan.ghosts_on_the_fly) {
        with_strategy(
            typename ExecTraits<Exec>::time_strategies{}, plan.resolved.schedule.strategy,
            [&](auto strategy) { leaves = takes_blocked_layout(strategy, State{}, binder.template launched<0>()); });
      }
    }
    return leaves;
  }

  /// One launch of the steps whose times are given.
  template <class Exec, class BinderType>
  static void launch(Exec const& exec, BinderType const& binder, LaunchMemory<Exec>& memory, StepsPlan const& plan,
                     StepTimes const& times, PlaneLayouts const& blocked, std::string const& label) {
    std::string const& name = plan.resolved.schedule.strategy;
    if (plan.ghosts_on_the_fly) {
      with_strategy(typename ExecTraits<Exec>::strategies{}, name, [&](auto strategy) {
        if constexpr (state >= 0) {
          sweep_mirrored(strategy, State{}, exec, binder.template launched<0>(), plan.resolved, label);
        }
      });
    } else {
      with_strategy(typename ExecTraits<Exec>::time_strategies{}, name,
                    [&](auto strategy) { launch_by(strategy, exec, binder, memory, plan, times, blocked, label); });
    }
  }

  /// What the strategy of that name asks of grids without ghosts.
  template <class Exec, class BinderType>
  static OnTheFlyGhosts on_the_fly_ghosts(std::string const& name) {
    OnTheFlyGhosts spared;
    with_strategy(typename ExecTraits<Exec>::strategies{}, name, [&](auto strategy) {
      if constexpr (state >= 0) {
        using Bound = decltype(std::declval<BinderType const&>().template launched<0>());
        spared = OnTheFlyGhostsOf<decltype(strategy), Bound, State::value>::facts();
      }
    });
    return spared;
  }

 private:
  template <class Strategy, class Exec, class BinderType>
  static void launch_by(Strategy strategy, Exec const& exec, BinderType const& binder, LaunchMemory<Exec>&,
                        StepsPlan const& plan, StepTimes const& times, PlaneLayouts const&, std::string const& label) {
    sweep_steps(strategy, WiringOf<Stages...>{}, exec, binder.all_launched(), plan, times, label);
  }
  /// The one stage of a grid that stays on the chip.
  template <class Exec, class BinderType>
  static void launch_by(Persistent strategy, Exec const& exec, BinderType const& binder, LaunchMemory<Exec>& memory,
                        StepsPlan const&, StepTimes const& times, PlaneLayouts const&, std::string const& label) {
    if constexpr (sizeof...(Stages) == 1 && (can_persist<Exec, Rank, Stages, state> && ...)) {
      sweep_steps(strategy, State{}, exec, binder.template launched<0>(), memory, times, label);
    }
  }
  /// A register tile's one stage.
  template <class Exec, class BinderType>
  static void launch_by(RegisterTile strategy, Exec const& exec, BinderType const& binder, LaunchMemory<Exec>& memory,
                        StepsPlan const&, StepTimes const& times, PlaneLayouts const& blocked,
                        std::string const& label) {
    if constexpr (state >= 0) {
      sweep_steps(strategy, State{}, exec, binder.template launched<0>(), memory, times, blocked, label);
    }
  }
};

}  // namespace tessera::detail
