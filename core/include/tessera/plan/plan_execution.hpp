// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "tessera/backend/step_graph.hpp"
#include "tessera/bind/binder.hpp"
#include "tessera/exchange/part.hpp"
#include "tessera/plan/choose.hpp"
#include "tessera/plan/ghosts_on_the_fly.hpp"
#include "tessera/plan/trials.hpp"
#include "tessera/strategy/column/sweep.hpp"
#include "tessera/strategy/native.hpp"

namespace tessera {

namespace detail {

/// Makes the parts of the execution plan of a program.
template <class Exec, class ProgramType>
struct Planner;

template <class Exec, int Rank, class... Stages, class... Boundaries>
struct Planner<Exec, Program<Rank, Types<Stages...>, Types<Boundaries...>>> {
  using program_type = Program<Rank, Types<Stages...>, Types<Boundaries...>>;
  using Traits = ExecTraits<Exec>;
  static constexpr int state = state_input<program_type>;
  static constexpr std::size_t stages = sizeof...(Stages);

  ProgramInfo const& info;
  Schedule const& request;
  Schedule single;  ///< the part of it for single steps
  TeamLimits limits;
  std::optional<Trials<Exec, program_type>> trials{};  ///< on devices

  /// Prepares trials. They are timed where the request leaves a choice and the grid is large.
  void prepare_trials(Exec const& exec, program_type const& program) {
    if constexpr (!on_host<Exec>) {
      bool const timed =
          request.strategy.empty() && request.trials && static_cast<double>(program.grid().size()) >= least_trial_cells;
      try {
        trials.emplace(exec, program, timed);
      } catch (InputError const&) {  // a region beyond the smaller grid: the plan goes without
      }
    }
  }

  /// The launch of stage `I` of a step.
  template <std::size_t I>
  [[nodiscard]] Launch stage() {
    constexpr std::size_t s = I;
    StageInfo const& stage = info.stages[s];
    Launch launch;
    launch.stage = stage.name;
    if (stage.scalar) {
      launch.resolved.schedule.strategy = scalar_strategy;
      launch.resolved.reason = "it reads and writes global scalars alone";
      return launch;
    }
    Schedule const own = request_for(typename Traits::strategies{}, info, stage, single);
    auto const tried = [&]([[maybe_unused]] auto strategy) {
      if constexpr (!on_host<Exec>) {
        if (trials) return trials->template stage<I>(strategy, own, limits);
      }
      return Trial{strategy.name};
    };
    choose_stage<Exec>(own, sweep_shape(info, s), limits, uses_scalars(info, stage), tried, launch);
    if (trials) launch.resolved.reason += describe(launch.trials, trials->cells());
    return launch;
  }

  /// How many steps a launch takes by the cost model, and why, for a program with this data.
  [[nodiscard]] StepsPlan steps(ProgramInfo const& info) const {
    using Times = typename Traits::time_strategies;
    bool const named = is_named(Times{}, request.strategy);
    auto const single = single_steps(request, named, steps_obstacle(info), static_cast<int>(sizeof...(Stages)));
    if (single) return *single;
    StepsShape shape = steps_shape(info, state);
    [&]<class... All>(Types<All...>) { (add_facts(All{}, ProgramTag<Exec, program_type>{}, shape), ...); }(Times{});
    return choose_steps_of(Times{}, request, shape, limits);
  }

  /// Goes back to single steps if trials show that launches of several, chosen by the cost model, take longer.
  void try_steps(ExecutionPlan& plan) {
    if (!trials || !trials->timed() || !plan.steps.launches() || request.steps_per_launch > 1) return;
    StepsPlan const small = steps(trials->info());
    if (small.resolved.schedule.strategy != plan.steps.resolved.schedule.strategy) return;
    double single = 0;
    std::vector<int> writes;
    for (std::size_t s = 0; s < stages; ++s) {
      if (plan.step[s].chosen.seconds <= 0) return;
      single += plan.step[s].chosen.seconds;
      writes.insert(writes.end(), info.stages[s].writes.begin(), info.stages[s].writes.end());
    }
    if constexpr (!on_host<Exec>) {
      keep_if_faster(plan.steps, trials->step(small, writes), single, trials->cells());
    }
  }

  /// Lets single steps make ghosts on the fly, where their strategy can.
  void ghosts_on_the_fly(ExecutionPlan& plan) const {
    if constexpr (state >= 0) {
      [&]<class... All>(Types<All...>) { (on_the_fly_by(All{}, plan), ...); }(typename Traits::strategies{});
    }
  }

  /// Why steps cannot be captured in a graph, in half a sentence; empty if they can.
  [[nodiscard]] static std::string graph_obstacle(StepsPlan const& steps) {
    std::string obstacle = StepGraph<Exec>::obstacle();
    if (steps.launches()) obstacle = "a launch takes " + std::to_string(steps.steps) + " of them";
    if (!obstacle.empty()) return obstacle;
    // The time of the step is a kernel argument, which a graph would freeze.
    if ((stage_takes_at<Rank, Stages> || ...)) return "an operator takes At, and with it the time";
    if ((has_functions<Boundaries> || ...)) return "a boundary is a function, which may depend on time";
    return {};
  }

 private:
  template <class Strategy>
  void on_the_fly_by(Strategy strategy, ExecutionPlan& plan) const {
    if (plan.step.front().resolved.schedule.strategy != strategy.name) return;
    make_ghosts_on_the_fly(plan.steps, info, request, on_the_fly_ghosts<Strategy, Exec, program_type>(), state);
    if (!plan.steps.ghosts_on_the_fly) return;
    SweepShape shape = sweep_shape(info, 0);
    shape.ghosts_on_the_fly = true;
    plan.steps.resolved = resolve(strategy, single, shape, limits);
  }
};

}  // namespace detail

/// Plans how `program` is executed on `exec`: strategy and numbers of every stage, steps per launch, where ghosts are
/// made, whether steps are replayed as graphs, and why. `request` is kept to. Throws InputError for a program that
/// cannot run (see make_plan), for an unknown strategy, with the compiled ones, and for requested numbers, steps or
/// graphs that are not possible. `part`: the part of the grid that is executed; null: all of it.
template <class Exec, class ProgramType>
ExecutionPlan plan_execution(Exec const& exec, ProgramType const& program, Schedule const& request = {},
                             GridPart const* part = nullptr) {
  ExecutionPlan plan;
  plan.program = program.info();
  if (part == nullptr) {
    plan.buffers = make_plan(plan.program);
  } else {
    plan.buffers = plan_of_part(plan.program, *part);
  }
  plan.space = Exec::name();
  detail::check_strategy<Exec>(request);
  bool const several = detail::is_named(typename ExecTraits<Exec>::time_strategies{}, request.strategy);
  detail::Planner<Exec, ProgramType> planner{plan.program, request, request_of_single_steps(request, several),
                                             ExecTraits<Exec>::limits(exec)};
  planner.prepare_trials(exec, program);
  for_each_index<detail::Planner<Exec, ProgramType>::stages>(
      [&](auto index) { plan.step.push_back(planner.template stage<index.value>()); });
  plan.steps = planner.steps(plan.program);
  planner.try_steps(plan);
  if (planner.trials && planner.trials->timed()) plan.trial_cells = planner.trials->cells();
  planner.ghosts_on_the_fly(plan);
  plan.graph = plan_graph(plan.program, plan.buffers, request.graph, planner.graph_obstacle(plan.steps));
  complete(plan);
  return plan;
}

}  // namespace tessera
