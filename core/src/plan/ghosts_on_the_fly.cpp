// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/ghosts_on_the_fly.hpp"

#include <string>

namespace tessera {

namespace {

/// Why single steps of `program` cannot make ghosts on the fly, in half a sentence; empty if they can.
std::string obstacle_of(ProgramInfo const& program, OnTheFlyGhosts const& sweep, int state) {
  std::string const other = steps_obstacle(program);
  if (!other.empty()) return other;
  StepsShape const shape = steps_shape(program, state);
  if (!shape.uniform_faces) return "a face has a map or a function";
  for (int axis = 0; axis < 3; ++axis) {
    if (shape.periodic[static_cast<std::size_t>(axis)]) return "the grid is periodic";
    if (shape.sweep.n[axis] < sweep.reach) return "the grid is thinner than the reach";
  }
  if (shape.sweep.n[0] % sweep.vector != 0 || shape.sweep.n[1] % sweep.rows != 0) {
    return "a row is no multiple of " + std::to_string(sweep.vector) + " cells, or a plane of " +
           std::to_string(sweep.rows) + " rows";
  }
  return {};
}

}  // namespace

void make_ghosts_on_the_fly(StepsPlan& plan, ProgramInfo const& program, Schedule const& request,
                            OnTheFlyGhosts const& sweep, int state) {
  if (plan.launches() || request.graph == Graph::on || sweep.vector == 0) return;
  std::string const obstacle = obstacle_of(program, sweep, state);
  if (!obstacle.empty()) {
    plan.reason += "; ghosts stay in memory, because " + obstacle;
    return;
  }
  plan.ghosts_on_the_fly = plan.fused = true;
}

}  // namespace tessera
