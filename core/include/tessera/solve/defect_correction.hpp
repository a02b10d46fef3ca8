// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>

#include "tessera/reduce.hpp"
#include "tessera/solve/bicgstab.hpp"
#include "tessera/solve/conjugate_gradients.hpp"
#include "tessera/solve/direct_cycle.hpp"

namespace tessera::detail {

/// Solves u = base + c (S(u) - u), or u = S(u), for a program's step S by defect correction: one step of the program
/// itself gives what is left of the equation, with all its boundaries and sources; a solver for the homogeneous problem
/// gives the correction. The solver's program, `Inner`, may be of lower precision: then this is iterative refinement.
template <class Exec, class ProgramType, class Inner>
class DefectCorrection {
 public:
  using Grids = Multigrid<Exec, Inner>;
  using Parts = StepStage<typename OnlyStage<typename ProgramType::stage_types>::type>;
  using U = typename Parts::unknown;
  using T = typename U::value_type;
  using InnerT = typename Grids::T;

  /// `run` must outlive it. For the equation with a base, c is `equation.kappa` and its shift is 1. Throws InputError
  /// for a Solution that several ranks share.
  template <class ProgramOn>
  DefectCorrection(Solution<Exec, ProgramType>& run, ProgramOn const& program_on, Equation<InnerT> const& equation,
                   SolverOptions const& options)
      : m_run(&run), m_c(equation.kappa), m_options(checked(options)) {
    if (run.cut()) {
      throw InputError("solvers run on one rank alone: make the Solution without Ranks, or take explicit steps");
    }
    if constexpr (!std::is_same_v<Direct, NoDirectCycle>) {
      if (equation.kappa == 1 && equation.shift == 0) m_direct = Direct::make(run, program_on, m_options);
    }
    if (m_direct) return;
    m_grids = std::make_unique<Grids>(run.exec(), run.program().grid(), program_on, equation, grid_options(m_options));
    bool const preconditioned = options.preconditioner != Preconditioner::diagonal;
    if (options.method == SolverMethod::cg) m_cg = std::make_unique<Cg>(*m_grids, preconditioned);
    if (options.method == SolverMethod::bicgstab) m_bicgstab = std::make_unique<BiCg>(*m_grids, preconditioned);
    set_coefficients();
  }

  /// Takes the coefficients from the Solution.
  void set_coefficients() {
    if (m_direct) return;  // there are none
    take(typename Parts::coefficients{}, typename Grids::Level::Parts::coefficients{});
    m_grids->set_up();
    if (sweeps_alone(m_options)) m_grids->sweep_by(sweep_weights());
  }
  [[nodiscard]] std::size_t levels() const { return m_direct ? m_direct->levels() : m_grids->levels(); }
  /// Iterations so far: cycles of multigrid, iterations of Krylov methods, or sweeps of Chebyshev's.
  [[nodiscard]] long iterations() const { return m_iterations; }

  /// One cycle. The Solution's newest version is then the corrected state, the one before the state that was corrected.
  /// It counts a step; its time is as the step leaves it. `base` is laid out as the unknown, or null.
  void cycle(T const* base) {
    if (m_direct) {
      m_direct->cycle();
      m_iterations += m_direct->iterations_per_cycle();
      return;
    }
    m_run->advance(1);
    auto const& next = m_run->template field<U>(0);
    auto const& before = m_run->template field<U>(1);
    auto const& f = m_grids->finest().f();
    T const size = correction_size(next, before);
    for_each_cell(m_run->exec(), "tessera::solve::defect", next.layout(),
                  Defect<InnerT, T>{f.data(), next.data(), before.data(), base, f.layout(), next.layout(),
                                    static_cast<T>(m_c), 1 / size});
    auto const& e = solve();
    // Where constants solve the homogeneous problem, the mean stays.
    T const offset = m_grids->singular() ? static_cast<T>(-norms(m_run->exec(), e).mean) : T(0);
    for_each_cell(m_run->exec(), "tessera::solve::correct", next.layout(),
                  Correct<T, InnerT>{next.data(), before.data(), e.data(), next.layout(), e.layout(), offset, size});
    m_run->touch();
  }

