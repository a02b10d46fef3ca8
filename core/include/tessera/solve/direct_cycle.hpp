// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "tessera/solve/finest_sweeps.hpp"
#include "tessera/solve/multigrid.hpp"
#include "tessera/solve/solver_options.hpp"

namespace tessera::detail {

/// A cycle for u = S(u) on the state itself: the user's step gives the residual S(u) - u, coarser grids correct u, and
/// sweeps of the user's step smooth it, several in one launch where that pays. All sweeps follow the correction. A
/// solver for a correction (DefectCorrection) has a right-hand side to read in each sweep, and moves twice as much.
///
/// For operators that read the state alone, where no constant solves the homogeneous problem.
template <class Exec, class ProgramType>
class DirectCycle {
 public:
  using Grids = Multigrid<Exec, ProgramType>;
  using Sweeps = FinestSweeps<Exec, ProgramType>;
  using Level = typename Grids::Level;
  using U = typename Grids::U;
  using T = typename Grids::T;
  using Run = Solution<Exec, ProgramType>;

  /// For `run`, which must outlive it; null where the method or the boundaries do not suit. Throws InputError as
  /// Multigrid does.
  template <class ProgramOn>
  static std::unique_ptr<DirectCycle> make(Run& run, ProgramOn const& program_on, SolverOptions const& options) {
    auto const& program = run.program();
    bool const multigrid = options.method == SolverMethod::multigrid && options.multigrid.coarse_grids;
    if (!multigrid && options.method != SolverMethod::chebyshev) return nullptr;
    if (!Sweeps::Source::takes(program)) return nullptr;
    auto const& op = std::get<0>(program.stages()).op;
    Level::Stencil::check_linear(op);
    StencilFacts const facts = Level::Stencil::facts(op, {});
    auto const ends = Level::Made::all_ends(program);
    if (is_singular(facts, ends, ProgramType::rank)) return nullptr;
    std::unique_ptr<DirectCycle> made(new DirectCycle(run, facts.diagonal));
    if (!multigrid) {
      Level level(run.exec(), program);
      level.set_up();
      made->m_weights = steady_sweeps(level, options);
      return made;
    }
    auto grid = program.grid();
    auto const coarser = coarsen(grid, facts, ends);
    if (!coarser) return nullptr;
    made->m_tables.template set<ProgramType::rank>(coarser->transfers);
    made->m_coarse = std::make_unique<Grids>(run.exec(), grid, program_on, Equation<T>{}, options.multigrid);
    made->m_coarse->set_up();
    made->m_coarse_cycles = options.multigrid.coarse_cycles;
    double const low = least_rough(coarser->axes, facts.coupling, facts.diagonal);
    made->m_weights = chebyshev_weights(2 * options.multigrid.sweeps, low, facts.largest());
    return made;
  }

  [[nodiscard]] std::size_t levels() const { return 1 + (m_coarse ? m_coarse->levels() : 0); }
  /// Cycles of multigrid, or sweeps.
  [[nodiscard]] long iterations_per_cycle() const { return m_coarse ? 1 : static_cast<long>(m_weights.size()); }

  void cycle() {
    m_run->advance(1);
    auto const& next = m_run->template field<U>(0);
    auto const& before = m_run->template field<U>(1);
    if (m_coarse) {
      auto& level = m_coarse->finest();
      restrict_to(m_run->exec(), m_tables, level.f(),
                  SweptResidual<T>{next.data(), before.data(), nullptr, next.layout(), {}, T(1)});
      level.touch();
      for (int c = 0; c < m_coarse_cycles; ++c) m_coarse->cycle(c == 0);
      prolong(m_run->exec(), m_tables, m_sweeps.u(), before, level.u());
    } else {
      copy_cells(m_run->exec(), m_sweeps.u(), before);
    }
    m_sweeps.relax(m_weights);
    m_sweeps.hand_over(*m_run);
  }

 private:
  DirectCycle(Run& run, double diagonal) : m_run(&run), m_sweeps(run.exec(), run.program(), diagonal) {}

  Run* m_run;
  Sweeps m_sweeps;
  std::vector<double> m_weights;
  TransferTables<Exec> m_tables;
  std::unique_ptr<Grids> m_coarse;
  int m_coarse_cycles = 1;
};

/// In its place where an operator has coefficients, or the solver another precision.
struct NoDirectCycle {
  static constexpr std::size_t levels() { return 0; }
  static constexpr long iterations_per_cycle() { return 0; }
  static void cycle() {}
};

/// The DirectCycle of a program whose solver has programs of type `Inner`.
template <class Exec, class ProgramType, class Inner>
struct DirectCycleOf {
  using type = NoDirectCycle;
};
template <class Exec, class ProgramType>
requires(SweepProgram<ProgramType::rank, typename OnlyStage<typename ProgramType::stage_types>::type>::
             exists) struct DirectCycleOf<Exec, ProgramType, ProgramType> {
  using type = DirectCycle<Exec, ProgramType>;
};

}  // namespace tessera::detail
