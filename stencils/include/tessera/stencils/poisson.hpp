// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/weighted.hpp"

namespace tessera::stencils {

/// One Jacobi step of laplace(u) = 0, by `laplace_step`, with the compact Laplacian of fourth order: 9 points in the
/// plane, 19 in space (the box without its corners).
template <int Rank, class T>
using Laplace = Weighted<Rank, ByAxes<2>, T>;

/// The step u + damping (6 h^2 laplace_h(u)) / (20 in the plane, 24 in space) as one weighted sum, where
///     6 h^2 laplace_h(u) = 4 (sum of 4 sides) + (sum of 4 corners) - 20 u in the plane,
///     6 h^2 laplace_h(u) = 2 (sum of 6 faces) + (sum of 12 edges) - 24 u in space,
/// with the same spacing h along all axes. It converges for 0 < damping <= 1. Source: L. Collatz, The Numerical
/// Treatment of Differential Equations (3rd ed., 1960), chapter V ("Mehrstellenverfahren"); in space also W. F. Spotz,
/// G. F. Carey, A high-order compact formulation for the 3D Poisson equation (Numer. Methods Partial Differ. Equ. 12,
/// 1996).
///
/// These are the nine reads and nine operations of the Poisson benchmark of Holewinski et al. (ICS 2012); as published
/// it applies 8 u - (sum of 8 neighbours), Weighted's {{8, -1, -1}}, again and again, which grows without bound.
template <int Rank, class T>
constexpr Laplace<Rank, T> laplace_step(double damping = 1) {
  static_assert(Rank == 2 || Rank == 3, "the compact Laplacian is one of the plane or of space");
  double const centre = Rank == 2 ? 20 : 24, side = Rank == 2 ? 4 : 2;
  return {{static_cast<T>(1 - damping), static_cast<T>(damping * side / centre), static_cast<T>(damping / centre)}};
}

/// One Jacobi step of laplace(u) = f: that of laplace(u) = 0, less damping 6 h^2 (f + h^2/12 laplace(f)) / (20 or 24),
/// with laplace(f) from the 2 Rank neighbours of f. Its limit is of fourth order in h. Inputs: u, and f in
/// units of u per m^2, whose ghosts are read too. Source: as laplace_step.
template <int Rank, class T>
struct Poisson {
  Laplace<Rank, T> of_u;
  Weighted<Rank, ByAxes<1>, T> of_f;

  /// For a spacing of h m along every axis.
  static constexpr Poisson make(double h, double damping = 1) {
    double const scale = -damping * 6 * h * h / (Rank == 2 ? 20 : 24);
    return {laplace_step<Rank, T>(damping), {{static_cast<T>(scale * (1 - Rank / 6.0)), static_cast<T>(scale / 12)}}};
  }

  using reach = Reaches<ByAxes<2>, ByAxes<1>>;
  template <class U, class F>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, F const& f) const {
    return of_u(u) + of_f(f);
  }
};

}  // namespace tessera::stencils
