// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "problem.hpp"

namespace shallow_water {

/// shallow_water on one execution space in one precision; compiled in the files solver_*.cpp, one for each pair.
template <class Exec, class T>
struct Solver {
  /// Fills in what the plan says of program and schedule. Allocates no fields.
  static void plan(Exec const& exec, Problem const& problem, tessera::RunPlan& plan);
  /// Sets up the fields in their initial state.
  static std::unique_ptr<tessera::Simulation> make(Exec const& exec, std::shared_ptr<Problem const> const& problem);
};

}  // namespace shallow_water
