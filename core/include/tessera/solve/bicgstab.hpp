// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reduce/cell_sums.hpp"
#include "tessera/solve/krylov_cells.hpp"
#include "tessera/solve/multigrid.hpp"

namespace tessera::detail {

/// Solves A x = f as ConjugateGradients does, for operators that need not be symmetric, by BiCGStab with the
/// preconditioner on the right (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992). It ends early where the
/// method breaks down: the caller begins anew.
template <class Exec, class Grids>
class BiCGStab {
 public:
  using Level = typename Grids::Level;
  using T = typename Level::T;
  using Vector = typename Level::Vector;

  /// `grids` must outlive it. Preconditioned by a cycle of the grids, or by the diagonal.
  BiCGStab(Grids& grids, bool preconditioned)
      : m_grids(&grids),
        m_preconditioned(preconditioned),
        m_sums(level().exec(), level().u().layout(), 2),
        m_x(level().vector("tessera::solve::x")),
        m_r(level().vector("tessera::solve::r")),
        m_r0(level().vector("tessera::solve::r0")),
        m_p(level().vector("tessera::solve::p")),
        m_v(level().vector("tessera::solve::v")),
        m_y(level().vector("tessera::solve::y")) {}

  [[nodiscard]] Vector const& x() const { return m_x; }

  /// As ConjugateGradients::solve.
  int solve(double reduction, int most) {
    Exec const& exec = level().exec();
    m_x.fill(T(0));
    copy_cells(exec, m_r, level().f());
    copy_cells(exec, m_r0, m_r);
    copy_cells(exec, m_p, m_r);
    double const begin = m_sums("tessera::solve::residual", ResidualSums<T>{level().scaled_f(1)})[0];
    double const enough = reduction * reduction * begin;
    double rho = begin;  // f is p
    for (int iteration = 1; iteration <= most && rho != 0; ++iteration) {
      sweep_preconditioned();
      double const rv = keep_product();
      if (rv == 0) return iteration;
      double const alpha = rho / rv;
      if (half_step(alpha) <= enough) {
        for_each_cell(exec, "tessera::solve::advance", m_x.layout(),
                      AddScaled<T>{m_x.data(), m_y.data(), m_x.layout(), static_cast<T>(alpha)});
        return iteration;
      }
      sweep_preconditioned();
      auto const [ts, tt] = m_sums("tessera::solve::stabilise", StabilisingSums<T>{level().product()});
      double const omega = tt == 0 ? 0 : ts / tt;
      auto const [left, next] =
          m_sums("tessera::solve::advance",
                 StabilisedStep<T>{level().product(), m_x.data(), m_r.data(), m_y.data(), m_r0.data(), m_x.layout(),
                                   static_cast<T>(alpha), static_cast<T>(omega)});
      if (!(left > enough) || omega == 0) return iteration;  // also where numbers failed
      put_direction(next / rho * alpha / omega, omega);
      rho = next;
    }
    return most;
  }

 private:
  [[nodiscard]] Level& level() const { return m_grids->finest(); }

  /// u = the preconditioned f, and a sweep, which gives A u.
  void sweep_preconditioned() {
    level().touch();
    if (m_preconditioned) {
      m_grids->cycle();
    } else {
      level().first_sweep(1);
    }
    level().relax(1);
  }
  double keep_product() {
    return m_sums("tessera::solve::product",
                  KeepProduct<T>{level().product(), m_y.data(), m_v.data(), m_r0.data(), m_y.layout()})[0];
  }
  double half_step(double alpha) {
    auto const& f = level().f();
    return m_sums("tessera::solve::half_step",
                  HalfStep<T>{m_r.data(), f.data(), m_v.data(), m_r.layout(), f.layout(), static_cast<T>(alpha)})[0];
  }
  void put_direction(double beta, double omega) {
    auto const& f = level().f();
    for_each_cell(level().exec(), "tessera::solve::direction", m_p.layout(),
                  StabilisedDirection<T>{m_p.data(), f.data(), m_r.data(), m_v.data(), m_p.layout(), f.layout(),
                                         static_cast<T>(beta), static_cast<T>(omega)});
  }

  Grids* m_grids;
  bool m_preconditioned;
  CellSums<Exec> m_sums;
  Vector m_x, m_r, m_r0, m_p, m_v, m_y;
};

}  // namespace tessera::detail
