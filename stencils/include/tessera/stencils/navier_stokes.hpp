// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "tessera/numeric.hpp"
#include "tessera/program.hpp"
#include "tessera/stencils/sixth_order.hpp"

namespace tessera::stencils {

// A compressible isothermal gas in three dimensions, by finite differences of sixth order and Runge-Kutta steps of
// third order:
//     dl/dt = -v . grad l - div v,                            l: the logarithm of the density
//     dv/dt = -v . grad v - c^2 grad l + nu (laplacian v + grad(div v) / 3 + 2 S . grad l),
//     S_ij  = (d_j v_i + d_i v_j) / 2 - delta_ij div v / 3.
// Source: J. Pekkila et al., Methods for compressible fluid simulation on GPUs using high-order finite differences
// (Comput. Phys. Commun. 217, 2017), equations 1 to 10.

/// The logarithm of the density.
template <class T>
struct log_density : Quantity<T> {};
/// The velocity along x, m/s.
template <class T>
struct velocity_x : Quantity<T> {};
/// The velocity along y, m/s.
template <class T>
struct velocity_y : Quantity<T> {};
/// The velocity along z, m/s.
template <class T>
struct velocity_z : Quantity<T> {};
/// The divergence of the velocity, 1/s, where it is a stage of its own.
template <class T>
struct divergence : Quantity<T> {};

/// How grad(div v) is made: from mixed derivatives of the velocity (55 points in one pass), or from a divergence that a
/// stage before has stored (19 points in two passes).
enum class Passes { one, two };

/// The gas: the speed of sound in m/s and the kinematic viscosity in m^2/s, both constant.
struct Gas {
  double sound = 1;
  double viscosity = 0;
};

/// The rates of change of l and v in a cell.
template <class T>
struct GasRates {
  T density;
  T velocity[3];
};

/// The right-hand sides of the equations, as functions of points.
template <class T>
struct GasTerms {
  T inverse[3];  ///< 1 / spacing
  T sound2;
  T viscosity;

  static GasTerms make(Gas const& gas, std::array<double, 3> const& spacing) {
    GasTerms terms{};
    for (std::size_t axis = 0; axis < 3; ++axis) terms.inverse[axis] = static_cast<T>(1 / spacing[axis]);
    terms.sound2 = static_cast<T>(gas.sound * gas.sound);
    terms.viscosity = static_cast<T>(gas.viscosity);
    return terms;
  }

