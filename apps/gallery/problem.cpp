// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem.hpp"

#include <algorithm>

#include "made_inputs.hpp"
#include "registry.hpp"
#include "tessera/run/kokkos_run.hpp"

namespace gallery {
namespace {

using namespace tessera;

std::vector<Form> stencil_forms() {
  std::vector<Form> forms;
  for (Entry const* entry : registry()) {
    Description const& d = entry->description();
    forms.push_back(
        {d.name, d.about + "; " + std::to_string(d.rank) + (d.rank == 1 ? " axis" : " axes"), d.parameters});
  }
  return forms;
}

/// All stencils' inputs, each once.
std::vector<Input> all_inputs() {
  std::vector<Input> all;
  for (Entry const* entry : registry()) {
    for (Input const& input : entry->description().inputs) {
      bool const known = std::any_of(all.begin(), all.end(), [&](Input const& i) { return i.name == input.name; });
      if (!known) all.push_back(input);
    }
  }
  return all;
}

std::vector<Form> face_forms() {
  std::vector<Form> forms = scalar_boundary_forms("");
  forms.insert(forms.begin(), {"own", "what the stencil's program sets there by itself", {}});
  return forms;
}

/// Refuses what the stencil has no use for.
void check_uses(Config const& config, Description const& stencil, Mesh const& mesh) {
  if (mesh.rank != stencil.rank) {
    config.refuse("physics.stencil", stencil.name + " needs a grid with " + std::to_string(stencil.rank) +
                                         (stencil.rank == 1 ? " axis" : " axes") + ", but grid.cells has " +
                                         std::to_string(mesh.rank) + " (" + config.where("grid.cells") + ")");
  }
  for (Input const& input : all_inputs()) {
    std::string const key = "initial." + input.name;
    bool const taken =
        std::any_of(stencil.inputs.begin(), stencil.inputs.end(), [&](Input const& i) { return i.name == input.name; });
    if (!taken && config.text(key) != "none") config.refuse(key, stencil.name + " takes no " + input.name);
  }
  if (stencil.has_time) return;
  for (char const* const key : {"time.end", "time.dt", "output.every_time"}) {
    if (config.has(key) && !config.is_word(key)) config.refuse(key, stencil.name + " has no time; say steps instead");
  }
}

void check_faces(Config const& config, Description const& stencil, BoundaryConfig const& boundary) {
  for (int face = 0; face < 6; ++face) {
    std::string const key = "boundary." + face_name(face);
    BoundaryKind const kind = boundary[static_cast<std::size_t>(face)].kind;
    if (face >= 2 * stencil.rank) {
      if (kind != BoundaryKind::own) config.refuse(key, "the grid of " + stencil.name + " has no such face");
    } else if (stencil.own_faces && kind != BoundaryKind::own && kind != BoundaryKind::periodic) {
      config.refuse(key, "a face of " + stencil.name + " can be own or periodic");
    }
  }
}

Parameters read_parameters(Config const& config, Description const& stencil) {
  Parameters parameters;
  for (Key const& key : stencil.parameters) {
    parameters.numbers[key.name] = config.number("physics.stencil." + key.name);
  }
  return parameters;
}

void read_fields(Problem& problem, Config const& config, Description const& stencil) {
  bool const made = is_made(config.text("initial.field.type"));
  problem.field = made ? made_field(config, "initial.field", problem.mesh)
                       : read_field(config, "initial.field", problem.mesh, stencil.field.name);
  add_noise(problem.field, config, "initial.noise");
  for (Input const& input : stencil.inputs) {
    std::vector<double> values = read_field(config, "initial." + input.name, problem.mesh, input.name);
    if (!values.empty()) problem.inputs[input.name] = std::move(values);
  }
}

}  // namespace

Schema schema() {
  Schema schema;
  add_grid_keys(schema, {{256, 256}, {}, true});
  schema.table("physics", "which stencil");
  schema.add(key::variant("physics.stencil", stencil_forms(), "{ type = \"rician2d\" }", "what is computed"));
  add_boundary_keys(schema, 3, face_forms(), std::vector<std::string>(6, "{ type = \"own\" }"));
  schema.table("initial", "what it starts from");
  std::vector<Form> forms = made_forms();
  for (Form const& form : field_forms(0, "", "", false)) forms.push_back(form);
  schema.add(key::variant("initial.field", forms, "{ type = \"picture\" }", "the field at the start"));
  schema.add(key::variant("initial.noise", noise_forms(), "{ type = \"none\" }", "noise on it"));
  for (Input const& input : all_inputs()) {
    schema.add(key::variant("initial." + input.name, field_forms(0, input.unit, "", true), "{ type = \"none\" }",
                            input.meaning));
  }
  add_time_keys(schema, {60, std::nullopt, false, 1e-3});
  add_run_keys(schema, run_defaults());
  add_output_keys(schema);
  return schema;
}

Problem read_problem(Config const& config, bool fields) {
  Problem problem;
  problem.stencil = &entry(config.text("physics.stencil.type"));
  Description const& stencil = problem.stencil->description();
  problem.mesh = read_grid(config);
  check_uses(config, stencil, problem.mesh);
  problem.boundary = read_boundary(config, 3);
  check_faces(config, stencil, problem.boundary);
  problem.face_maps = read_face_maps(config, problem.boundary, problem.mesh);
  problem.parameters = read_parameters(config, stencil);
  if (stencil.has_time) {
    problem.dt_limit = problem.stencil->step_limit(problem);
    problem.parameters.dt = choose_dt(config, read_time(config), problem.dt_limit);
  }
  problem.run = read_run(config);
  if (fields) read_fields(problem, config, stencil);
  return problem;
}

}  // namespace gallery
