// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Fronts as the zeros of a function. Source of both: S. Osher, R. Fedkiw, Level Set Methods and Dynamic Implicit
// Surfaces (2003), chapters 4, 6 and 7. Spacings are 1.

namespace tessera::bench::corpus {

namespace fronts {

/// The function whose zeros are the front.
template <class T>
struct level : Quantity<T> {};
/// The function from which the distance is measured.
template <class T>
struct start : Quantity<T> {};

/// Motion by mean curvature: du/dt = (u_xx u_y^2 - 2 u_x u_y u_xy + u_yy u_x^2) / (u_x^2 + u_y^2).
template <class T>
struct Curvature {
  T dt = T(0.1);
  T epsilon = T(1e-4);  ///< added to the square of the slope
  using reach = Box<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const x = (u(1, 0) - u(-1, 0)) / 2, y = (u(0, 1) - u(0, -1)) / 2;
    T const xx = u(1, 0) - 2 * u() + u(-1, 0), yy = u(0, 1) - 2 * u() + u(0, -1);
    T const xy = (u(1, 1) - u(-1, 1) - u(1, -1) + u(-1, -1)) / 4;
    return u() + dt * (xx * y * y - 2 * x * y * xy + yy * x * x) / (x * x + y * y + epsilon);
  }
};

/// Towards the distance from the front: dp/dt = -s (|grad p| - 1), s = p0 / sqrt(p0^2 + 1), with the upwind slopes of
/// Godunov. Inputs: p, p0.
template <class T>
struct Reinitialise {
  T dt = T(0.2);
  using reach = Reaches<Star<1>, Centre>;
  template <class P, class S>
  KOKKOS_FUNCTION T operator()(P const& p, S const& start) const {
    T const s = start() / Kokkos::sqrt(start() * start() + 1);
    T const x = upwind(s, p() - p(-1, 0, 0), p(1, 0, 0) - p());
    T const y = upwind(s, p() - p(0, -1, 0), p(0, 1, 0) - p());
    T const z = upwind(s, p() - p(0, 0, -1), p(0, 0, 1) - p());
    return p() - dt * s * (Kokkos::sqrt(x + y + z) - 1);
  }
  /// The square of the slope along an axis, from those to the neighbours behind and ahead.
  KOKKOS_FUNCTION static T upwind(T s, T behind, T ahead) {
    T const zero = 0;
    T const a = s > 0 ? Kokkos::max(behind, zero) : Kokkos::min(behind, zero);
    T const b = s > 0 ? Kokkos::min(ahead, zero) : Kokkos::max(ahead, zero);
    return Kokkos::max(a * a, b * b);
  }
};

}  // namespace fronts

struct Curvature {  ///< 2D, 9 points
  static constexpr char const* name = "curvature";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using U = fronts::level<T>;
    return mirrored(Program{grid, Stage<fronts::Curvature<T>, Reads<U>, Writes<U>>{}});
  }
};
struct Reinitialisation {  ///< 3D, radius 1, a constant field
  static constexpr char const* name = "reinitialisation";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using P = fronts::level<T>;
    return mirrored(Program{grid, Stage<fronts::Reinitialise<T>, Reads<P, fronts::start<T>>, Writes<P>>{}});
  }
};

}  // namespace tessera::bench::corpus
