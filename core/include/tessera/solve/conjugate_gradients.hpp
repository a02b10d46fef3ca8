// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <string>

#include "tessera/reduce/cell_sums.hpp"
#include "tessera/solve/krylov_cells.hpp"
#include "tessera/solve/multigrid.hpp"

namespace tessera::detail {

/// Solves A x = f by conjugate gradients, with f the right-hand side of the finest of `Grids`, which is overwritten by
/// the residual. They are preconditioned by the diagonal, or by a cycle of the grids; since that need not be symmetric,
/// directions are made conjugate as Y. Notay says (Flexible conjugate gradients, SIAM J. Sci. Comput. 22, 2000).
/// Without preconditioner an iteration moves 15 values per cell through memory.
template <class Exec, class Grids>
class ConjugateGradients {
 public:
  using Level = typename Grids::Level;
  using T = typename Level::T;
  using Vector = typename Level::Vector;

  /// `grids` must outlive it. Throws InputError for an operator that is not symmetric.
  ConjugateGradients(Grids& grids, bool preconditioned)
      : m_grids(&grids), m_sums(level().exec(), level().u().layout(), 2), m_x(level().vector("tessera::solve::x")) {
    Level::Stencil::check_symmetric(std::get<0>(level().program().stages()).op);
    if (!preconditioned) return;
    m_p = level().vector("tessera::solve::p");
    m_q = level().vector("tessera::solve::q");
  }

  [[nodiscard]] Vector const& x() const { return m_x; }

  /// Until the root mean square of the residual is `reduction` times what it was, or after `most` iterations, whose
  /// number it returns. Throws NumericsError where A is not positive definite.
  int solve(double reduction, int most) {
    m_x.fill(T(0));
    auto const [begin, scaled] = m_sums("tessera::solve::residual", ResidualSums<T>{level().scaled_f(1)});
    if (begin == 0) return 0;
    double rz = scaled;
    if (preconditioned()) {
      m_q.fill(T(0));
      rz = precondition()[0];
    } else {
      level().first_sweep(1);
    }
    for (int iteration = 1; iteration <= most; ++iteration) {
      level().relax(1);
      double const curvature = m_sums("tessera::solve::curvature", Curvature<T>{level().product()})[0];
      require_positive(curvature, rz, iteration);
      double const alpha = rz / curvature;
      auto const [left, next] = advance(alpha);
      if (left <= reduction * reduction * begin) return iteration;
      if (preconditioned()) {
        auto const [zr, zq] = precondition();
        put_direction(m_p, -alpha * zq / rz);
        rz = zr;
      } else {
        put_scaled_direction(next / rz);
        rz = next;
      }
      level().touch();
    }
    return most;
  }

 private:
  [[nodiscard]] Level& level() const { return m_grids->finest(); }
  [[nodiscard]] bool preconditioned() const { return m_p.data() != nullptr; }

  /// u = the preconditioned residual z: its z.r and z.q.
  std::array<double, 2> precondition() {
    m_grids->cycle();
    auto const& z = level().u();
    return m_sums("tessera::solve::preconditioned",
                  PreconditionedSums<T>{z.data(), m_q.data(), level().f().data(), z.layout(), level().f().layout()});
  }
  std::array<double, 2> advance(double alpha) {
    return m_sums("tessera::solve::advance",
                  Advance<T>{level().product(), level().scaled_f(1), level().f().data(), m_x.data(), m_p.data(),
                             m_q.data(), m_x.layout(), static_cast<T>(alpha)});
  }
  void put_direction(Vector const& p, double beta) {
    auto const& u = level().u();
    for_each_cell(level().exec(), "tessera::solve::direction", u.layout(),
                  AddScaled<T>{u.data(), p.data(), u.layout(), static_cast<T>(beta)});
  }
  void put_scaled_direction(double beta) {
    auto const& u = level().u();
    for_each_cell(
        level().exec(), "tessera::solve::direction", u.layout(),
        ScaledDirection<T>{level().scaled_f(1), u.data(), level().before().data(), u.layout(), static_cast<T>(beta)});
  }
  void require_positive(double curvature, double rz, int iteration) const {
    if (curvature > 0 && rz > 0 && std::isfinite(curvature + rz)) return;
    throw NumericsError("conjugate gradients: " + Level::operator_name() +
                        " or its preconditioner is not positive "
                        "definite (iteration " +
                        std::to_string(iteration) +
                        "): take bicgstab, or steps; for a program whose steps grow there is no steady state to find");
  }

  Grids* m_grids;
  CellSums<Exec> m_sums;
  Vector m_x;
  Vector m_p, m_q;  ///< with a preconditioner
};

}  // namespace tessera::detail
