// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registry.hpp"
#include "tessera/run/driver.hpp"
#include "tessera/run/kokkos_run.hpp"

// gallery: one stencil after another, on a picture, a file or a made start. The formulas are in stencils/; a file here
// puts one into the registry (registered.hpp says how); problem.hpp reads the config; the run loop is tessera's.

namespace {

gallery::Problem problem_of(tessera::Config const& config, bool fields) {
  gallery::Problem problem = gallery::read_problem(config, fields);
  problem.schedule = tessera::read_schedule(config);
  return problem;
}

tessera::RunPlan plan(tessera::Config const& config) {
  gallery::Problem const problem = problem_of(config, false);
  tessera::RunPlan plan;
  plan.mesh = problem.mesh;
  plan.precision = problem.run.precision;
  plan.dt = problem.parameters.dt;
  plan.dt_limit = problem.dt_limit;
  plan.has_time = problem.stencil->description().has_time;
  plan.error_unit = problem.stencil->description().field.unit;
  tessera::with_backend(problem.run.backend,
                        [&](auto const& exec) { tessera::describe_machine(plan, exec, problem.run.roof); });
  bool const change_is_known = problem.stencil->plan(problem, plan);
  if (config.has("time.until") && !change_is_known) {
    config.refuse("time.until", problem.stencil->description().name + " works in place and cannot tell when it is " +
                                    "steady; say steps or end instead");
  }
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  tessera::App app;
  app.name = "gallery";
  app.about = "stencils at work: averages, waves, denoising; on a picture, a file or a made start";
  app.schema = gallery::schema();
  app.start_pictures = true;
  app.start = [](tessera::Config const&, std::vector<std::string> const& kokkos) {
    return tessera::start_kokkos(kokkos);
  };
  app.plan = plan;
  app.make = [](tessera::Config const& config, tessera::RunPlan const&) {
    gallery::Problem const problem = problem_of(config, true);
    return problem.stencil->make(problem);
  };
  return tessera::run_program(app, argc, argv);
}
