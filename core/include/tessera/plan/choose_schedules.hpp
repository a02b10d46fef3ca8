// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tessera/plan/choose_steps.hpp"
#include "tessera/strategy/column/sweep.hpp"
#include "tessera/strategy/edges/sweep.hpp"
#include "tessera/strategy/naive/sweep.hpp"
#include "tessera/strategy/native.hpp"
#include "tessera/strategy/per_cell/sweep.hpp"
#include "tessera/strategy/team/sweep.hpp"

namespace tessera {

namespace detail {

/// Throws InputError if `request` names none of the strategies: those of single steps, and those that take several.
template <class... All, class... Times>
void check_strategy(Types<All...>, Types<Times...>, Schedule const& request, std::string const& space) {
  if (request.strategy.empty() || ((request.strategy == All::name) || ...) ||
      ((request.strategy == Times::name) || ...)) {
    return;
  }
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string(All::name)), ...);
  ((names += std::string(", ") + Times::name), ...);
  throw InputError("unknown strategy '" + request.strategy + "'; compiled for " + space + ": " + names);
}

/// Whether the strategy of a list that has that name runs only stages whose operators are made of edges.
template <class... All>
bool named_needs_edges(Types<All...>, std::string const& name) {
  return ((name == All::name && needs_edges<All>()) || ...);
}

/// What is requested for a stage: what is requested for all, unless that is a strategy for operators that are made of
/// edges, which the stage's is not. Throws InputError if no stage's is.
template <class Strategies>
Schedule request_for(Strategies all, ProgramInfo const& program, StageInfo const& stage, Schedule request) {
  if (stage.edges || !named_needs_edges(all, request.strategy)) return request;
  if (std::none_of(program.stages.begin(), program.stages.end(), [](StageInfo const& s) { return s.edges; })) {
    throw InputError(
        "strategy '" + request.strategy +
        "' is for operators of the plane that say how they are made of edges (cell, edge, gather), of which "
        "this program has none; use another one");
  }
  Schedule own;
  own.graph = request.graph;
  return own;
}

/// The first strategy of a list, or (`part`) the first that runs stages over part of the grid; empty if none does.
template <class... All>
std::string first_for(Types<All...>, bool part) {
  std::string name;
  (void)(((!part || takes_parts<All>()) && (name = All::name, true)) || ...);
  return name;
}

/// Resolves the strategy of a list that `request` names (without a name, the first one that can) for a stage, which
/// uses quantities that are there once per program, or not (`scalars`).
template <class First, class... Rest>
ResolvedSchedule resolve_named(Types<First, Rest...> all, Schedule const& request, SweepShape const& shape,
                               TeamLimits const& limits, std::string const& stage, bool scalars) {
  std::string const able = first_for(all, shape.part);
  std::string const name = !request.strategy.empty() ? request.strategy : able.empty() ? First::name : able;
  ResolvedSchedule resolved;
  auto const try_one = [&](auto strategy) {
    if (name != strategy.name) return false;
    if (scalars && !takes_scalars<decltype(strategy)>()) {
      throw InputError("stage " + stage + " reads or makes a value that is there once per program, which strategy '" +
                       name + "' does not do; use column, team or naive");
    }
    if (shape.part && !takes_parts<decltype(strategy)>()) {
      throw InputError("stage " + stage +
                       (shape.staggered ? " goes over faces, edges or nodes" : " acts on part of the grid") +
                       ", which strategy '" + name + "' does not do; use team or naive");
    }
    if (needs_edges<decltype(strategy)>() && !suits_edges(shape)) {
      throw InputError("stage " + stage + " is not one for strategy '" + name +
                       "': whole grids of fewer cells than 32 bits count; use team or naive");
    }
    if (short_formulas<decltype(strategy)>() && shape.long_formula) {
      throw InputError("stage " + stage + " has so long a formula that strategy '" + name +
                       "' would wait for instructions; use team or naive" + (shape.edges ? ", or edges" : ""));
    }
    resolved = resolve(strategy, request, shape, limits);
    if (request.strategy.empty() && name != First::name) {
      resolved.reason += "; strategy " + std::string(First::name) +
                         (shape.staggered ? " goes over cells alone" : " acts on whole grids alone");
    }
    return true;
  };
  (void)(try_one(First{}) || ... || try_one(Rest{}));
  return resolved;
}

}  // namespace detail

/// The strategy and the numbers for every stage of a program: those of `asked` where it says something, else what the
/// traits of the execution space choose. Throws InputError for an unknown strategy, naming those that are compiled, and
/// for numbers that do not fit. What it says of several steps per launch is choose_steps' affair.
template <class Exec>
std::vector<StageReport> choose_schedules(Exec const& exec, ProgramInfo const& program, Schedule const& asked) {
  using Strategies = typename ExecTraits<Exec>::strategies;
  using TimeStrategies = typename ExecTraits<Exec>::time_strategies;
  detail::check_strategy(Strategies{}, TimeStrategies{}, asked, Exec::name());
  Schedule const request = request_of_single_steps(asked, detail::is_named(TimeStrategies{}, asked.strategy));
  std::vector<StageReport> reports;
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    StageInfo const& stage = program.stages[s];
    if (stage.scalar) {
      StageReport report{stage.name, {}};
      report.resolved.schedule.strategy = scalar_strategy;
      report.resolved.reason = "all that it reads and writes is there once";
      reports.push_back(report);
      continue;
    }
    SweepShape const shape = sweep_shape(program, s);
    TeamLimits const limits = ExecTraits<Exec>::limits(exec);
    Schedule const own = detail::request_for(Strategies{}, program, stage, request);
    Schedule const preferred = ExecTraits<Exec>::prefer(own, shape, limits);
    ResolvedSchedule resolved =
        detail::resolve_named(Strategies{}, detail::is_named(Strategies{}, preferred.strategy) ? preferred : own, shape,
                              limits, stage.name, uses_scalars(program, stage));
    if (own.strategy.empty() && resolved.schedule.strategy == Team::name && !on_host<Exec> && shape.long_formula) {
      resolved.reason += "; the operator's formula is so long that columns would wait for instructions";
    }
    reports.push_back({stage.name, resolved});
  }
  return reports;
}

}  // namespace tessera
