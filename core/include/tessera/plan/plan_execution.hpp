// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include "tessera/backend/step_graph.hpp"
#include "tessera/bind/binder.hpp"
#include "tessera/plan/choose.hpp"
#include "tessera/plan/ghosts_on_the_fly.hpp"
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

  ProgramInfo const& info;
  Schedule const& request;
  Schedule single;  ///< the part of it for single steps
  TeamLimits limits;

  /// The launch of stage `s` of a step.
  [[nodiscard]] Launch stage(std::size_t s) const {
    StageInfo const& stage = info.stages[s];
    Launch launch;
    launch.stage = stage.name;
    if (stage.scalar) {
      launch.resolved.schedule.strategy = scalar_strategy;
      launch.resolved.reason = "it reads and writes global scalars alone";
      return launch;
    }
    Schedule const own = request_for(typename Traits::strategies{}, info, stage, single);
    launch.resolved = choose_stage<Exec>(own, sweep_shape(info, s), limits, stage.name, uses_scalars(info, stage));
    return launch;
  }

  /// How many steps a launch takes, and why.
  [[nodiscard]] StepsPlan steps() const {
    using Times = typename Traits::time_strategies;
    bool const named = is_named(Times{}, request.strategy);
    auto const single = single_steps(request, named, steps_obstacle(info), static_cast<int>(sizeof...(Stages)));
    if (single) return *single;
    StepsShape shape = steps_shape(info, state);
    [&]<class... All>(Types<All...>) { (add_facts(All{}, ProgramTag<Exec, program_type>{}, shape), ...); }(Times{});
    return choose_steps_of(Times{}, request, shape, limits);
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
    using Bound = decltype(std::declval<Binder<Exec, program_type> const&>().template launched<0>());
    OnTheFlyGhosts const facts = OnTheFlyGhostsOf<Strategy, Bound, static_cast<std::size_t>(state)>::facts();
    make_ghosts_on_the_fly(plan.steps, info, request, facts, state);
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
/// graphs that are not possible.
template <class Exec, class ProgramType>
ExecutionPlan plan_execution(Exec const& exec, ProgramType const& program, Schedule const& request = {}) {
  ExecutionPlan plan;
  plan.program = program.info();
  plan.buffers = make_plan(plan.program);
  plan.space = Exec::name();
  detail::check_strategy<Exec>(request);
  bool const several = detail::is_named(typename ExecTraits<Exec>::time_strategies{}, request.strategy);
  detail::Planner<Exec, ProgramType> const planner{plan.program, request, request_of_single_steps(request, several),
                                                   ExecTraits<Exec>::limits(exec)};
  for (std::size_t s = 0; s < plan.program.stages.size(); ++s) plan.step.push_back(planner.stage(s));
  plan.steps = planner.steps();
  planner.ghosts_on_the_fly(plan);
  plan.graph = plan_graph(plan.program, plan.buffers, request.graph, planner.graph_obstacle(plan.steps));
  complete(plan);
  return plan;
}

}  // namespace tessera
