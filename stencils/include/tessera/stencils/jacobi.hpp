// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/weighted.hpp"

namespace tessera::stencils {

/// The mean of a cell and its neighbours up to `R` cells away along each axis, by `average()`: the Jacobi benchmarks of
/// J. Holewinski, L.-N. Pouchet, P. Sadayappan, High-performance code generation for stencil computations on GPU
/// architectures (ICS 2012), table in section 5: f(A) = (A[-1] + A[0] + A[1]) / 3 on a line, 0.2 (...) over five points
/// in the plane. A mode exp(i k x) is multiplied in each step by
/// (1 + 2 sum over axes and d = 1 .. R of cos(d k_axis h)) / (2 Rank R + 1), at most 1: it is stable and keeps the
/// mean.
template <int Rank, int R, class T>
using Jacobi = WeightedStar<Rank, R, T>;

template <class T>
using Jacobi1D3 = Jacobi<1, 1, T>;
template <class T>
using Jacobi1D5 = Jacobi<1, 2, T>;
template <class T>
using Jacobi1D7 = Jacobi<1, 3, T>;
template <class T>
using Jacobi2D5 = Jacobi<2, 1, T>;
template <class T>
using Jacobi3D7 = Jacobi<3, 1, T>;

}  // namespace tessera::stencils
