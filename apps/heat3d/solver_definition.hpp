// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "solver.hpp"
#include "tessera/run/solution_simulation.hpp"
#include "tessera/solution.hpp"
#include "tessera/stencils/heat.hpp"

namespace heat3d {

template <class T>
struct temperature : tessera::Quantity<T> {};
template <class T>
struct diffusivity : tessera::Quantity<T> {};
template <class T>
struct source : tessera::Quantity<T> {};

/// One face of the config as a rule of the program.
template <class Q, class Program>
Program with_face(Program const& program, Problem const& problem, int f) {
  using namespace tessera;
  FaceConfig const& face = problem.boundary[static_cast<std::size_t>(f)];
  std::vector<double> const& map = problem.face_values[f];
  auto const where = static_cast<Face>(f);
  ValueAt const at = face.at_node ? ValueAt::node : ValueAt::face;
  if (face.kind == BoundaryKind::periodic) return program;
  if (face.kind == BoundaryKind::neumann) {
    return map.empty() ? program.template boundary<Q>(where, Neumann{face.value})
                       : program.template boundary<Q>(where, Neumann{FaceValues{map}});
  }
  return map.empty() ? program.template boundary<Q>(where, Dirichlet{face.value, at})
                     : program.template boundary<Q>(where, Dirichlet{FaceValues{map}, at});
}

/// The one stage of heat3d, with the inputs that the problem has, and its boundaries.
template <class T, class Step, class... Inputs>
auto heat_program(Problem const& problem) {
  using namespace tessera;
  Grid<3> grid;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    grid.cells[axis] = static_cast<int>(problem.mesh.cells[axis]);
    grid.spacing[axis] = problem.mesh.spacing[axis];
    grid.origin[axis] = problem.mesh.origin[axis];
    grid.periodic[axis] = problem.boundary[2 * axis].kind == BoundaryKind::periodic;
  }
  Program program{grid, Stage<Step, Reads<temperature<T>, Inputs...>, Writes<temperature<T>>>{
                            Step::make(problem.diffusivity, problem.mesh.spacing, problem.dt)}};
  for (int f = 0; f < 6; ++f) program = with_face<temperature<T>>(program, problem, f);
  if constexpr ((std::is_same_v<Inputs, diffusivity<T>> || ...)) {
    return program.template boundary<diffusivity<T>>(Neumann{0.0});
  } else {
    return program;
  }
}

/// Calls `f` with the program for the inputs that the problem has, and returns what it returns.
template <class T, class F>
auto with_program(Problem const& problem, F const& f) {
  using Plain = tessera::stencils::Heat<3, T>;
  using Variable = tessera::stencils::HeatVariable<3, T>;
  using tessera::stencils::WithSource;
  bool const variable = !problem.diffusivity_map.empty();
  bool const heated = !problem.source.empty();
  if (variable && heated) return f(heat_program<T, WithSource<Variable, T>, diffusivity<T>, source<T>>(problem));
  if (variable) return f(heat_program<T, Variable, diffusivity<T>>(problem));
  if (heated) return f(heat_program<T, WithSource<Plain, T>, source<T>>(problem));
  return f(heat_program<T, Plain>(problem));
}

template <class Exec, class T>
void Solver<Exec, T>::plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
  with_program<T>(problem, [&](auto const& program) {
    tessera::ProgramInfo const info = program.info();
    tessera::Plan const needs = tessera::make_plan(info);
    auto const reports = tessera::choose_schedules(exec, info, problem.schedule);
    plan.memory_needed = static_cast<double>(tessera::program_bytes(program));
    plan.bytes_per_update = static_cast<double>(needs.bytes_per_cell[0]);
    plan.strategy = reports[0].resolved.schedule.strategy;
    plan.schedule = tessera::describe(reports[0].resolved.schedule);
    plan.explanation = tessera::explain(info, needs, reports, Exec::name());
  });
}

template <class Exec, class T>
std::unique_ptr<tessera::Simulation> Solver<Exec, T>::make(Exec const& exec, Problem const& problem) {
  return with_program<T>(problem, [&](auto const& program) -> std::unique_ptr<tessera::Simulation> {
    using Solution = tessera::Solution<Exec, std::remove_cvref_t<decltype(program)>>;
    auto solution = std::make_unique<Solution>(exec, program, problem.schedule);
    using List = typename Solution::quantities;
    if (problem.initial.empty()) {
      solution->template set<temperature<T>>(problem.initial_value);
    } else {
      solution->template set<temperature<T>>(problem.initial);
    }
    if constexpr (tessera::contains<diffusivity<T>, List>)
      solution->template set<diffusivity<T>>(problem.diffusivity_map);
    if constexpr (tessera::contains<source<T>, List>) solution->template set<source<T>>(problem.source);
    bool const variable = !problem.diffusivity_map.empty();
    double const alpha = variable ? 1.0 : problem.diffusivity;
    auto const set_step = [alpha, spacing = problem.mesh.spacing](Solution& s, double dt) {
      s.op() = std::remove_reference_t<decltype(s.op())>::make(alpha, spacing, dt);
    };
    tessera::FieldLabel const label{"temperature", "degC", "temperature at cell centres"};
    return std::make_unique<tessera::SolutionSimulation<Solution, temperature<T>, decltype(set_step)>>(
        std::move(solution), problem.mesh, label, problem.dt, set_step);
  });
}

/// The host's execution space where it is not the default one; NoSpace where it is, for which there is nothing to do.
struct NoSpace {};
using OtherSpace = std::conditional_t<std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
                                      NoSpace, Kokkos::DefaultHostExecutionSpace>;
template <class T>
struct Solver<NoSpace, T> {};

}  // namespace heat3d
