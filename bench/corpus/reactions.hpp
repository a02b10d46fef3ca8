// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "differences.hpp"
#include "mirrored.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Substances that react while they diffuse. Spacings are 1.

namespace tessera::bench::corpus {

namespace reactions {

/// What is fed in.
template <class T>
struct substrate : Quantity<T> {};
/// What makes itself of the substrate.
template <class T>
struct activator : Quantity<T> {};
/// The temperature, in that of the burnt gas.
template <class T>
struct temperature : Quantity<T> {};
/// The mass fraction of the fuel.
template <class T>
struct fuel : Quantity<T> {};

/// du/dt = D_u laplacian(u) - u v^2 + F (1 - u), dv/dt = D_v laplacian(v) + u v^2 - (F + k) v. Inputs: u, v. Source: J.
/// E. Pearson, Complex patterns in a simple system (Science 261, 1993).
template <class T>
struct GrayScott {
  T dt = T(0.1);
  T spread_u = T(0.16), spread_v = T(0.08);  ///< D / h^2
  T feed = T(0.037), kill = T(0.06);
  using reach = Star<1>;
  template <class U, class V>
  KOKKOS_FUNCTION auto operator()(U const& u, V const& v) const {
    T const reaction = u() * v() * v();
    T const du = spread_u * laplacian7(u) - reaction + feed * (1 - u());
    T const dv = spread_v * laplacian7(v) + reaction - (feed + kill) * v();
    return pack(u() + dt * du, v() + dt * dv);
  }
};

/// dT/dt = D_T laplacian(T) + q w, dY/dt = D_Y laplacian(Y) - w with the rate of Arrhenius, w = A Y exp(-E / T).
/// Inputs: the temperature, the fuel. Source: T. Poinsot, D. Veynante, Theoretical and Numerical Combustion (2005),
/// chapter 2.
template <class T>
struct Arrhenius {
  T dt = T(0.1);
  T heat = T(0.1), mass = T(0.05);         ///< D / h^2
  T factor = T(20), activation = T(4);     ///< A, and E in units of the temperature
  T released = T(0.5), coldest = T(0.05);  ///< q, and a bound that keeps the exponent finite
  using reach = Star<1>;
  template <class H, class Y>
  KOKKOS_FUNCTION auto operator()(H const& h, Y const& y) const {
    T const rate = factor * y() * Kokkos::exp(-activation / Kokkos::max(h(), coldest));
    T const dh = heat * laplacian7(h) + released * rate;
    T const dy = mass * laplacian7(y) - rate;
    return pack(h() + dt * dh, y() + dt * dy);
  }
};

}  // namespace reactions

struct GrayScott {  ///< 3D, 2 fields
  static constexpr char const* name = "gray_scott";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using U = reactions::substrate<T>;
    using V = reactions::activator<T>;
    return mirrored(Program{grid, Stage<reactions::GrayScott<T>, Reads<U, V>, Writes<U, V>>{}});
  }
};
struct Arrhenius {  ///< 3D, 2 fields, an exponential
  static constexpr char const* name = "arrhenius";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using H = reactions::temperature<T>;
    using Y = reactions::fuel<T>;
    return mirrored(Program{grid, Stage<reactions::Arrhenius<T>, Reads<H, Y>, Writes<H, Y>>{}});
  }
};

}  // namespace tessera::bench::corpus
