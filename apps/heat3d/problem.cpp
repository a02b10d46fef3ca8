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
  schema.add(key::path("physics.diffusivity_file", std::nullopt,
                       "HDF5 or .npy file whose dataset diffusivity (m^2/s, one value per cell) replaces the number"));
  schema.add(key::variant("physics.source", field_forms(3, "K/s", "source", true), "{ type = \"none\" }",
                          "heating in K/s, constant in time"));
  add_boundary_keys(schema, 3, scalar_boundary_forms("degC"), default_faces());
  schema.table("initial", "the state at time 0");
  schema.add(key::variant("initial.temperature", field_forms(3, "degC", "temperature", false),
                          "{ type = \"value\", value = 0.0 }", "temperature at time 0"));
  add_time_keys(schema, {std::nullopt, std::nullopt, true, 1e-2});
  add_run_keys(schema, run_defaults());
  add_output_keys(schema);
  return schema;
}

Problem read_problem(Config const& config, bool fields) {
  Problem problem;
  problem.mesh = read_grid(config);
  problem.boundary = read_boundary(config, 3);
  problem.face_maps = read_face_maps(config, problem.boundary, problem.mesh);
  read_diffusivity(problem, config);
  std::array<double, 3> const spacing = problem.mesh.spacing;
  problem.dt_limit = stencils::heat_step_limit(problem.diffusivity, spacing);
  problem.dt = choose_dt(config, read_time(config), problem.dt_limit);
  problem.source = read_field(config, "physics.source", problem.mesh);
  if (config.text("initial.temperature.type") == "value") {
    problem.initial_value = config.number("initial.temperature.value");
  } else if (fields) {
    problem.initial = read_field(config, "initial.temperature", problem.mesh);
  }
  return problem;
}

}  // namespace heat3d
