// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "corner.hpp"
#include "solver.hpp"
#include "tessera/run/driver.hpp"
#include "tessera/run/kokkos_run.hpp"

// shallow_water: floods and pollutants on terrain. The formulas are stencils/shallow_water/; problem.hpp reads the
// config; solver.hpp puts both on an execution space; outputs.hpp writes what modellers want; the run loop is
// tessera's.

namespace {

/// Cells per second of a flow's steps, tried for a tenth of a second or so: what bounds them is arithmetic, not the
/// copy bandwidth.
double tried_rate(tessera::Simulation& flow, double cells) {
  double const never = std::numeric_limits<double>::infinity();
  for (long steps = 1;; steps *= 2) {
    Kokkos::Timer const timer;
    flow.advance_to(never, steps);
    flow.fence();
    double const seconds = timer.seconds();
    if (steps > 1 && seconds > 0.05) return static_cast<double>(steps) * cells / seconds;
  }
}

tessera::RunPlan plan(tessera::Config const& config, shallow_water::Problem const& problem) {
  tessera::RunConfig const run = tessera::read_run(config);
  tessera::RunPlan plan;
  plan.mesh = problem.mesh;
  plan.precision = run.precision;
  plan.own_steps = true;
  plan.dt = std::min(problem.numbers.gamma / problem.first_rate(), problem.numbers.longest);
  plan.frame_fields = 5;
  plan.record_every_time = problem.gauges_every;
  plan.input_end = problem.input_end();
  plan.error_unit = "m";
  tessera::with_solver<shallow_water::Solver>(run, [&](auto solver, auto const& exec) {
    tessera::describe_machine(plan, exec, run.roof);
    solver.plan(exec, problem, plan);
    if (!run.roof) return;
    auto const part = std::make_shared<shallow_water::Problem const>(shallow_water::corner(problem, 1000));
    plan.expected_rate = tried_rate(*solver.make(exec, part), static_cast<double>(part->bed.size()));
  });
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  std::shared_ptr<shallow_water::Problem const> problem;  // read once, by the plan
  tessera::App app;
  app.name = "shallow_water";
  app.about = "floods and pollutants on terrain: shallow water with wet and dry ground, tides, rain, friction";
  app.schema = shallow_water::schema();
  app.start_pictures = true;
  app.start = [](tessera::Config const&, std::vector<std::string> const& kokkos) {
    return tessera::start_kokkos(kokkos);
  };
  app.plan = [&](tessera::Config const& config) {
    problem = std::make_shared<shallow_water::Problem>(shallow_water::read_problem(config));
    return plan(config, *problem);
  };
  app.make = [&](tessera::Config const& config, tessera::RunPlan const&) {
    return tessera::with_solver<shallow_water::Solver>(
        tessera::read_run(config), [&](auto solver, auto const& exec) { return solver.make(exec, problem); });
  };
  return tessera::run_program(app, argc, argv);
}
