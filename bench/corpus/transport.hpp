// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "differences.hpp"
#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// What a flow carries along. Spacings are 1.

namespace tessera::bench::corpus {

namespace transport {

/// What is carried.
template <class T>
struct tracer : Quantity<T> {};
/// The velocity along x.
template <class T>
struct velocity_x : Quantity<T> {};
/// The velocity along y.
template <class T>
struct velocity_y : Quantity<T> {};
/// The velocity along z.
template <class T>
struct velocity_z : Quantity<T> {};

/// Linear advection, upwind differences of first order. Inputs: the tracer, the velocity. Source: R. J. LeVeque, Finite
/// Volume Methods for Hyperbolic Problems (2002), section 4.9.
template <class T>
struct Upwind {
  T dt = T(0.2);
  using reach = Reaches<Star<1>, Centre, Centre, Centre>;
  template <class Q, class X, class Y, class Z>
  KOKKOS_FUNCTION T operator()(Q const& q, X const& vx, Y const& vy, Z const& vz) const {
    T const zero = 0;
    T const x = Kokkos::max(vx(), zero) * (q() - q(-1, 0, 0)) + Kokkos::min(vx(), zero) * (q(1, 0, 0) - q());
    T const y = Kokkos::max(vy(), zero) * (q() - q(0, -1, 0)) + Kokkos::min(vy(), zero) * (q(0, 1, 0) - q());
    T const z = Kokkos::max(vz(), zero) * (q() - q(0, 0, -1)) + Kokkos::min(vz(), zero) * (q(0, 0, 1) - q());
    return q() - dt * (x + y + z);
  }
};

/// Burgers' equation in space: upwind advection, central viscosity. Inputs: the velocity. Source: J. M. Burgers, A
/// mathematical model illustrating the theory of turbulence (Adv. Appl. Mech. 1, 1948).
template <class T>
struct Burgers {
  T dt = T(0.1), viscosity = T(0.3);
  using reach = Star<1>;
  template <class X, class Y, class Z>
  KOKKOS_FUNCTION auto operator()(X const& vx, Y const& vy, Z const& vz) const {
    return pack(vx() + dt * (viscosity * laplacian7(vx) - carried(vx, vx(), vy(), vz())),
                vy() + dt * (viscosity * laplacian7(vy) - carried(vy, vx(), vy(), vz())),
                vz() + dt * (viscosity * laplacian7(vz) - carried(vz, vx(), vy(), vz())));
  }
  /// (v . grad) q.
  template <class Q>
  KOKKOS_FUNCTION static T carried(Q const& q, T x, T y, T z) {
    T const qx = x > 0 ? q() - q(-1, 0, 0) : q(1, 0, 0) - q();
    T const qy = y > 0 ? q() - q(0, -1, 0) : q(0, 1, 0) - q();
    T const qz = z > 0 ? q() - q(0, 0, -1) : q(0, 0, 1) - q();
    return x * qx + y * qy + z * qz;
  }
};

/// The value on the face between `c` and `d` of a flow from `a` to `e`, of fifth order where the values are smooth.
/// Source: G.-S. Jiang, C.-W. Shu, Efficient implementation of weighted ENO schemes (J. Comput. Phys. 126, 1996).
template <class T>
KOKKOS_FUNCTION T weno5(T a, T b, T c, T d, T e) {
  T const smooth0 =
      T(13.0 / 12) * (a - 2 * b + c) * (a - 2 * b + c) + T(0.25) * (a - 4 * b + 3 * c) * (a - 4 * b + 3 * c);
  T const smooth1 = T(13.0 / 12) * (b - 2 * c + d) * (b - 2 * c + d) + T(0.25) * (b - d) * (b - d);
  T const smooth2 =
      T(13.0 / 12) * (c - 2 * d + e) * (c - 2 * d + e) + T(0.25) * (3 * c - 4 * d + e) * (3 * c - 4 * d + e);
  T const epsilon = T(1e-6);
  T const weight0 = T(0.1) / ((epsilon + smooth0) * (epsilon + smooth0));
  T const weight1 = T(0.6) / ((epsilon + smooth1) * (epsilon + smooth1));
  T const weight2 = T(0.3) / ((epsilon + smooth2) * (epsilon + smooth2));
  T const sum = weight0 * (2 * a - 7 * b + 11 * c) + weight1 * (-b + 5 * c + 2 * d) + weight2 * (2 * c + 5 * d - e);
  return sum / (6 * (weight0 + weight1 + weight2));
}

/// Advection by a constant flow towards larger x and y.
template <class T>
struct Weno5 {
  T x = T(0.2), y = T(0.1);  ///< dt v / h, at least 0
  using reach = Axes<-3, 2>;
  template <class Q>
  KOKKOS_FUNCTION T operator()(Q const& q) const {
    T const east = weno5(q(-2, 0), q(-1, 0), q(), q(1, 0), q(2, 0));
    T const west = weno5(q(-3, 0), q(-2, 0), q(-1, 0), q(), q(1, 0));
    T const north = weno5(q(0, -2), q(0, -1), q(), q(0, 1), q(0, 2));
    T const south = weno5(q(0, -3), q(0, -2), q(0, -1), q(), q(0, 1));
    return q() - x * (east - west) - y * (north - south);
  }
};

}  // namespace transport

struct AdvectionUpwind {  ///< 3D, radius 1, the velocity as 3 fields
  static constexpr char const* name = "advection_upwind";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using namespace transport;
    using Q = tracer<T>;
    return mirrored(
        Program{grid, Stage<Upwind<T>, Reads<Q, velocity_x<T>, velocity_y<T>, velocity_z<T>>, Writes<Q>>{}});
  }
};
struct Burgers {  ///< 3D, 3 fields
  static constexpr char const* name = "burgers";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using X = transport::velocity_x<T>;
    using Y = transport::velocity_y<T>;
    using Z = transport::velocity_z<T>;
    return mirrored(Program{grid, Stage<transport::Burgers<T>, Reads<X, Y, Z>, Writes<X, Y, Z>>{}});
  }
};
struct AdvectionWeno5 {  ///< 2D, 3 cells behind and 2 ahead
  static constexpr char const* name = "advection_weno5";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using Q = transport::tracer<T>;
    return mirrored(Program{grid, Stage<transport::Weno5<T>, Reads<Q>, Writes<Q>>{}});
  }
};

}  // namespace tessera::bench::corpus
