// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/program.hpp"

// Waves in an elastic solid, in the plane, as velocities and stresses:
//     rho dv_x/dt = d(s_xx)/dx + d(s_xy)/dy,   rho dv_y/dt = d(s_xy)/dx + d(s_yy)/dy,
//     d(s_xx)/dt = (lambda + 2 mu) dv_x/dx + lambda dv_y/dy,   d(s_yy)/dt likewise,
//     d(s_xy)/dt = mu (dv_x/dy + dv_y/dx).
// Source: J. Virieux, P-SV wave propagation in heterogeneous media: velocity-stress finite-difference method
// (Geophysics 51, 1986). Of cell (i, j): v_x lies at (i, j), s_xx and s_yy at (i + 1/2, j), s_xy at (i, j + 1/2), v_y
// at (i + 1/2, j + 1/2).

namespace tessera::bench::corpus {

namespace elastic {

/// The velocity along x.
template <class T>
struct velocity_x : Quantity<T> {};
/// The velocity along y.
template <class T>
struct velocity_y : Quantity<T> {};
/// The normal stress across x.
template <class T>
struct stress_xx : Quantity<T> {};
/// The normal stress across y.
template <class T>
struct stress_yy : Quantity<T> {};
/// The shear stress.
template <class T>
struct stress_xy : Quantity<T> {};

/// The velocities. Inputs: v_x, v_y, s_xx, s_yy, s_xy.
template <class T>
struct Accelerate {
  T c = T(0.3);  ///< dt / (rho h)
  using reach = Reaches<Centre, Centre, Line<0, -1, 0>, Line<1, 0, 1>, Sides<1, -1>>;
  template <class X, class Y, class XX, class YY, class XY>
  KOKKOS_FUNCTION auto operator()(X const& vx, Y const& vy, XX const& xx, YY const& yy, XY const& xy) const {
    T const x = vx() + c * (xx() - xx(-1, 0) + xy() - xy(0, -1));
    T const y = vy() + c * (xy(1, 0) - xy() + yy(0, 1) - yy());
    return pack(x, y);
  }
};

/// The stresses. Inputs: v_x, v_y, s_xx, s_yy, s_xy.
template <class T>
struct Strain {
  T lambda = T(0.2);  ///< dt lambda / h
  T mu = T(0.2);      ///< dt mu / h
  using reach = Reaches<Sides<1, 1>, Sides<-1, -1>, Centre, Centre, Centre>;
  template <class X, class Y, class XX, class YY, class XY>
  KOKKOS_FUNCTION auto operator()(X const& vx, Y const& vy, XX const& xx, YY const& yy, XY const& xy) const {
    T const x = vx(1, 0) - vx();
    T const y = vy() - vy(0, -1);
    T const shear = vx(0, 1) - vx() + vy() - vy(-1, 0);
    return pack(xx() + (lambda + 2 * mu) * x + lambda * y, yy() + (lambda + 2 * mu) * y + lambda * x,
                xy() + mu * shear);
  }
};

}  // namespace elastic

struct Elastic {  ///< 2D, 5 fields, two stages
  static constexpr char const* name = "elastic";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using namespace elastic;
    using All = Reads<velocity_x<T>, velocity_y<T>, stress_xx<T>, stress_yy<T>, stress_xy<T>>;
    return mirrored(Program{grid, Stage<Accelerate<T>, All, Writes<velocity_x<T>, velocity_y<T>>>{},
                            Stage<Strain<T>, All, Writes<stress_xx<T>, stress_yy<T>, stress_xy<T>>>{}});
  }
};

}  // namespace tessera::bench::corpus
