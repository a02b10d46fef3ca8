// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <vector>

#include "tessera/solve/multigrid.hpp"

namespace tessera {

/// How a linear system is solved.
enum class SolverMethod {
  multigrid,  ///< cycles of geometric multigrid
  cg,         ///< conjugate gradients, for operators that are symmetric and positive definite
  bicgstab,   ///< stabilised biconjugate gradients, for others
  chebyshev   ///< Chebyshev iteration: sweeps without dot products, several in one launch where that pays
};

/// What cg and bicgstab are preconditioned by.
enum class Preconditioner {
  multigrid,  ///< a multigrid cycle
  chebyshev,  ///< sweeps on the finest grid, without dot products
  diagonal    ///< the inverse of the diagonal
};

/// The numbers of a solver. A cycle of `multigrid` is one multigrid cycle. A cycle of the other methods begins anew
/// from the program's own residual, and ends when that is reduced as `reduction` says.
struct SolverOptions {
  SolverMethod method = SolverMethod::multigrid;
  Preconditioner preconditioner = Preconditioner::multigrid;
  MultigridOptions multigrid{};
  double reduction = 0.01;     ///< of the residual (its root mean square) in a cycle; for chebyshev of the error, about
  int most_iterations = 1000;  ///< of cg, bicgstab and chebyshev in a cycle
  int sweeps = 0;              ///< of chebyshev in a cycle, between two looks at the residual; 0: as `reduction` needs
};

namespace detail {

/// A bound on the eigenvalues of D^-1 A of a level, where its operator's sums say too little: by the power method, from
/// below, with a margin.
template <class Level>
double high_eigenvalue(Level& level) {
  return std::max(level.facts().largest(), 1.05 * level.largest_eigenvalue());
}

/// The weights of sweeps that solve A e = f as SolverOptions::reduction says, or of so many as it names.
template <class Level>
std::vector<double> steady_sweeps(Level& level, SolverOptions const& options) {
  double const low = level.least_eigenvalue(), high = high_eigenvalue(level);
  int const sweeps =
      options.sweeps > 0 ? options.sweeps : chebyshev_sweeps(options.reduction, low, high, options.most_iterations);
  return chebyshev_weights(sweeps, low, high);
}

}  // namespace detail

}  // namespace tessera
