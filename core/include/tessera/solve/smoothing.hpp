// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "tessera/solve/axis_transfer.hpp"

namespace tessera {

/// The weights of `sweeps` sweeps of damped Jacobi that together damp the eigenvalues of D^-1 A between `low` and
/// `high` as far as a polynomial can: the inverses of the roots of the Chebyshev polynomial (R. S. Varga, Matrix
/// Iterative Analysis, chapter 5), in Leja order: each root is as far as can be from those before it, in the product of
/// distances. So partial products stay small, and rounding errors do not grow (L. Reichel, BIT 30, 1990).
std::vector<double> chebyshev_weights(int sweeps, double low, double high);

/// How many such sweeps damp by `factor` (below 1); at most `most`.
int chebyshev_sweeps(double factor, double low, double high, int most);

/// Which axes of a grid a multigrid coarsens: those with at least 4 cells whose coupling is at least 0.35 of the
/// strongest of them. Point smoothing damps along no other. Couplings are zero for axes that do not exist.
std::array<bool, 3> axes_to_coarsen(std::array<int, 3> const& cells, std::array<double, 3> const& coupling);

/// The least eigenvalue of D^-1 A that smoothing has to damp: 0.63 of that of waves of 4 cells along the weakest
/// coarsened axis, because coarser grids with linear interpolation represent somewhat longer waves poorly. A V(2,2)
/// cycle for 7 points on 17^3 to 64^3 cells shrank errors to 0.12 to 0.15 with 0.6 to 0.65, to 0.19 with 1.
/// `diagonal` is that of A.
double least_rough(std::array<bool, 3> const& coarsened, std::array<double, 3> const& coupling, double diagonal);

/// The least eigenvalue of D^-1 A on a grid for second differences, that of the constant left out where it is 0.
/// `row_sum` is A applied to 1 away from faces. Exact for couplings that do not vary.
double least_eigenvalue(std::array<int, 3> const& cells, std::array<AxisEnds, 3> const& ends,
                        std::array<double, 3> const& coupling, double row_sum, double diagonal);

}  // namespace tessera
