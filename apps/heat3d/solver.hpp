// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "problem.hpp"

namespace heat3d {

/// What a Solver does, for one equation: with a diffusivity for each cell if it is `Variable`, with a source if it is
/// `Heated`. Compiled in files that CMake makes of equation.cpp.in, one for each space, precision and equation
/// (units.cmake), because compilers of devices take long for each.
template <class Exec, class T, bool Variable, bool Heated>
struct Equation {
  /// As Solver::plan and Solver::make, for problems of this equation.
  static void plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan);
  static std::unique_ptr<tessera::Simulation> make(Exec const& exec, Problem const& problem);
};

/// heat3d on one execution space in one precision: the equation that the problem asks for.
template <class Exec, class T>
struct Solver {
  /// Fills in what the plan says of program and schedule. Allocates no fields.
  static void plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
    with_equation(problem, [&](auto equation) { equation.plan(exec, problem, plan); });
  }
  /// Sets up the fields in their initial state.
  static std::unique_ptr<tessera::Simulation> make(Exec const& exec, Problem const& problem) {
    return with_equation(problem, [&](auto equation) { return equation.make(exec, problem); });
  }

 private:
  template <class F>
  static auto with_equation(Problem const& problem, F const& f) {
    bool const variable = !problem.diffusivity_map.empty();
    bool const heated = !problem.source.empty();
    if (variable && heated) return f(Equation<Exec, T, true, true>{});
    if (variable) return f(Equation<Exec, T, true, false>{});
    if (heated) return f(Equation<Exec, T, false, true>{});
    return f(Equation<Exec, T, false, false>{});
  }
};

}  // namespace heat3d
