// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "flow_simulation.hpp"
#include "solver.hpp"
#include "tessera/run/program_run.hpp"

namespace shallow_water {

/// The program of a form.
template <class T, Form F>
auto form_program(Problem const& problem, flow::FlowSetup const& setup) {
  using enum flow::FlowAlgorithm;
  using flow::FlowForm;
  auto const grid = problem.grid();
  if constexpr (F == Form::paper) {
    using Edge = flow::RoeEdge<T, flow::BareSign, flow::PaperRow>;
    return flow::flow_program<T, FlowForm<naive>, Edge>(grid, setup);
  } else if constexpr (F == Form::naive) {
    return flow::flow_program<T, FlowForm<naive>>(grid, setup);
  } else if constexpr (F == Form::decoupled) {
    return flow::flow_program<T, FlowForm<decoupled>>(grid, setup);
  } else {
    constexpr bool all = F == Form::fused_all || F == Form::second_all;
    constexpr int order = F == Form::fused || F == Form::fused_all ? 1 : 2;
    return flow::flow_program<T, FlowForm<fused, true, all, all, order>>(grid, setup);
  }
}

/// The ground of every cell, component by component.
inline std::vector<double> ground_values(Problem const& problem) {
  auto const cells = problem.bed.size();
  std::vector<double> all;
  auto const add = [&](std::vector<double> const& map, double number) {
    map.empty() ? void(all.insert(all.end(), cells, number)) : void(all.insert(all.end(), map.begin(), map.end()));
  };
  add(problem.manning, problem.numbers.ground.manning);
  add(problem.rain_share, problem.numbers.ground.rain);
  add(problem.infiltration, problem.numbers.ground.infiltration);
  return all;
}

template <class Exec, class T, Form F>
void Flow<Exec, T, F>::plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
  FlowTables<Exec> const tables(problem);
  tessera::describe_program(plan, exec, form_program<T, F>(problem, tables.setup()), problem.schedule);
}

template <class Exec, class T, Form F>
std::unique_ptr<tessera::Simulation> Flow<Exec, T, F>::make(Exec const& exec,
                                                            std::shared_ptr<Problem const> const& problem) {
  FlowTables<Exec> tables(*problem);
  auto const program = form_program<T, F>(*problem, tables.setup());
  using Solution = tessera::Solution<Exec, std::remove_cvref_t<decltype(program)>>;
  auto solution = std::make_unique<Solution>(exec, program, problem->schedule);
  std::vector<double> bed = problem->bed;
  for (double& z : bed) z -= z > 0.5 * flow::outside_mark<double> ? 0 : problem->datum;
  solution->template set<flow::bed<T>>(bed);
  solution->template set<flow::h<T>>(problem->h);
  solution->template set<flow::qx<T>>(problem->qx);
  solution->template set<flow::qy<T>>(problem->qy);
  solution->template set<flow::hc<T>>(problem->hc);
  if constexpr (tessera::contains<flow::ground<T>, typename Solution::quantities>) {
    solution->template set<flow::ground<T>>(ground_values(*problem));
  }
  double const rate = problem->first_rate();
  flow::start_clock(*solution, 0, rate);
  double const first_step = std::min(problem->numbers.gamma / rate, problem->numbers.longest);
  return std::make_unique<FlowSimulation<Exec, T, Solution>>(std::move(solution), std::move(tables), problem,
                                                             first_step);
}

}  // namespace shallow_water
