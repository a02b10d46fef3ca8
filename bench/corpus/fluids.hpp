// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// The equations of Euler for an ideal gas in the plane, by finite volumes of first order with the fluxes of Harten, Lax
// and van Leer. Source: E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics (2009), chapter 10.
// Spacings are 1.

namespace tessera::bench::corpus {

namespace euler {

/// The density.
template <class T>
struct density : Quantity<T> {};
/// The momentum along x.
template <class T>
struct momentum_x : Quantity<T> {};
/// The momentum along y.
template <class T>
struct momentum_y : Quantity<T> {};
/// The total energy.
template <class T>
struct energy : Quantity<T> {};

/// What is conserved in a cell, or passes a face: the momentum along and across the axis in question.
template <class T>
struct Gas {
  T density, along, across, energy;
};

/// One step. Inputs and results: density, momenta, energy.
template <class T>
struct Step {
  T c = T(0.01);                                       ///< dt / h
  T gamma = T(1.4);                                    ///< the ratio of specific heats
  T least_density = T(0.1), least_pressure = T(0.01);  ///< bounds that keep the speeds finite
  using reach = Star<1>;
  template <class R, class X, class Y, class E>
  KOKKOS_FUNCTION auto operator()(R const& r, X const& mx, Y const& my, E const& e) const {
    Gas<T> const here{r(), mx(), my(), e()}, turned{r(), my(), mx(), e()};
    Gas<T> const west = flux({r(-1, 0), mx(-1, 0), my(-1, 0), e(-1, 0)}, here);
    Gas<T> const east = flux(here, {r(1, 0), mx(1, 0), my(1, 0), e(1, 0)});
    Gas<T> const south = flux({r(0, -1), my(0, -1), mx(0, -1), e(0, -1)}, turned);
    Gas<T> const north = flux(turned, {r(0, 1), my(0, 1), mx(0, 1), e(0, 1)});
    return pack(r() - c * (east.density - west.density + north.density - south.density),
                mx() - c * (east.along - west.along + north.across - south.across),
                my() - c * (east.across - west.across + north.along - south.along),
                e() - c * (east.energy - west.energy + north.energy - south.energy));
  }
  /// What passes from `left` to `right`.
  KOKKOS_FUNCTION Gas<T> flux(Gas<T> const& left, Gas<T> const& right) const {
    T const left_speed = left.along / bounded(left), right_speed = right.along / bounded(right);
    T const left_sound = Kokkos::sqrt(gamma * pressure(left) / bounded(left));
    T const right_sound = Kokkos::sqrt(gamma * pressure(right) / bounded(right));
    T const slow = Kokkos::min(T(0), Kokkos::min(left_speed - left_sound, right_speed - right_sound));
    T const fast = Kokkos::max(T(0), Kokkos::max(left_speed + left_sound, right_speed + right_sound));
    Gas<T> const l = carried(left, left_speed), r = carried(right, right_speed);
    auto const mean = [&](T in_l, T in_r, T jump) {
      return (fast * in_l - slow * in_r + slow * fast * jump) / (fast - slow);
    };
    return {mean(l.density, r.density, right.density - left.density), mean(l.along, r.along, right.along - left.along),
            mean(l.across, r.across, right.across - left.across), mean(l.energy, r.energy, right.energy - left.energy)};
  }
  /// The flux within a gas that moves at `speed`.
  KOKKOS_FUNCTION Gas<T> carried(Gas<T> const& g, T speed) const {
    T const p = pressure(g);
    return {speed * g.density, speed * g.along + p, speed * g.across, speed * (g.energy + p)};
  }
  KOKKOS_FUNCTION T bounded(Gas<T> const& g) const { return Kokkos::max(g.density, least_density); }
  KOKKOS_FUNCTION T pressure(Gas<T> const& g) const {
    T const motion = (g.along * g.along + g.across * g.across) / (2 * bounded(g));
    return Kokkos::max((gamma - 1) * (g.energy - motion), least_pressure);
  }
};

}  // namespace euler

struct EulerHll {  ///< 2D, 4 fields, one stage
  static constexpr char const* name = "euler_hll";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using namespace euler;
    using R = density<T>;
    using X = momentum_x<T>;
    using Y = momentum_y<T>;
    using E = energy<T>;
    return mirrored(Program{grid, Stage<Step<T>, Reads<R, X, Y, E>, Writes<R, X, Y, E>>{}});
  }
};

}  // namespace tessera::bench::corpus