  template <int A, class U>
  KOKKOS_FORCEINLINE_FUNCTION T slope(U const& u) const {
    return sixth_order::first<A>(u) * (inverse[A] * T(1.0 / 60));
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T laplacian(U const& u) const {
    T const along_x = sixth_order::second<0>(u) * (inverse[0] * inverse[0]);
    T const along_y = sixth_order::second<1>(u) * (inverse[1] * inverse[1]);
    T const along_z = sixth_order::second<2>(u) * (inverse[2] * inverse[2]);
    return (along_x + along_y + along_z) * T(1.0 / 180);
  }
  /// The derivative along axis `A` of the divergence, from derivatives of the velocity.
  template <int A, class X, class Y, class Z>
  KOKKOS_FORCEINLINE_FUNCTION T slope_of_divergence(X const& x, Y const& y, Z const& z) const {
    return part<A, 0>(x) + part<A, 1>(y) + part<A, 2>(z);
  }
  template <class X, class Y, class Z>
  KOKKOS_FORCEINLINE_FUNCTION T divergence_of(X const& x, Y const& y, Z const& z) const {
    return slope<0>(x) + slope<1>(y) + slope<2>(z);
  }

  /// The rates. `compression[a]`: the derivative of the divergence along axis a.
  template <class L, class X, class Y, class Z>
  KOKKOS_FORCEINLINE_FUNCTION GasRates<T> rates(L const& l, X const& x, Y const& y, Z const& z,
                                                T const (&compression)[3]) const {
    T const of_l[3] = {slope<0>(l), slope<1>(l), slope<2>(l)};
    T const d[3][3] = {{slope<0>(x), slope<1>(x), slope<2>(x)},  // d[i][j]: the slope of component i along j
                       {slope<0>(y), slope<1>(y), slope<2>(y)},
                       {slope<0>(z), slope<1>(z), slope<2>(z)}};
    T const v[3] = {x(), y(), z()};
    T const spread[3] = {laplacian(x), laplacian(y), laplacian(z)};
    T const div = d[0][0] + d[1][1] + d[2][2];
    GasRates<T> made{-carried(v, of_l) - div, {}};
    for (int i = 0; i < 3; ++i) {
      T stress = T(-2.0 / 3) * div * of_l[i];  // 2 S . grad l
      for (int j = 0; j < 3; ++j) stress += (d[i][j] + d[j][i]) * of_l[j];
      made.velocity[i] =
          viscosity * (spread[i] + T(1.0 / 3) * compression[i] + stress) - carried(v, d[i]) - sound2 * of_l[i];
    }
    return made;
  }

 private:
  /// The part of velocity component `C` in the derivative along `A` of the divergence.
  template <int A, int C, class U>
  KOKKOS_FORCEINLINE_FUNCTION T part(U const& u) const {
    if constexpr (A == C) {
      return sixth_order::second<A>(u) * (inverse[A] * inverse[A] * T(1.0 / 180));
    } else {
      return sixth_order::mixed<A, C>(u) * (inverse[A] * inverse[C] * T(1.0 / 720));
    }
  }
  /// v . slopes
  static KOKKOS_FORCEINLINE_FUNCTION T carried(T const (&v)[3], T const (&slopes)[3]) {
    return v[0] * slopes[0] + v[1] * slopes[1] + v[2] * slopes[2];
  }
};

/// The coefficients of one of three substeps in two buffers for each field:
///     q_new = q + weight (memory (q - q_old) + dt rate).
/// Source: J. H. Williamson, Low-storage Runge-Kutta schemes (J. Comput. Phys. 35, 1980), with its work array expressed
/// by the difference of two versions: memory = alpha_s / beta_(s - 1), weight = beta_s.
template <class T>
struct Substep {
  T weight, memory, dt;

  static Substep make(int substep, double dt) {
    constexpr double alpha[3] = {0, -5.0 / 9, -153.0 / 128}, beta[3] = {1.0 / 3, 15.0 / 16, 8.0 / 15};
    auto const s = static_cast<std::size_t>(substep);
    double const memory = substep == 0 ? 0 : alpha[s] / beta[s - 1];
    return {static_cast<T>(beta[s]), static_cast<T>(memory), static_cast<T>(dt)};
  }
  KOKKOS_FORCEINLINE_FUNCTION T first(T q, T rate) const { return fma(weight, dt * rate, q); }
  KOKKOS_FORCEINLINE_FUNCTION T next(T q, T old, T rate) const {
    return fma(weight, fma(memory, q - old, dt * rate), q);
  }
};

/// The divergence of the velocity. Inputs: its components.
template <class T>
struct Divergence {
  GasTerms<T> terms;
  using reach = Star<3>;
  template <class X, class Y, class Z>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(X const& x, Y const& y, Z const& z) const {
    return terms.divergence_of(x, y, z);
  }
};

/// A substep in one pass. Inputs: l, v and, in all substeps but the first, their versions of the substep before.
template <bool First, class T>
struct GasSubstep {
  GasTerms<T> terms;
  Substep<T> step;
  using reach = std::conditional_t<
      First, Reaches<Star<3>, sixth_order::Diagonals<0>, sixth_order::Diagonals<1>, sixth_order::Diagonals<2>>,
      Reaches<Star<3>, sixth_order::Diagonals<0>, sixth_order::Diagonals<1>, sixth_order::Diagonals<2>, Centre, Centre,
              Centre, Centre>>;

