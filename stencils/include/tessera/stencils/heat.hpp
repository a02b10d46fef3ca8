// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <type_traits>

#include "tessera/numeric.hpp"
#include "tessera/reach.hpp"

namespace tessera::stencils {

/// One explicit (FTCS) step of the heat equation u_t = alpha laplace(u) on a grid of `Rank` axes:
/// u + sum over axes of c (u_minus - 2 u + u_plus), with c = alpha dt / h^2 of each axis. Stable for
/// sum c <= 1/2; second order in space, first in time. A constant field stays constant to the bit.
/// Source: J. C. Strikwerda, Finite Difference Schemes and Partial Differential Equations, section 6.3.
template <int Rank, class T>
struct Heat {
  T c[Rank];

  /// For a diffusivity in m^2/s, the spacing of each axis in m, and a step in s.
  static Heat make(double alpha, std::array<double, Rank> const& spacing, double dt) {
    Heat heat{};
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      heat.c[axis] = static_cast<T>(alpha * dt / (spacing[axis] * spacing[axis]));
    }
    return heat;
  }

  static constexpr int inputs = 1;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = u();
    for (int axis = 0; axis < Rank; ++axis) {
      sum = fma(c[axis], fma(T(-2), u(), u.along(axis, -1) + u.along(axis, 1)), sum);
    }
    return sum;
  }
};

/// The conductance of a face between two cells, in the unit of their diffusivities: that of two half cells in series,
/// 2 a b / (a + b), the harmonic mean. Layers that end at faces then conduct as their resistances do in series, at any
/// contrast. A cell of 0 insulates. So does one of less than 1e-30, which keeps quotients ordinary.
/// Source: S. V. Patankar, Numerical Heat Transfer and Fluid Flow, section 4.2-3.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T face_diffusivity(T a, T b) {
  T const low = least(a, b), high = largest(a, b);
  return low >= T(1e-30) ? low * (2 * quotient(high, low + high)) : T(0);  // a product a b could underflow
}

/// One explicit step of u_t = div(alpha grad u) with a diffusivity that varies in space: fluxes on the cell faces with
/// face_diffusivity of the two cells, hence conservative. c = dt / h^2 of each axis. Stable for max(alpha) sum c <=
/// 1/2, since no face conducts more than the better of its cells. A thermal contact resistance between two cells is a
/// cell of its own.
template <int Rank, class T>
struct HeatVariable {
  T c[Rank];

  /// For the spacing of each axis in m and a step in s; the diffusivity (m^2/s) is the second input, times `scale`.
  static HeatVariable make(double scale, std::array<double, Rank> const& spacing, double dt) {
    HeatVariable heat{};
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      heat.c[axis] = static_cast<T>(scale * dt / (spacing[axis] * spacing[axis]));
    }
    return heat;
  }

  static constexpr int inputs = 2;
  static constexpr int long_operations = 2 * Rank;
  using reach = Star<1>;
  template <class U, class Alpha>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, Alpha const& alpha) const {
    T sum = u();
    for (int axis = 0; axis < Rank; ++axis) {
      T const in = face_diffusivity(alpha(), alpha.along(axis, 1)) * (u.along(axis, 1) - u());
      T const out = face_diffusivity(alpha(), alpha.along(axis, -1)) * (u() - u.along(axis, -1));
      sum = fma(c[axis], in - out, sum);
    }
    return sum;
  }
};

/// Any heat step with a source: adds dt times the last input, in units of the field per second.
template <class Step, class T>
struct WithSource {
  Step step;
  T dt;

  template <class Spacing>
  static WithSource make(double alpha, Spacing const& spacing, double dt) {
    return {Step::make(alpha, spacing, dt), static_cast<T>(dt)};
  }

  using reach = std::conditional_t<Step::inputs == 1, Reaches<typename Step::reach, Centre>,
                                   Reaches<typename Step::reach, typename Step::reach, Centre>>;
  template <class U, class Q>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, Q const& q) const {
    return fma(dt, q(), step(u));
  }
  template <class U, class Alpha, class Q>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, Alpha const& alpha, Q const& q) const {
    return fma(dt, q(), step(u, alpha));
  }
};

/// The largest stable step of Heat and HeatVariable, s: max(alpha) dt sum(1 / h^2) = 1/2.
template <std::size_t Rank>
double heat_step_limit(double alpha_max, std::array<double, Rank> const& spacing) {
  double sum = 0;
  for (double h : spacing) sum += 1 / (h * h);
  return 0.5 / (alpha_max * sum);
}

}  // namespace tessera::stencils
