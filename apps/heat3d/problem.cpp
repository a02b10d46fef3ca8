// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <algorithm>
#include <array>

#include "tessera/run/format.hpp"
#include "tessera/run/kokkos_run.hpp"
#include "tessera/stencils/heat.hpp"

namespace heat3d {
namespace {

using namespace tessera;

/// The largest ratio of diffusivities that multigrid alone takes: its coarse grids know means, and beyond a thin layer
/// of another material errors would hardly decay.
constexpr double largest_for_multigrid = 100;
/// The largest ratio that Krylov methods take: the square root of what the precision resolves.
double largest_for_krylov(Config const& config) { return config.text("run.precision") == "float" ? 1e3 : 1e7; }

double contrast(std::vector<double> const& map) {
  if (map.empty()) return 1;
  auto const [low, high] = std::minmax_element(map.begin(), map.end());
  return *high / *low;  // infinite where a cell insulates
}

/// Refuses a solver for diffusivities that differ by more than it takes.
void require_contrast(Config const& config, std::string const& solver, double found, double most) {
  if (found <= most) return;
  config.refuse("run.solver", "diffusivities differ by a factor of " + human_number(found) + "; " + solver + " takes " +
                                  human_number(most) + " at most: set run.solver = " +
                                  (found <= largest_for_krylov(config) ? "\"bicgstab\"" : "\"steps\""));
}

/// How the steady state is found: by steps, unless a solver is asked for, or nothing over time and the solver suits.
SolverChoice read_solver(Config const& config, std::vector<double> const& diffusivity_map) {
  std::string const& solver = config.text("run.solver");
  bool const steady = read_time(config).tolerance.has_value();
  bool const over_time = config.has("output.every_time") || !config.is_word("time.dt");
  double const found = contrast(diffusivity_map);
  if (solver == "auto") {
    bool const solve = steady && !over_time && !config.has("output.every") && found <= largest_for_krylov(config);
    return {solve ? (found <= largest_for_multigrid ? "multigrid" : "bicgstab") : "", found};
  }
  if (solver == "steps") return {};
  if (!steady) config.refuse("run.solver", "a solver finds the steady state: set time.until = \"steady\"");
  if (over_time) {
    config.refuse(
        "run.solver",
        "a solver takes no time steps: take time.dt and output.every_time away, or set run.solver = \"steps\"");
  }
  bool const krylov = solver == "cg" || solver == "bicgstab";
  require_contrast(config, solver, found, krylov ? largest_for_krylov(config) : largest_for_multigrid);
  return {solver, found};
}

/// The time step. Implicit steps have no limit; an explicit one then gives the coefficients.
void read_steps(Problem& problem, Config const& config) {
  TimeConfig time = read_time(config);
  if (config.text("time.method") == "implicit") {
    if (!time.dt) config.refuse("time.method", "implicit steps have no limit: set time.dt, such as \"10 min\"");
    if (time.tolerance)
      config.refuse("time.method", "time.until = \"steady\" takes no implicit steps; run.solver finds it");
    problem.implicit_dt = *time.dt;
    time.dt.reset();
  }
  problem.dt = choose_dt(config, time, problem.dt_limit);
}

/// What the boundary of the default case is: one face at 100 degC, the others at 0.
std::vector<std::string> default_faces() {
  std::vector<std::string> faces(6, "{ type = \"dirichlet\", value = 0.0 }");
  faces[0] = "{ type = \"dirichlet\", value = 100.0 }";
  return faces;
}

void read_diffusivity(Problem& problem, Config const& config) {
  problem.diffusivity = config.number("physics.diffusivity");
  if (!config.has("physics.diffusivity_file")) return;
  problem.diffusivity_map = read_values(config, "physics.diffusivity_file", "diffusivity", problem.mesh);
  auto const [low, high] = std::minmax_element(problem.diffusivity_map.begin(), problem.diffusivity_map.end());
  auto const refuse = [&](std::string const& why) { config.refuse("physics.diffusivity_file", why); };
  if (*low < 0) refuse("diffusivity must not be negative; the least is " + exact_number(*low) + " m^2/s");
  if (*high <= 0) refuse("diffusivity is 0 everywhere; somewhere it must be above that");
  problem.diffusivity = *high;
}

}  // namespace

Schema schema() {
  Schema schema;
  add_grid_keys(schema, {{128, 128, 128}, {1.0, 1.0, 1.0}});
  schema.table("physics", "the heat equation: du/dt = div(diffusivity grad u) + source");
  schema.add(
      key::number("physics.diffusivity", 1.9e-5, "m^2/s", "thermal diffusivity; 1.9e-5 is that of air").above(0));
  Key file = key::path("physics.diffusivity_file", std::nullopt,
                       "HDF5 or .npy file whose dataset diffusivity (one value per cell; 0 insulates) replaces the "
                       "number; faces take the harmonic mean");
  file.unit = "m^2/s";
  schema.add(file);
  schema.add(key::variant("physics.source", field_forms(3, "K/s", "source", true), "{ type = \"none\" }",
                          "heating in K/s, constant in time"));
  add_boundary_keys(schema, 3, scalar_boundary_forms("degC"), default_faces());
  schema.table("initial", "the state at time 0");
  schema.add(key::variant("initial.temperature", field_forms(3, "degC", "temperature", false),
                          "{ type = \"value\", value = 0.0 }", "temperature at time 0"));
  add_time_keys(schema, {std::nullopt, std::nullopt, true, 1e-2});
  schema.add(key::choice("time.method", {"explicit", "implicit"}, "explicit",
                         "implicit: steps of any length time.dt, of second order, each solved by multigrid"));
  add_run_keys(schema, run_defaults());
  add_process_keys(schema);
  schema.add(key::choice("run.solver", {"auto", "steps", "multigrid", "cg", "bicgstab", "chebyshev"}, "auto",
                         "how a steady state is found, to within time.tolerance; auto: by multigrid, or by bicgstab "
                         "with multigrid where diffusivities differ by more than 100 times, or by steps where frames "
                         "over time or time.dt are asked for, or on several processes"));
  add_output_keys(schema);
  return schema;
}

void take_steps_on_ranks(Config const& config, Problem& problem) {
  if (!problem.ranks) return;
  if (config.text("run.solver") == "auto") problem.solver = {};
  if (problem.solver.solves()) {
    config.refuse("run.solver", "several processes find the steady state by steps alone: set run.solver = \"steps\"");
  }
  if (problem.implicit_dt > 0) {
    config.refuse("time.method", "several processes take explicit steps alone: set time.method = \"explicit\"");
  }
}

Problem read_problem(Config const& config, bool fields) {
  Problem problem;
  problem.mesh = read_grid(config);
  problem.boundary = read_boundary(config, 3);
  problem.face_maps = read_face_maps(config, problem.boundary, problem.mesh);
  read_diffusivity(problem, config);
  std::array<double, 3> const spacing = problem.mesh.spacing;
  problem.dt_limit = stencils::heat_step_limit(problem.diffusivity, spacing);
  problem.solver = read_solver(config, problem.diffusivity_map);
  read_steps(problem, config);
  problem.source = read_field(config, "physics.source", problem.mesh);
  if (config.text("initial.temperature.type") == "value") {
    problem.initial_value = config.number("initial.temperature.value");
  } else if (fields) {
    problem.initial = read_field(config, "initial.temperature", problem.mesh);
  }
  return problem;
}

}  // namespace heat3d
