// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "differences.hpp"
#include "mirrored.hpp"
#include "tessera/program.hpp"

// Sound in a medium of varying speed, second order in time, with a sponge that damps:
//     d2p/dt2 + 2 s dp/dt = c^2 laplacian(p).
// Sources: G. Cohen, Higher-Order Numerical Methods for Transient Wave Equations (2002), part II; the sponge is that of
// M. Israeli, S. A. Orszag, Approximation of radiation boundary conditions (J. Comput. Phys. 41, 1981). With central
// differences in time: (1 + s) p(next) = 2 p - (1 - s) p(before) + c^2 dt^2 laplacian(p). The spacing is 1.

namespace tessera::bench::corpus {

namespace acoustic {

/// The pressure.
template <class T>
struct pressure : Quantity<T> {};
/// The pressure a step before, where a program keeps it as a quantity.
template <class T>
struct pressure_before : Quantity<T> {};
/// The speed of sound, as a fraction of the largest.
template <class T>
struct speed : Quantity<T> {};
/// The sponge, 0 to 1: how much it damps.
template <class T>
struct sponge : Quantity<T> {};

/// The next pressure. `s`: the sponge times s dt; `slope`: dt^2 c^2 times the laplacian.
template <class T>
KOKKOS_FUNCTION T leap(T p, T before, T s, T slope) {
  return (2 * p - (1 - s) * before + slope) / (1 + s);
}

/// Second order in space. Inputs: the pressure, the one before, the speed, the sponge.
template <class T>
struct Leap2 {
  T courant = T(0.1);  ///< (dt c_max / h)^2, stable to 1/3
  T damping = T(0.2);  ///< s dt where the sponge is 1
  using reach = Reaches<Star<1>, Centre, Centre, Centre>;
  template <class P, class B, class C, class S>
  KOKKOS_FUNCTION T operator()(P const& p, B const& before, C const& c, S const& sponge) const {
    return leap<T>(p(), before(), damping * sponge(), courant * c() * c() * laplacian7(p));
  }
};

/// Fourth order in space. Inputs and results: the pressure and the one before.
template <class T>
struct Leap4 {
  T courant = T(0.1);  ///< (dt c_max / h)^2, stable to 1/4
  T damping = T(0.2);  ///< s dt where the sponge is 1
  using reach = Reaches<Star<2>, Centre, Centre, Centre>;
  template <class P, class B, class C, class S>
  KOKKOS_FUNCTION auto operator()(P const& p, B const& before, C const& c, S const& sponge) const {
    T const near = p(1, 0, 0) + p(-1, 0, 0) + p(0, 1, 0) + p(0, -1, 0) + p(0, 0, 1) + p(0, 0, -1);
    T const far = p(2, 0, 0) + p(-2, 0, 0) + p(0, 2, 0) + p(0, -2, 0) + p(0, 0, 2) + p(0, 0, -2);
    T const laplacian = (16 * near - far - 90 * p()) / 12;
    return pack(leap<T>(p(), before(), damping * sponge(), courant * c() * c() * laplacian), p());
  }
};

/// Eighth order in space. Inputs: the pressure, the one before, the speed, the sponge.
template <class T>
struct Leap8 {
  T courant = T(0.1);  ///< (dt c_max / h)^2, stable to 0.2
  T damping = T(0.2);  ///< s dt where the sponge is 1
  using reach = Reaches<Star<4>, Centre, Centre, Centre>;
  template <class P, class B, class C, class S>
  KOKKOS_FUNCTION T operator()(P const& p, B const& before, C const& c, S const& sponge) const {
    T const weights[5] = {T(-205.0 / 72), T(8.0 / 5), T(-1.0 / 5), T(8.0 / 315), T(-1.0 / 560)};
    T laplacian = 3 * weights[0] * p();
    for (int d = 1; d <= 4; ++d) {
      laplacian += weights[d] * (p(d, 0, 0) + p(-d, 0, 0) + p(0, d, 0) + p(0, -d, 0) + p(0, 0, d) + p(0, 0, -d));
    }
    return leap<T>(p(), before(), damping * sponge(), courant * c() * c() * laplacian);
  }
};

/// The program of a step that reads an old version of the pressure.
template <class Step, class T>
auto leapfrog(Grid<3> const& grid) {
  using P = pressure<T>;
  return mirrored(Program{grid, Stage<Step, Reads<P, Old<P>, speed<T>, sponge<T>>, Writes<P>>{}});
}

}  // namespace acoustic

struct Acoustic2 {  ///< 3D, radius 1, an old version of the pressure
  static constexpr char const* name = "acoustic2";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return acoustic::leapfrog<acoustic::Leap2<T>, T>(grid);
  }
};
struct Acoustic4 {  ///< 3D, radius 2, two pressures that a stage writes both
  static constexpr char const* name = "acoustic4";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using P = acoustic::pressure<T>;
    using Before = acoustic::pressure_before<T>;
    return mirrored(Program{
        grid,
        Stage<acoustic::Leap4<T>, Reads<P, Before, acoustic::speed<T>, acoustic::sponge<T>>, Writes<P, Before>>{}});
  }
};
struct Acoustic8 {  ///< 3D, radius 4, an old version of the pressure
  static constexpr char const* name = "acoustic8";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    return acoustic::leapfrog<acoustic::Leap8<T>, T>(grid);
  }
};

}  // namespace tessera::bench::corpus
