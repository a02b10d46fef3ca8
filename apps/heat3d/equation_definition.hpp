// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "solver.hpp"
#include "tessera/run/program_run.hpp"
#include "tessera/run/solution_simulation.hpp"
#include "tessera/stencils/heat.hpp"

namespace heat3d {

template <class T>
struct temperature : tessera::Quantity<T> {};
template <class T>
struct diffusivity : tessera::Quantity<T> {};
template <class T>
struct source : tessera::Quantity<T> {};

/// The one stage of heat3d, with the inputs that the problem has, and its boundaries.
template <class T, class Step, class... Inputs>
auto heat_program(Problem const& problem) {
  using namespace tessera;
  Grid<3> const grid = make_grid<3>(problem.mesh, problem.boundary);
  Program const bare{grid, Stage<Step, Reads<temperature<T>, Inputs...>, Writes<temperature<T>>>{
                               Step::make(problem.diffusivity, problem.mesh.spacing, problem.dt)}};
  auto const program = with_faces<temperature<T>>(bare, problem.boundary, problem.face_maps);
  if constexpr ((std::is_same_v<Inputs, diffusivity<T>> || ...)) {
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

template <class Exec, class T, bool Variable, bool Heated>
void Equation<Exec, T, Variable, Heated>::plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
  tessera::describe_program(plan, exec, equation_program<T, Variable, Heated>(problem), problem.schedule);
}

template <class Exec, class T, bool Variable, bool Heated>
std::unique_ptr<tessera::Simulation> Equation<Exec, T, Variable, Heated>::make(Exec const& exec,
                                                                               Problem const& problem) {
  auto const program = equation_program<T, Variable, Heated>(problem);
  using Solution = tessera::Solution<Exec, std::remove_cvref_t<decltype(program)>>;
  auto solution = std::make_unique<Solution>(exec, program, problem.schedule);
  if (problem.initial.empty()) {
    solution->template set<temperature<T>>(problem.initial_value);
  } else {
    solution->template set<temperature<T>>(problem.initial);
  }
  if constexpr (Variable) solution->template set<diffusivity<T>>(problem.diffusivity_map);
  if constexpr (Heated) solution->template set<source<T>>(problem.source);
  double const alpha = Variable ? 1.0 : problem.diffusivity;
  auto const set_step = [alpha, spacing = problem.mesh.spacing](Solution& s, double dt) {
    s.op() = std::remove_reference_t<decltype(s.op())>::make(alpha, spacing, dt);
  };
  tessera::FieldLabel const label{"temperature", "degC", "temperature at cell centres"};
  return std::make_unique<tessera::SolutionSimulation<Solution, temperature<T>, decltype(set_step)>>(
      std::move(solution), problem.mesh, label, problem.dt, set_step);
}

/// The host's execution space where it is not the default one; NoSpace where it is, for which there is nothing to do.
struct NoSpace {};
using OtherSpace = std::conditional_t<std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
                                      NoSpace, Kokkos::DefaultHostExecutionSpace>;
template <class T, bool Variable, bool Heated>
struct Equation<NoSpace, T, Variable, Heated> {};

}  // namespace heat3d
