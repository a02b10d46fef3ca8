// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/run/app.hpp"
#include "tessera/run/field_keys.hpp"
#include "tessera/solution.hpp"

namespace tessera {

// What a program of stages gets from a config, and what the plan of a run gets from the program.

/// The grid of a mesh of rank `Rank`; an axis is periodic where the boundary says so of its faces.
template <int Rank>
Grid<Rank> make_grid(Mesh const& mesh, BoundaryConfig const& boundary) {
  Grid<Rank> grid;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    grid.cells[axis] = static_cast<int>(mesh.cells[axis]);
    grid.spacing[axis] = mesh.spacing[axis];
    grid.origin[axis] = mesh.origin[axis];
    grid.periodic[axis] = boundary[2 * axis].kind == BoundaryKind::periodic;
  }
  return grid;
}

/// `program` with the rules for quantity `Q` that the boundary gives; where it says `own`, those that it has.
template <QuantityType Q, class ProgramType>
ProgramType with_faces(ProgramType program, BoundaryConfig const& boundary, FaceMaps const& maps) {
  for (std::size_t f = 0; f < 2 * ProgramType::rank; ++f) {
    FaceConfig const& face = boundary[f];
    auto const where = static_cast<Face>(f);
    ValueAt const at = face.at_node ? ValueAt::node : ValueAt::face;
    bool const varies = !maps[f].empty();
    if (face.kind == BoundaryKind::neumann) {
      program = varies ? program.template boundary<Q>(where, Neumann{FaceValues{maps[f]}})
                       : program.template boundary<Q>(where, Neumann{face.value});
    }
    if (face.kind == BoundaryKind::dirichlet) {
      program = varies ? program.template boundary<Q>(where, Dirichlet{FaceValues{maps[f]}, at})
                       : program.template boundary<Q>(where, Dirichlet{face.value, at});
    }
  }
  return program;
}

/// Fills in what a run's plan says of its program, as it is executed. See describe_program.
template <class ProgramType>
void describe_execution(RunPlan& plan, ProgramType const& program, ExecutionPlan const& execution) {
  ProgramInfo const& info = execution.program;
  plan.memory_needed = static_cast<double>(program_bytes(execution));
  plan.state_bytes = 0;
  for (std::size_t q = 0; q < info.quantities.size(); ++q) {
    QuantityPlan const& needs = execution.buffers.quantities[q];
    if (!needs.written) continue;
    auto const values = static_cast<double>(program.grid().size()) * info.quantities[q].components;
    plan.state_bytes += values * static_cast<double>(info.quantities[q].value_size) * needs.live;
  }
  plan.bytes_per_update = 0;
  for (std::size_t bytes : execution.buffers.bytes_per_cell) plan.bytes_per_update += static_cast<double>(bytes);
  plan.trial_rate = execution.expected_rate();
  plan.expected_rate = plan.trial_rate > 0 ? plan.trial_rate : 0.8 * plan.copy_bandwidth / plan.bytes_per_update;
  Schedule const& main = execution.main().resolved.schedule;
  plan.strategy = main.strategy;
  plan.schedule = describe(main);
  plan.explanation = explain(execution);
}

/// Fills in what a run's plan says of its program and schedules: memory, bytes of a checkpoint and of an update (over
/// all stages), strategy and numbers of the launch that takes most steps, the explanation of all, and the rate to
/// expect: that of the plan's trials or, without, 0.8 of the copy bandwidth. Allocates no fields.
template <class Exec, class ProgramType>
void describe_program(RunPlan& plan, Exec const& exec, ProgramType const& program, Schedule const& schedule) {
  describe_execution(plan, program, plan_execution(exec, program, schedule));
}

/// The same of the part of this rank. Memory is that of one rank. Errors: see Solution.
template <class Exec, class ProgramType>
void describe_program(RunPlan& plan, Exec const& exec, ProgramType const& program, Schedule const& schedule,
                      Ranks const& ranks) {
  auto const cut = detail::cut_program(exec, program, ranks);
  describe_execution(plan, program, plan_execution(exec, program, schedule, cut ? &cut->part() : nullptr));
  if (!cut) return;
  plan.processes = ranks.size();
  plan.process_grid = describe_process_grid(cut->process_grid, ProgramType::rank);
  plan.explanation = cut->explain() + '\n' + plan.explanation;
}

/// Puts the coefficients of another program of the same type into a solution's operators.
template <class SolutionType>
void use_operators(SolutionType& solution, typename SolutionType::program_type const& program) {
  using Stages = std::remove_cvref_t<decltype(program.stages())>;
  for_each_index<std::tuple_size_v<Stages>>(
      [&](auto index) { solution.template op<index.value>() = std::get<index.value>(program.stages()).op; });
}

}  // namespace tessera
