// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "problem.hpp"

namespace shallow_water {

/// The programs that a problem may ask for: the scheme of the paper, as the paper or the book has it; all fluxes first
/// (`decoupled`); all of a step at once (`fused`); and the scheme of second order (`second`). The last two exist with a
/// map of the ground and maxima as well (`fused_all`, `second_all`), for problems that need either.
enum class Form { paper, naive, decoupled, fused, fused_all, second, second_all };

/// What a Solver does, for one form. Compiled in files that CMake makes of flow.cpp.in, one for each space, precision
/// and form (units.cmake), because compilers of devices take long for each.
template <class Exec, class T, Form F>
struct Flow {
  static void plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan);
  static std::unique_ptr<tessera::Simulation> make(Exec const& exec, std::shared_ptr<Problem const> const& problem);
};

/// shallow_water on one execution space in one precision: the form that the problem asks for.
template <class Exec, class T>
struct Solver {
  /// Fills in what the plan says of program and schedule. Allocates no fields.
  static void plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan) {
    with_form(problem, [&](auto flow) { flow.plan(exec, problem, plan); });
  }
  /// Sets up the fields in their initial state.
  static std::unique_ptr<tessera::Simulation> make(Exec const& exec, std::shared_ptr<Problem const> const& problem) {
    return with_form(*problem, [&](auto flow) { return flow.make(exec, problem); });
  }

 private:
  template <class F>
  static auto with_form(Problem const& problem, F const& f) {
    using enum flow::FlowAlgorithm;
    bool const all = problem.ground_map() || problem.maxima;
    if (problem.scheme == Scheme::paper) return f(Flow<Exec, T, Form::paper>{});
    if (problem.algorithm == naive) return f(Flow<Exec, T, Form::naive>{});
    if (problem.algorithm == decoupled) return f(Flow<Exec, T, Form::decoupled>{});
    if (problem.scheme == Scheme::upwind) {
      return all ? f(Flow<Exec, T, Form::fused_all>{}) : f(Flow<Exec, T, Form::fused>{});
    }
    return all ? f(Flow<Exec, T, Form::second_all>{}) : f(Flow<Exec, T, Form::second>{});
  }
};

}  // namespace shallow_water