 private:
  using Cg = ConjugateGradients<Exec, Grids>;
  using BiCg = BiCGStab<Exec, Grids>;
  using Direct = typename DirectCycleOf<Exec, ProgramType, Inner>::type;

  static SolverOptions const& checked(SolverOptions const& options) {
    if (options.reduction > 0 && options.reduction < 1 && options.most_iterations > 0 && options.sweeps >= 0) {
      return options;
    }
    throw InputError("SolverOptions: reduction is between 0 and 1, most_iterations above 0 and sweeps not below it");
  }
  /// Whether a cycle of the grids is sweeps on the finest alone.
  static bool sweeps_alone(SolverOptions const& options) {
    return options.method == SolverMethod::chebyshev ||
           (options.method != SolverMethod::multigrid && options.preconditioner != Preconditioner::multigrid);
  }
  static MultigridOptions grid_options(SolverOptions const& options) {
    MultigridOptions grids = options.multigrid;
    grids.coarse_grids = !sweeps_alone(options);
    return grids;
  }
  /// Of the sweeps that solve, or precondition: those damp the upper 29/30 of the eigenvalues.
  [[nodiscard]] std::vector<double> sweep_weights() {
    auto& level = m_grids->finest();
    if (m_options.method == SolverMethod::chebyshev) return steady_sweeps(level, m_options);
    double const high = high_eigenvalue(level);
    return chebyshev_weights(6, high / 30, high);
  }

  /// What the solver's vectors are scaled by. In lower precision, corrections have to be as large as the values: the
  /// operator adds its sources and takes them away again, which leaves rounding errors.
  T correction_size([[maybe_unused]] Field<T, Exec> const& next, [[maybe_unused]] Field<T, Exec> const& before) const {
    if constexpr (std::is_same_v<T, InnerT>) {
      return T(1);
    } else {
      NormTask<Exec> task;
      task.begin(m_run->exec(), next, before);
      Norms const norms = task.end();
      double const size = norms.change / std::max(std::abs(norms.minimum), std::abs(norms.maximum));
      return size > 0 && std::isfinite(size) ? static_cast<T>(size) : T(1);
    }
  }

  /// The correction for the right-hand side of the finest grid.
  Field<InnerT, Exec> const& solve() {
    if (m_grids->singular() && (m_cg || m_bicgstab)) remove_mean(m_grids->finest().f());
    if (m_cg) {
      m_iterations += m_cg->solve(m_options.reduction, m_options.most_iterations);
      return m_cg->x();
    }
    if (m_bicgstab) {
      m_iterations += m_bicgstab->solve(m_options.reduction, m_options.most_iterations);
      return m_bicgstab->x();
    }
    m_grids->cycle();
    m_iterations += m_grids->iterations_per_cycle();
    return m_grids->finest().u();
  }

  /// Where constants solve the homogeneous problem, Krylov methods take what no constant is part of.
  void remove_mean(Field<InnerT, Exec> const& f) const {
    auto const mean = static_cast<InnerT>(norms(m_run->exec(), f).mean);
    for_each_cell(m_run->exec(), "tessera::solve::mean", f.layout(), Shift<InnerT>{f.data(), f.layout(), -mean});
  }

  template <class... Outer, class... InnerCs>
  void take(Types<Outer...>, Types<InnerCs...>) {
    static_assert(sizeof...(Outer) == sizeof...(InnerCs), "program_on(grid) has as many coefficients as the program");
    (copy_cells(m_run->exec(), m_grids->finest().template coefficient<InnerCs>(), m_run->template field<Outer>()), ...);
  }

  Solution<Exec, ProgramType>* m_run;
  InnerT m_c;
  SolverOptions m_options;
  std::unique_ptr<Direct> m_direct;  // in place of all others
  std::unique_ptr<Grids> m_grids;    // Krylov methods keep its address
  std::unique_ptr<Cg> m_cg;
  std::unique_ptr<BiCg> m_bicgstab;
  long m_iterations = 0;
};

}  // namespace tessera::detail
