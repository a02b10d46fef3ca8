// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heat_balance.hpp"
#include "problem.hpp"
#include "solver.hpp"
#include "tessera/run/driver.hpp"
#include "tessera/run/kokkos_run.hpp"

// heat3d: heat conduction in a box. The formula is stencils/heat.hpp; problem.hpp reads the config; solver.hpp puts
// both on an execution space; the run loop (output, checkpoints, signals, summary) is tessera's.

namespace {

heat3d::Problem problem_of(tessera::Config const& config, bool fields) {
  heat3d::Problem problem = heat3d::read_problem(config, fields);
  problem.schedule = tessera::read_schedule(config);
  problem.ranks = tessera::read_ranks(config);
  heat3d::take_steps_on_ranks(config, problem);
  return problem;
}

tessera::RunPlan plan(tessera::Config const& config) {
  heat3d::Problem const problem = problem_of(config, false);
  heat3d::require_steady_state(config, problem);
  tessera::RunConfig const run = tessera::read_run(config);
  tessera::RunPlan plan;
  plan.mesh = problem.mesh;
  plan.precision = run.precision;
  bool const implicit = problem.implicit_dt > 0;
  plan.dt = implicit ? problem.implicit_dt : problem.dt;
  plan.dt_limit = implicit ? 0 : problem.dt_limit;
  plan.error_unit = "K";
  plan.slowest_rate = heat3d::slowest_rate(problem);
  tessera::with_solver<heat3d::Solver>(run, [&](auto solver, auto const& exec) {
    tessera::describe_machine(plan, exec, run.roof);
    solver.plan(exec, problem, plan);
  });
  return plan;
}

std::unique_ptr<tessera::Simulation> make(tessera::Config const& config, tessera::RunPlan const&) {
  heat3d::Problem const problem = problem_of(config, true);
  return tessera::with_solver<heat3d::Solver>(
      tessera::read_run(config), [&](auto solver, auto const& exec) { return solver.make(exec, problem); });
}

}  // namespace

int main(int argc, char** argv) {
  tessera::App app;
  app.name = "heat3d";
  app.about = "heat conduction in a box: any boundary per face, sources, to a time or to the steady state";
  app.schema = heat3d::schema();
  app.start = [](tessera::Config const&, std::vector<std::string> const& kokkos) {
    return tessera::start_kokkos(kokkos);
  };
  app.several_processes = true;
  app.plan = plan;
  app.make = make;
  return tessera::run_program(app, argc, argv);
}
