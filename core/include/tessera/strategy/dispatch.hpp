// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/execution_plan.hpp"
#include "tessera/reduce/stage_reductions.hpp"
#include "tessera/strategy/column/sweep.hpp"
#include "tessera/strategy/copy_untouched.hpp"
#include "tessera/strategy/edges/sweep.hpp"
#include "tessera/strategy/naive/sweep.hpp"
#include "tessera/strategy/native.hpp"
#include "tessera/strategy/overlapped/sweep.hpp"
#include "tessera/strategy/per_cell/sweep.hpp"
#include "tessera/strategy/team/sweep.hpp"

// Dispatches a launch of the plan, which names its strategy, to the compiled sweep. Each function returns the name of
// the strategy that ran; null: none.

namespace tessera::detail {

/// Calls `f(strategy)` for the strategy `name` of a list and returns its name; null if it is not in the list.
template <class... Strategies, class F>
char const* with_strategy(Types<Strategies...>, std::string const& name, F const& f) {
  char const* found = nullptr;
  (void)((name == Strategies::name && (f(Strategies{}), found = Strategies::name, true)) || ...);
  return found;
}

/// Whether a strategy is compiled for a bound stage; others were refused when the plan was made.
template <class Exec, class Strategy, class Bound>
inline constexpr bool can_sweep = is_compiled<Exec>(Strategy{}, stage_facts<Exec, Bound>()) &&
                                  (Strategy::abilities.scalars || !Bound::scalars) &&
                                  (Strategy::abilities.parts || !Bound::partial) &&
                                  (!Strategy::abilities.flux_edges || (Bound::has_flux_edges && Bound::rank == 2)) &&
                                  (Strategy::abilities.long_formulas ||
                                   formula_registers<decltype(Bound::op)>() < long_formula_registers);

/// Enqueues the kernels of a stage: one work item for global scalars alone; otherwise its sums, its sweep, and its
/// minima and maxima.
template <bool Scalar, class Exec, class Bound, class Values>
char const* launch_stage(Exec const& exec, Bound const& bound, Values const& values, ReductionSpace<Exec> const& space,
                         Launch const& planned) {
  char const* ran = scalar_strategy;
  if constexpr (Scalar) {
    run_scalar(exec, bound, planned.stage);
  } else {
    if constexpr (Bound::sums > 0) add_up(exec, bound, values, space, planned.stage);
    ran =
        with_strategy(typename ExecTraits<Exec>::strategies{}, planned.resolved.schedule.strategy, [&](auto strategy) {
          if constexpr (can_sweep<Exec, decltype(strategy), Bound> && Bound::outputs + Bound::Accumulator::size > 0) {
            if constexpr (Bound::partial) copy_untouched<decltype(strategy)>(exec, bound, planned.stage);
            sweep(strategy, exec, bound, planned.resolved, planned.stage);
          }
        });
    if constexpr (Bound::Accumulator::size > 0) put_extremes(exec, bound, values, planned.stage);
  }
  return ran;
}

/// Enqueues a launch of several steps or stages, or of one step with ghosts on the fly.
template <class Launch>
char const* launch_tiled(Launch const& launch) {
  using Exec = typename Launch::execution_space;
  std::string const& name = launch.plan.resolved.schedule.strategy;
  if (launch.plan.ghosts_on_the_fly) {
    return with_strategy(typename ExecTraits<Exec>::strategies{}, name, [&](auto strategy) {
      if constexpr (Launch::state >= 0) {
        auto const bound = launch.binder.template launched<0>();
        if constexpr (can_sweep<Exec, decltype(strategy), std::remove_const_t<decltype(bound)>>) {
          sweep_mirrored(strategy, StateInput<Launch::state>{}, launch.exec, bound, launch.plan.resolved, launch.label);
        }
      }
    });
  }
  return with_strategy(typename ExecTraits<Exec>::time_strategies{}, name,
                       [&](auto strategy) { launch_steps(strategy, launch); });
}

}  // namespace tessera::detail
