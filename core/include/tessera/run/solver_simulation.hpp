// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/run/app.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/solution_simulation.hpp"
#include "tessera/run/solver_choice.hpp"
#include "tessera/solve/implicit_steps.hpp"
#include "tessera/solve/steady_solver.hpp"

namespace tessera {

/// The numbers of a solver. Where coefficients differ, so do the rates of errors: what is left of the slowest ones
/// shows in the residual only after it is reduced that much more.
inline SolverOptions solver_options(SolverChoice const& choice) {
  SolverOptions options;
  if (choice.name == "cg") options.method = SolverMethod::cg;
  if (choice.name == "bicgstab") options.method = SolverMethod::bicgstab;
  if (choice.name == "chebyshev") options.method = SolverMethod::chebyshev;
  options.reduction /= choice.contrast;
  // A V-cycle is not quite symmetric, which counts where it is poor.
  if (choice.name == "cg" && choice.contrast > 100) options.preconditioner = Preconditioner::chebyshev;
  return options;
}

/// What a solver is, in words.
inline std::string describe(SolverChoice const& choice) {
  SolverOptions const options = solver_options(choice);
  if (options.method == SolverMethod::chebyshev) return "Chebyshev iteration";
  if (options.method == SolverMethod::multigrid) return "multigrid";
  return std::string(options.method == SolverMethod::cg ? "conjugate gradients" : "BiCGStab") + " preconditioned by " +
         (options.preconditioner == Preconditioner::multigrid ? "multigrid" : "Chebyshev iteration");
}

/// A Solution that a SteadySolver takes to its steady state, as the run loop sees it: each step is one cycle of the
/// solver, and the time stands still. Frames, checkpoints, norms and pictures are those of SolutionSimulation.
template <class SolutionType, QuantityType Main, class SetStep>
class SolverSimulation : public SolutionSimulation<SolutionType, Main, SetStep> {
  using Base = SolutionSimulation<SolutionType, Main, SetStep>;

 public:
  /// As SolutionSimulation; `program_on` as in SteadySolver. The coefficients of `solution` are set.
  template <class ProgramOn>
  SolverSimulation(std::unique_ptr<SolutionType> solution, Mesh const& mesh, FieldLabel label, double dt,
                   SetStep set_step, ProgramOn const& program_on, SolverChoice choice)
      : Base(std::move(solution), mesh, std::move(label), dt, set_step),
        m_choice(std::move(choice)),
        m_solver(this->solution(), program_on, solver_options(m_choice)) {}

  void advance(long cycles) override {
    for (long c = 0; c < cycles; ++c) m_solver.cycle();
  }
  [[nodiscard]] std::string closing_line() const override {
    std::string line = describe(m_choice) + ": " + std::to_string(this->step()) + " cycles";
    if (m_choice.name != "multigrid") line += " of " + std::to_string(m_solver.iterations()) + " iterations in all";
    return line + " on " + std::to_string(m_solver.levels()) + (m_solver.levels() == 1 ? " grid" : " grids");
  }

 private:
  SolverChoice m_choice;
  SteadySolver<typename SolutionType::execution_space, typename SolutionType::program_type> m_solver;
};

/// A Solution that ImplicitSteps advance, as the run loop sees it: each step is an implicit one of `dt` seconds. The
/// operators keep the coefficients of an explicit step of `explicit_dt`.
template <class SolutionType, QuantityType Main, class SetStep, class ProgramOn>
class ImplicitSimulation : public SolutionSimulation<SolutionType, Main, SetStep> {
  using Base = SolutionSimulation<SolutionType, Main, SetStep>;
  using Steps = ImplicitSteps<typename SolutionType::execution_space, typename SolutionType::program_type>;

 public:
  /// As SolutionSimulation; `program_on` as in SteadySolver, a value. The coefficients of `solution` are set.
  ImplicitSimulation(std::unique_ptr<SolutionType> solution, Mesh const& mesh, FieldLabel label, double explicit_dt,
                     SetStep set_step, ProgramOn program_on, double dt)
      : Base(std::move(solution), mesh, std::move(label), explicit_dt, set_step),
        m_program_on(std::move(program_on)),
        m_explicit_dt(explicit_dt),
        m_dt(dt),
        m_steps(this->solution(), m_program_on, dt / explicit_dt) {}

  [[nodiscard]] double dt() const override { return m_dt; }
  void advance(long steps) override { m_steps.advance(steps); }
  void advance_by(double dt) override {
    Steps once(this->solution(), m_program_on, dt / m_explicit_dt);
    once.advance(1);
  }

 private:
  ProgramOn m_program_on;
  double m_explicit_dt;
  double m_dt;
  Steps m_steps;
};

/// Adds to the plan of a run what its multigrid takes, and leaves out what is said of the pace of explicit steps.
template <class Exec, class ProgramType>
void describe_multigrid(RunPlan& plan, Exec const& exec, ProgramType const& program) {
  plan.memory_needed += multigrid_bytes(exec, program);
  plan.copy_bandwidth = plan.expected_rate = plan.trial_rate = 0;
}

/// Makes the plan of a run that steps `program` that of a run that solves for its steady state.
template <class Exec, class ProgramType>
void describe_solver(RunPlan& plan, Exec const& exec, ProgramType const& program, SolverChoice const& choice) {
  plan.solves = true;
  plan.has_time = false;
  plan.slowest_rate = 0;  // of steps
  describe_multigrid(plan, exec, program);
  plan.memory_needed += vector_bytes(program, solver_options(choice));
  plan.explanation +=
      "solver: " + describe(choice) +
      (choice.name == "multigrid"
           ? ", one V(2,2) cycle per step, smoothed by damped Jacobi with "
             "Chebyshev weights\n"
           : "; a step reduces what is left " + human_number(1 / solver_options(choice).reduction) + " times\n");
}

}  // namespace tessera
