// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <vector>

#include "tessera/run/app.hpp"
#include "tessera/run/field_keys.hpp"
#include "tessera/run/processes.hpp"
#include "tessera/run/solver_choice.hpp"
#include "tessera/schedule.hpp"

namespace heat3d {

/// The problem that a config describes: the heat equation u_t = div(alpha grad u) + q in a box.
struct Problem {
  tessera::Mesh mesh;
  double dt = 0;
  double dt_limit = 0;
  double diffusivity = 0;               ///< m^2/s, where it is one number
  std::vector<double> diffusivity_map;  ///< m^2/s, (z, y, x), where it varies
  std::vector<double> source;           ///< K/s, (z, y, x); empty: none
  std::vector<double> initial;          ///< degC, (z, y, x); empty: initial_value everywhere
  double initial_value = 0;
  tessera::BoundaryConfig boundary;
  tessera::FaceMaps face_maps;  ///< where a boundary varies over its face
  tessera::Schedule schedule;
  std::optional<tessera::Ranks> ranks;  ///< that take the problem together; none: one process
  double implicit_dt = 0;               ///< s, the step of implicit steps; 0: steps are explicit, and `dt` is theirs
  tessera::SolverChoice solver;         ///< how the steady state is found; none: steps are taken
};

/// All keys of heat3d.
tessera::Schema schema();

/// Where several processes take the problem: lets them take explicit steps, for solvers know no parts. Throws
/// InputError if a solver or implicit steps are asked for.
void take_steps_on_ranks(tessera::Config const& config, Problem& problem);

/// Reads the problem. With `fields` false, what only the fields need is not read (initial state), for planning.
/// Throws InputError for what cannot be run.
Problem read_problem(tessera::Config const& config, bool fields);

}  // namespace heat3d
