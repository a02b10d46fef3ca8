// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tessera/plan/execution_plan.hpp"
#include "tessera/strategy/list.hpp"

// Chooses the strategy and numbers of one launch from a list: by name, or the cheapest that is able.

namespace tessera::detail {

/// Whether a list of strategies holds one of this name.
template <class... Strategies>
bool is_named(Types<Strategies...>, std::string const& name) {
  return ((name == Strategies::name) || ...);
}

/// The names in lists of strategies, "column, team, naive".
template <class... Lists>
std::string names_of(Lists...) {
  std::string names;
  auto const add = [&]<class... All>(Types<All...>) {
    ((names += (names.empty() ? "" : ", ") + std::string(All::name)), ...);
  };
  (add(Lists{}), ...);
  return names;
}

/// The strategies of a space that are not compiled.
template <class Traits>
auto left_out() {
  if constexpr (requires { typename Traits::left_out; }) {
    return typename Traits::left_out{};
  } else {
    return Types<>{};
  }
}

/// How to compile a strategy that the program lacks.
inline constexpr char const* compile_all = "configure with -DTESSERA_ALL_STRATEGIES=ON to compile it";
inline constexpr char const* compile_any_steps =
    ", or configure with -DTESSERA_ALL_STRATEGIES=ON to compile tiles of any number of steps";

/// Throws InputError, with the known names, if `request` names no strategy of the space.
template <class Exec>
void check_strategy(Schedule const& request) {
  typename ExecTraits<Exec>::strategies const all;
  typename ExecTraits<Exec>::time_strategies const times;
  if (request.strategy.empty() || is_named(all, request.strategy) || is_named(times, request.strategy)) return;
  auto const left = left_out<ExecTraits<Exec>>();
  if (is_named(left, request.strategy)) {
    throw InputError("strategy '" + request.strategy + "' is not compiled, since no plan for " + Exec::name() +
                     " chooses it by itself; " + compile_all + ", or use one of " + names_of(all, times));
  }
  throw InputError("unknown strategy '" + request.strategy + "'; compiled for " + Exec::name() + ": " +
                   names_of(all, times));
}

/// The abilities of the strategy `name` of a list; none if it is not in the list.
template <class... All>
Abilities abilities_of(Types<All...>, std::string const& name) {
  Abilities found;
  (void)((name == All::name && (found = All::abilities, true)) || ...);
  return found;
}

/// The request for one stage: that for all stages, unless it names a strategy for flux edges and the stage has none.
/// Throws InputError if no stage has flux edges.
template <class Strategies>
Schedule request_for(Strategies all, ProgramInfo const& program, StageInfo const& stage, Schedule request) {
  if (stage.flux_edges || !abilities_of(all, request.strategy).flux_edges) return request;
  if (std::none_of(program.stages.begin(), program.stages.end(), [](StageInfo const& s) { return s.flux_edges; })) {
    throw InputError(
        "strategy '" + request.strategy +
        "' is for 2D operators that split into flux edges (cell, edge, gather), and this program has none; "
        "use another one");
  }
  Schedule own;
  own.graph = request.graph;
  return own;
}

/// Why a strategy cannot sweep a stage, as the end of a sentence; empty if it can. `scalars`: the stage uses global
/// scalars.
template <class Exec, class Strategy>
std::string inability(Strategy strategy, SweepShape const& shape, bool scalars) {
  std::string const name = Strategy::name;
  constexpr Abilities can = Strategy::abilities;
  if (scalars && !can.scalars) {
    return " reads or makes a global scalar, which strategy '" + name + "' does not do; use column, team or naive";
  }
  if (shape.part && !can.parts) {
    return (shape.staggered ? " goes over faces, edges or nodes" : " acts on part of the grid") +
           std::string(", which strategy '") + name + "' does not do; use team or naive";
  }
  if (can.flux_edges && !suits_flux_edges(shape)) {
    return " is not one for strategy '" + name + "': whole grids of fewer cells than 32 bits count; use team or naive";
  }
  if (!can.long_formulas && shape.long_formula) {
    return " has so long a formula that strategy '" + name + "' would stall on instruction fetches; use team or naive" +
           (shape.flux_edges ? ", or edges" : "");
  }
  if (!is_compiled<Exec>(strategy, stage_facts<Exec>(shape))) {
    return " has no strategy '" + name + "', since no plan chooses it for such a stage; " + compile_all;
  }
  return {};
}

/// Trials of the strategies of a list that are able to sweep a stage, with their costs by the cost model; on hosts all
/// cost the same. `tried(strategy)` is what is known of one beside its cost; those without a cost are not asked about.
template <class Exec, class... All, class Tried>
std::vector<Trial> try_all(Types<All...>, Schedule const& own, SweepShape const& shape, TeamLimits const& limits,
                           bool scalars, Tried const& tried) {
  std::vector<Trial> trials;
  auto const ask = [&](auto strategy) {
    if (!inability<Exec>(strategy, shape, scalars).empty()) return;
    double const cost = on_host<Exec> ? 1 : relative_cost(strategy, own, shape, limits);
    Trial trial{strategy.name, cost};
    if (!on_host<Exec> && cost < no_cost) {
      trial = tried(strategy);
      trial.cost = cost * spill_slowdown(trial.kernel);
    }
    trials.push_back(trial);
  };
  (ask(All{}), ...);
  return trials;
}

/// The first strategy of a list.
template <class First, class... Rest>
char const* first_name(Types<First, Rest...>) {
  return First::name;
}

/// Sets the strategy and numbers of the launch of one stage, and what is known of its kernel. Throws InputError for a
/// requested strategy that is not able, and for numbers that do not fit. `tried(strategy)`: a Trial without a cost.
template <class Exec, class Tried>
void choose_stage(Schedule const& own, SweepShape const& shape, TeamLimits const& limits, bool scalars,
                  Tried const& tried, Launch& launch) {
  typename ExecTraits<Exec>::strategies const all;
  std::string name = own.strategy;
  if (name.empty()) {
    launch.trials = try_all<Exec>(all, own, shape, limits, scalars, tried);
    launch.chosen = launch.trials.empty() ? Trial{first_name(all)} : fastest(launch.trials);
    name = launch.chosen.strategy;
  }
  ResolvedSchedule& resolved = launch.resolved;
  auto const try_one = [&](auto strategy) {
    if (name != strategy.name) return false;
    std::string const why_not = inability<Exec>(strategy, shape, scalars);
    if (!why_not.empty()) throw InputError("stage " + launch.stage + why_not);
    resolved = resolve(strategy, own, shape, limits);
    if (!own.strategy.empty()) launch.chosen = tried(strategy);
    return true;
  };
  [&]<class First, class... Rest>(Types<First, Rest...>) {
    (void)(try_one(First{}) || ... || try_one(Rest{}));
    if (own.strategy.empty() && shape.part && !First::abilities.parts) {
      resolved.reason += "; strategy " + std::string(First::name) +
                         (shape.staggered ? " goes over cells alone" : " acts on whole grids alone");
    }
  }(all);
}

/// Resolves several steps per launch by the strategy that `request` names, or by the first that takes several. If none
/// does, the reason is that of the first one with a cost model.
template <class... All>
StepsPlan choose_steps_of(Types<All...>, Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  if (sizeof...(All) == 0 && request.steps_per_launch > 1) {
    throw InputError("schedule: steps_per_launch = " + std::to_string(request.steps_per_launch) +
                     ", but no strategy that takes several is compiled for this execution space; leave it out");
  }
  StepsPlan plan;
  [[maybe_unused]] auto const try_one = [&](auto strategy) {
    if (!request.strategy.empty() && request.strategy != strategy.name) return false;
    StepsPlan next = resolve_steps(strategy, request, shape, limits);
    next.fewer_steps = strategy.abilities.fewer_steps;
    if (plan.reason.empty() || next.launches() || (next.weighed && !plan.weighed)) plan = next;
    // A request for several steps goes to the next strategy.
    return plan.launches() || (request.steps_per_launch <= 1 && !strategy.abilities.or_next);
  };
  (void)(try_one(All{}) || ...);
  if (plan.reason.empty()) plan.reason = "no strategy that takes several is compiled";
  if (request.steps_per_launch > 1 && !plan.launches()) {
    throw InputError("schedule: steps_per_launch = " + std::to_string(request.steps_per_launch) + ", but " +
                     plan.reason + "; leave it out" + (TESSERA_ALL_STRATEGIES ? "" : compile_any_steps));
  }
  return plan;
}

}  // namespace tessera::detail
