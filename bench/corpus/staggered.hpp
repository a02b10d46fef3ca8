// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/program.hpp"

// Sound as pressure and velocity on staggered points, fourth order in space:
//     dv/dt = -grad(p) / rho,   dp/dt = -rho c^2 div(v).
// Source: A. R. Levander, Fourth-order finite-difference P-SV seismograms (Geophysics 53, 1988), without shear. A
// velocity of cell i lies half a cell below the pressure along its axis.

namespace tessera::bench::corpus {

namespace sound {

/// The pressure, in the middle of the cell.
template <class T>
struct pressure : Quantity<T> {};
/// The velocity along x.
template <class T>
struct velocity_x : Quantity<T> {};
/// The velocity along y.
template <class T>
struct velocity_y : Quantity<T> {};
/// The velocity along z.
template <class T>
struct velocity_z : Quantity<T> {};

/// The velocities from the slopes of the pressure. Inputs: the pressure, the velocities.
template <class T>
struct Push {
  T c = T(0.2);  ///< dt / (rho h)
  using reach = Reaches<Axes<-2, 1>, Centre, Centre, Centre>;
  template <class P, class X, class Y, class Z>
  KOKKOS_FUNCTION auto operator()(P const& p, X const& vx, Y const& vy, Z const& vz) const {
    T const px = (27 * (p() - p(-1, 0, 0)) - (p(1, 0, 0) - p(-2, 0, 0))) / 24;
    T const py = (27 * (p() - p(0, -1, 0)) - (p(0, 1, 0) - p(0, -2, 0))) / 24;
    T const pz = (27 * (p() - p(0, 0, -1)) - (p(0, 0, 1) - p(0, 0, -2))) / 24;
    return pack(vx() - c * px, vy() - c * py, vz() - c * pz);
  }
};

/// The pressure from the divergence of the velocity. Inputs: the pressure, the velocities.
template <class T>
struct Squeeze {
  T c = T(0.2);  ///< rho c^2 dt / h
  using reach = Reaches<Centre, Line<0, -1, 2>, Line<1, -1, 2>, Line<2, -1, 2>>;
  template <class P, class X, class Y, class Z>
  KOKKOS_FUNCTION T operator()(P const& p, X const& vx, Y const& vy, Z const& vz) const {
    T const x = (27 * (vx(1, 0, 0) - vx()) - (vx(2, 0, 0) - vx(-1, 0, 0))) / 24;
    T const y = (27 * (vy(0, 1, 0) - vy()) - (vy(0, 2, 0) - vy(0, -1, 0))) / 24;
    T const z = (27 * (vz(0, 0, 1) - vz()) - (vz(0, 0, 2) - vz(0, 0, -1))) / 24;
    return p() - c * (x + y + z);
  }
};

}  // namespace sound

struct AcousticStaggered {  ///< 3D, two stages: 3 velocities, then the pressure
  static constexpr char const* name = "acoustic_staggered";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using namespace sound;
    using All = Reads<pressure<T>, velocity_x<T>, velocity_y<T>, velocity_z<T>>;
    return mirrored(Program{grid, Stage<Push<T>, All, Writes<velocity_x<T>, velocity_y<T>, velocity_z<T>>>{},
                            Stage<Squeeze<T>, All, Writes<pressure<T>>>{}});
  }
};

}  // namespace tessera::bench::corpus
