// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "solver.hpp"
#include "tessera/run/program_run.hpp"
#include "tessera/run/solver_simulation.hpp"
#include "tessera/stencils/heat.hpp"

namespace heat3d {

template <class T>
struct temperature : tessera::Quantity<T> {};
template <class T>
struct diffusivity : tessera::Quantity<T> {};
template <class T>
struct source : tessera::Quantity<T> {};

/// The number that scales an equation's step: the diffusivity, or 1 where each cell has its own.
inline double scale_of(Problem const& problem, bool variable) { return variable ? 1.0 : problem.diffusivity; }

/// The one stage of heat3d, with the inputs that the problem has, and its boundaries.
template <class T, class Step, class... Inputs>
auto heat_program(Problem const& problem) {
  using namespace tessera;
  constexpr bool variable = (std::is_same_v<Inputs, diffusivity<T>> || ...);
  Grid<3> const grid = make_grid<3>(problem.mesh, problem.boundary);
  Program const bare{grid, Stage<Step, Reads<temperature<T>, Inputs...>, Writes<temperature<T>>>{
                               Step::make(scale_of(problem, variable), problem.mesh.spacing, problem.dt)}};
  auto const program = with_faces<temperature<T>>(bare, problem.boundary, problem.face_maps);
  if constexpr (variable) {
    return program.template boundary<diffusivity<T>>(Neumann{0.0});
  } else {
    return program;
  }
}

/// The program of an equation.
template <class T, bool Variable, bool Heated>
auto equation_program(Problem const& problem) {
  using Plain = tessera::stencils::Heat<3, T>;
  using Varied = tessera::stencils::HeatVariable<3, T>;
  using tessera::stencils::WithSource;
  if constexpr (Variable && Heated) {
    return heat_program<T, WithSource<Varied, T>, diffusivity<T>, source<T>>(problem);
  } else if constexpr (Variable) {
    return heat_program<T, Varied, diffusivity<T>>(problem);
  } else if constexpr (Heated) {
    return heat_program<T, WithSource<Plain, T>, source<T>>(problem);
  } else {
    return heat_program<T, Plain>(problem);
  }
}

/// The part of a problem that holds on every grid of the box, as a solver needs it: no fields, and faces of one value.
inline Problem without_fields(Problem const& problem) {
  Problem bare;
  bare.mesh = problem.mesh;
  bare.dt = problem.dt;
  bare.diffusivity = problem.diffusivity;
  bare.boundary = problem.boundary;
  return bare;
}
inline Problem on_grid(Problem bare, tessera::Grid<3> const& grid) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    bare.mesh.cells[axis] = grid.cells[axis];
    bare.mesh.spacing[axis] = grid.spacing[axis];
  }
  return bare;
}

template <class Exec, class T, bool Variable, bool Heated>
void Equation<Exec, T, Variable, Heated>::plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
  auto const program = equation_program<T, Variable, Heated>(problem);
  if (problem.ranks) {
    tessera::describe_program(plan, exec, program, problem.schedule, *problem.ranks);
  } else {
    tessera::describe_program(plan, exec, program, problem.schedule);
  }
  if (problem.solver.solves()) tessera::describe_solver(plan, exec, program, problem.solver);
  if (problem.implicit_dt > 0) tessera::describe_multigrid(plan, exec, program);
}

template <class Exec, class T, bool Variable, bool Heated>
std::unique_ptr<tessera::Simulation> Equation<Exec, T, Variable, Heated>::make(Exec const& exec,
                                                                               Problem const& problem) {
  auto const program = equation_program<T, Variable, Heated>(problem);
  using Solution = tessera::Solution<Exec, std::remove_cvref_t<decltype(program)>>;
  auto solution = problem.ranks ? std::make_unique<Solution>(exec, program, *problem.ranks, problem.schedule)
                                : std::make_unique<Solution>(exec, program, problem.schedule);
  if (problem.initial.empty()) {
    solution->template set<temperature<T>>(problem.initial_value);
  } else {
    solution->template set<temperature<T>>(problem.initial);
  }
  if constexpr (Variable) solution->template set<diffusivity<T>>(problem.diffusivity_map);
  if constexpr (Heated) solution->template set<source<T>>(problem.source);
  double const alpha = scale_of(problem, Variable);
  auto const set_step = [alpha, spacing = problem.mesh.spacing](Solution& s, double dt) {
    s.op() = std::remove_reference_t<decltype(s.op())>::make(alpha, spacing, dt);
  };
  tessera::FieldLabel const label{"temperature", "degC", "temperature at cell centres"};
  if (problem.solver.solves() || problem.implicit_dt > 0) {
    auto const program_on = [bare = without_fields(problem)](tessera::Grid<3> const& grid) {
      return equation_program<T, Variable, Heated>(on_grid(bare, grid));
    };
    if (problem.implicit_dt > 0) {
      using Implicit =
          tessera::ImplicitSimulation<Solution, temperature<T>, decltype(set_step), std::decay_t<decltype(program_on)>>;
      return std::make_unique<Implicit>(std::move(solution), problem.mesh, label, problem.dt, set_step, program_on,
                                        problem.implicit_dt);
    }
    return std::make_unique<tessera::SolverSimulation<Solution, temperature<T>, decltype(set_step)>>(
        std::move(solution), problem.mesh, label, problem.dt, set_step, program_on, problem.solver);
  }
  return std::make_unique<tessera::SolutionSimulation<Solution, temperature<T>, decltype(set_step)>>(
      std::move(solution), problem.mesh, label, problem.dt, set_step);
}

}  // namespace heat3d
