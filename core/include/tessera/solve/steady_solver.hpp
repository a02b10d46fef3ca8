// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>

#include "tessera/solve/defect_correction.hpp"

namespace tessera {

/// What `SteadySolver::solve` did.
struct SolveReport {
  bool converged = false;  ///< the last change was small enough
  bool stalled = false;    ///< changes fell no more: the precision's floor, or a method that does not suit
  long cycles = 0;
  long iterations = 0;  ///< cycles of multigrid, iterations of Krylov methods, or sweeps of Chebyshev's
  double change = 0;    ///< the largest of a cell in the last cycle, relative to the largest size of the values
};

/// Finds the steady state of a program of one linear stage, u = S(u). Converged fields are fixed points of the step.
///
///     Solution run{exec, heat_on(grid)};
///     SteadySolver solver{run, heat_on};     // heat_on(grid): the same program on a coarser grid, with the same dt
///     SolveReport const report = solver.solve(1e-8);
///
///     SteadySolver other{run, heat_on, {.method = SolverMethod::cg}};
///
/// Where no boundary holds a value, constants are solutions: then the mean of the initial state is kept. If `heat_on`
/// gives a program of quantities of float, and that of `run` has double, corrections are computed in float, and the
/// solution is exact in double (iterative refinement).
template <class Exec, class ProgramType, class Inner = ProgramType>
class SteadySolver {
 public:
  /// Takes the coefficients from `run`, which must outlive the solver. Throws InputError as LinearMap does, for cg with
  /// an operator that is not symmetric, and for options out of range.
  template <class ProgramOn>
  SteadySolver(Solution<Exec, ProgramType>& run, ProgramOn const& program_on, SolverOptions const& options = {})
      : m_run(&run), m_correction(run, program_on, {}, options) {}

  /// Takes the coefficients anew, after they were changed in the Solution.
  void set_coefficients() { m_correction.set_coefficients(); }

  /// One cycle; `field<u>(0)` is then the corrected state and `field<u>(1)` the one before. Counts as a step of the
  /// Solution, at the same time. Enqueues its kernels, and waits only if the method makes dot products. Throws
  /// NumericsError for cg where the matrix turns out not to be positive definite.
  void cycle() {
    double const time = m_run->time();
    m_correction.cycle(nullptr);
    m_run->set_clock(m_run->step(), time);
  }

  /// Cycles until one changes no cell by more than `tolerance` times the largest size of the values, or changes fall no
  /// more, or `most_cycles` are done. Throws InputError for a tolerance that the precision cannot reach.
  SolveReport solve(double tolerance, long most_cycles = 100) {
    check(tolerance);
    SolveReport report;
    long const before = iterations();
    for (int slow = 0; !report.converged && !report.stalled && report.cycles < most_cycles; ++report.cycles) {
      cycle();
      m_norms.begin(m_run->exec(), m_run->template field<U>(0), m_run->template field<U>(1));
      Norms const norms = m_norms.end();
      double const size = std::max(std::abs(norms.minimum), std::abs(norms.maximum));
      double const change = size > 0 ? norms.change / size : 0;
      slow = report.cycles > 0 && change > 0.7 * report.change ? slow + 1 : 0;
      report.change = change;
      report.converged = change <= tolerance;
      report.stalled = !report.converged && (slow == 3 || !std::isfinite(change));
    }
    report.iterations = iterations() - before;
    return report;
  }

  /// Grids, the finest included.
  [[nodiscard]] std::size_t levels() const { return m_correction.levels(); }
  /// Cycles of multigrid, iterations of Krylov methods, or sweeps of Chebyshev's, so far.
  [[nodiscard]] long iterations() const { return m_correction.iterations(); }

 private:
  using Correction = detail::DefectCorrection<Exec, ProgramType, Inner>;
  using U = typename Correction::U;

  static void check(double tolerance) {
    double const least = 4 * static_cast<double>(std::numeric_limits<typename U::value_type>::epsilon());
    if (tolerance >= least) return;
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, "a tolerance of %g is less than the %g that ", tolerance, least);
    throw InputError(numbers + quantity_name<U>() + "'s precision can reach: take a larger one, or double");
  }

  Solution<Exec, ProgramType>* m_run;
  Correction m_correction;
  NormTask<Exec> m_norms;
};

/// The bytes of the vectors that a method keeps beside a Multigrid (multigrid_bytes), about.
template <class ProgramType>
double vector_bytes(ProgramType const& program, SolverOptions const& options) {
  using U = typename detail::StepStage<typename detail::OnlyStage<typename ProgramType::stage_types>::type>::unknown;
  double bytes = sizeof(typename U::value_type);
  for (int const cells : program.grid().cells) bytes *= cells;
  if (options.method == SolverMethod::cg) return options.preconditioner == Preconditioner::diagonal ? bytes : 3 * bytes;
  return options.method == SolverMethod::bicgstab ? 6 * bytes : 0;
}

template <class Exec, class ProgramType, class ProgramOn>
SteadySolver(Solution<Exec, ProgramType>&, ProgramOn const&, SolverOptions const& = {})
    -> SteadySolver<Exec, ProgramType, detail::ProgramFrom<ProgramOn, ProgramType::rank>>;

}  // namespace tessera
