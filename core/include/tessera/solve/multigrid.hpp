// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "tessera/solve/coarsening.hpp"
#include "tessera/solve/multigrid_level.hpp"

namespace tessera {
namespace detail {

/// The type of the programs that `program_on(grid)` gives.
template <class ProgramOn, int Rank>
using ProgramFrom = std::remove_cvref_t<std::invoke_result_t<ProgramOn const&, Grid<Rank> const&>>;

}  // namespace detail

/// The numbers of a multigrid cycle.
struct MultigridOptions {
  int sweeps = 2;            ///< of smoothing before the coarse correction, and after it
  int coarse_cycles = 1;     ///< cycles on each coarser grid: 1 is a V-cycle, 2 a W-cycle
  bool coarse_grids = true;  ///< false: the finest grid alone, whose cycle is sweeps (Multigrid::sweep_by)
};

/// Geometric multigrid for A e = f of a program's step (detail::Equation): the program's own operator on coarser and
/// coarser grids, of any number of cells, with homogeneous boundaries. Axes with weak coupling are not coarsened.
template <class Exec, class ProgramType>
class Multigrid {
 public:
  using Level = detail::MultigridLevel<Exec, ProgramType>;
  using U = typename Level::U;
  using T = typename Level::T;

  /// `program_on(grid)` gives the program on this and any other grid of the same domain, with the same type, and with
  /// the same time step. Throws InputError for operators that are not linear, and for boundaries of user functions.
  template <class ProgramOn>
  Multigrid(Exec const& exec, Grid<ProgramType::rank> grid, ProgramOn const& program_on,
            detail::Equation<T> const& equation = {}, MultigridOptions const& options = {})
      : m_options(options) {
    auto const add = [&] {
      auto const program = program_on(grid);
      static_assert(std::is_same_v<std::remove_cvref_t<decltype(program)>, ProgramType>,
                    "program_on(grid) returns a program of the same type for every grid");
      m_levels.push_back({std::make_unique<Level>(exec, program, equation), {}, {}});
    };
    add();
    while (options.coarse_grids && coarsen(grid)) add();
    m_singular = is_singular();
  }

  [[nodiscard]] std::size_t levels() const { return m_levels.size(); }
  /// The finest grid: its right-hand side and, after `cycle`, its solution.
  [[nodiscard]] Level& finest() { return *m_levels.front().level; }
  /// Whether constants solve A e = 0: then e is known up to a constant.
  [[nodiscard]] bool singular() const { return m_singular; }

  /// After the coefficients of the finest grid are set: computes those of the others, and the diagonals.
  void set_up() {
    for (std::size_t l = 0; l < m_levels.size(); ++l) {
      if (l > 0) restrict_coefficients(l, typename Level::Parts::coefficients{});
      m_levels[l].level->set_up();
    }
  }

  /// Makes a cycle on the coarsest grid sweeps with these weights.
  void sweep_by(std::vector<double> const& weights) { m_levels.back().before = weights; }

  /// Sweeps of a cycle where there is one grid, else 1: what is counted.
  [[nodiscard]] long iterations_per_cycle() const {
    return levels() > 1 ? 1 : static_cast<long>(m_levels.front().before.size());
  }

  /// One cycle from e = 0, or from the e that is there.
  void cycle(bool from_zero = true) { cycle(0, from_zero); }

 private:
  struct Entry {
    std::unique_ptr<Level> level;
    std::vector<double> before, after;  ///< weights of the sweeps; of the coarsest, all are `before`
  };

  /// Makes `grid` the next coarser one and the transfers to it; false if the last level is the coarsest.
  bool coarsen(Grid<ProgramType::rank>& grid) {
    Entry& last = m_levels.back();
    detail::StencilFacts const& facts = last.level->facts();
    auto const coarser = detail::coarsen(grid, facts, last.level->all_ends());
    if (!coarser) {
      double const low = last.level->least_eigenvalue();
      last.before = chebyshev_weights(chebyshev_sweeps(0.01, low, facts.largest(), 64), low, facts.largest());
      return false;
    }
    last.level->set_transfers(coarser->transfers);
    set_sweeps(last, least_rough(coarser->axes, facts.coupling, facts.diagonal));
    return true;
  }

  /// One polynomial for the sweeps before and after the correction: each gets every other pair of roots.
  void set_sweeps(Entry& entry, double low) const {
    std::vector<double> const all = chebyshev_weights(2 * m_options.sweeps, low, entry.level->facts().largest());
    auto const middle = all.begin() + m_options.sweeps;
    entry.before.assign(all.begin(), middle);
    entry.after.assign(middle, all.end());
  }

  [[nodiscard]] bool is_singular() const {
    Level const& level = *m_levels.front().level;
    return detail::is_singular(level.facts(), level.all_ends(), ProgramType::rank);
  }

  template <class... Cs>
  void restrict_coefficients(std::size_t to, Types<Cs...>) {
    (m_levels[to - 1].level->template restrict_coefficient<Cs>(*m_levels[to].level), ...);
  }

  void cycle(std::size_t l, bool from_zero) {
    Entry& here = m_levels[l];
    here.level->relax(here.before, from_zero);
    if (l + 1 == m_levels.size()) return;
    Level& coarse = *m_levels[l + 1].level;
    here.level->restrict_residual(coarse);
    for (int c = 0; c < m_options.coarse_cycles; ++c) cycle(l + 1, c == 0);
    here.level->correct(coarse);
    here.level->relax(here.after, false);
  }

  MultigridOptions m_options;
  std::vector<Entry> m_levels;
  bool m_singular = false;
};

/// The bytes that a Multigrid of a program takes, about: those of the finest grid and of the coarser ones.
template <class Exec, class ProgramType>
double multigrid_bytes(Exec const& exec, ProgramType const& program) {
  using Level = detail::MultigridLevel<Exec, ProgramType>;
  auto const finest = Level::Made::make(program, detail::Equation<typename Level::T>{});
  double const cells = 1 << ProgramType::rank;
  return static_cast<double>(program_bytes(plan_execution(exec, finest, Level::schedule()))) * cells / (cells - 1);
}

}  // namespace tessera