  template <class L, class X, class Y, class Z, class... Old>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(L const& l, X const& x, Y const& y, Z const& z, Old const&... old) const {
    T const compression[3] = {terms.template slope_of_divergence<0>(x, y, z),
                              terms.template slope_of_divergence<1>(x, y, z),
                              terms.template slope_of_divergence<2>(x, y, z)};
    return advance(step, terms.rates(l, x, y, z, compression), l(), x(), y(), z(), old()...);
  }
  static KOKKOS_FORCEINLINE_FUNCTION auto advance(Substep<T> const& s, GasRates<T> const& f, T l, T x, T y, T z) {
    return pack(s.first(l, f.density), s.first(x, f.velocity[0]), s.first(y, f.velocity[1]), s.first(z, f.velocity[2]));
  }
  static KOKKOS_FORCEINLINE_FUNCTION auto advance(Substep<T> const& s, GasRates<T> const& f, T l, T x, T y, T z,
                                                  T old_l, T old_x, T old_y, T old_z) {
    return pack(s.next(l, old_l, f.density), s.next(x, old_x, f.velocity[0]), s.next(y, old_y, f.velocity[1]),
                s.next(z, old_z, f.velocity[2]));
  }
};

/// A substep in two passes: the same with the divergence as the input after l and v.
template <bool First, class T>
struct GasSubstepOfDivergence {
  GasTerms<T> terms;
  Substep<T> step;
  using reach =
      std::conditional_t<First, Reaches<Star<3>, Star<3>, Star<3>, Star<3>, Star<3>>,
                         Reaches<Star<3>, Star<3>, Star<3>, Star<3>, Star<3>, Centre, Centre, Centre, Centre>>;

  template <class L, class X, class Y, class Z, class D, class... Old>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(L const& l, X const& x, Y const& y, Z const& z, D const& div,
                                              Old const&... old) const {
    T const compression[3] = {terms.template slope<0>(div), terms.template slope<1>(div), terms.template slope<2>(div)};
    return GasSubstep<First, T>::advance(step, terms.rates(l, x, y, z, compression), l(), x(), y(), z(), old()...);
  }
};

/// The longest stable step in seconds for speeds up to `fastest` m/s along each axis. The scheme is stable for
/// eigenvalues up to 1.73 i and -2.51 (the limits of the Runge-Kutta method), and those of the differences are at most
/// 1.586 / h (first) and 6.044 / h^2 (second).
inline double navier_stokes_step_limit(Gas const& gas, std::array<double, 3> const& spacing, double fastest) {
  double along = 0, squares = 0, steepest = 0;
  for (double h : spacing) {
    along += fastest / h;
    squares += 1 / (h * h);
    steepest = std::max(steepest, 1 / (h * h));
  }
  double const waves = 1.586 * (along + gas.sound * std::sqrt(squares)) / 1.73;
  double const friction = gas.viscosity * 6.044 * (squares + steepest / 3) / 2.51;
  return 1 / (waves + friction);
}

/// The program of a step of `dt` seconds: three substeps, each of one stage or of two.
template <Passes How, class T>
auto navier_stokes_program(Grid<3> const& grid, Gas const& gas, double dt) {
  using L = log_density<T>;
  using X = velocity_x<T>;
  using Y = velocity_y<T>;
  using Z = velocity_z<T>;
  using D = divergence<T>;
  auto const terms = GasTerms<T>::make(gas, grid.spacing);
  auto const s = [&](int substep) { return Substep<T>::make(substep, dt); };
  using Now = Writes<L, X, Y, Z>;
  if constexpr (How == Passes::one) {
    using First = Stage<GasSubstep<true, T>, Reads<L, X, Y, Z>, Now>;
    using Next = Stage<GasSubstep<false, T>, Reads<L, X, Y, Z, Old<L>, Old<X>, Old<Y>, Old<Z>>, Now>;
    return Program{grid, First{{terms, s(0)}}, Next{{terms, s(1)}}, Next{{terms, s(2)}}};
  } else {
    using Div = Stage<Divergence<T>, Reads<X, Y, Z>, Writes<D>>;
    using First = Stage<GasSubstepOfDivergence<true, T>, Reads<L, X, Y, Z, D>, Now>;
    using Next = Stage<GasSubstepOfDivergence<false, T>, Reads<L, X, Y, Z, D, Old<L>, Old<X>, Old<Y>, Old<Z>>, Now>;
    Div const div{{terms}};
    return Program{grid, div, First{{terms, s(0)}}, div, Next{{terms, s(1)}}, div, Next{{terms, s(2)}}};
  }
}

}  // namespace tessera::stencils
