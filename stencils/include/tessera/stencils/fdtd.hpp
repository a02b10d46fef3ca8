// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cmath>

#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

namespace tessera::stencils {

// Electromagnetic waves in the plane (transverse electric: Ex, Ey, Hz) by finite differences in time domain:
//     epsilon dEx/dt = dHz/dy,   epsilon dEy/dt = -dHz/dx,   mu dHz/dt = dEx/dy - dEy/dx.
// Source: K. S. Yee, Numerical solution of initial boundary value problems involving Maxwell's equations in isotropic
// media (IEEE Trans. Antennas Propag. 14, 1966); A. Taflove, Computational Electrodynamics (1995), chapter 3. It is the
// electromagnetics benchmark of Holewinski et al. (ICS 2012).
//
// The fields are staggered: each value of cell (i, j) lies where the differences of the others are central.
//
//      +------+      hz  in the cell's middle,
//      |      |      ex  on the middle of its lower edge (y low),
//     ey  hz  |      ey  on the middle of its left edge (x low);
//      |      |      hz lives half a step after ex and ey: a step takes E from t to t + dt, then H from t + dt/2
//      +--ex--+      to t + 3/2 dt.

/// The electric field along x, on the lower edges of the cells.
template <class T>
struct ex : Quantity<T> {};
/// The electric field along y, on the left edges of the cells.
template <class T>
struct ey : Quantity<T> {};
/// The magnetic field across the plane, in the middle of the cells.
template <class T>
struct hz : Quantity<T> {};
/// The electric field.
template <class T>
struct electric : Group<ex<T>, ey<T>> {};

/// The cell and its neighbour at `Side` (-1 or 1) along `Axis`.
template <int Axis, int Side>
struct Beside {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) {
    int const along = Axis == 0 ? x : Axis == 1 ? y : z;
    int const away = (x != 0) + (y != 0) + (z != 0);
    return away == 0 || (away == 1 && along == Side);
  }
};

/// A component of E from the slope of hz along `Axis`: y for ex, x for ey. Inputs: the component, hz.
template <int Axis, class T>
struct ElectricStep {
  T c;  ///< ex: dt / (epsilon h_y); ey: -dt / (epsilon h_x)

  using reach = Reaches<Centre, Beside<Axis, -1>>;
  template <class E, class H>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(E const& e, H const& h) const {
    return fma(c, h() - h.along(Axis, -1), e());
  }
};

/// hz from the curl of E. Inputs: hz, ex, ey.
template <class T>
struct MagneticStep {
  T c_x;  ///< dt / (mu h_x)
  T c_y;  ///< dt / (mu h_y)

  using reach = Reaches<Centre, Beside<1, 1>, Beside<0, 1>>;
  template <class H, class X, class Y>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(H const& h, X const& x, Y const& y) const {
    return fma(c_y, x(0, 1) - x(), fma(c_x, y() - y(1, 0), h()));
  }
};

/// The medium; 1 and 1: units in which light has speed 1.
struct Medium {
  double permittivity = 1;  ///< epsilon, F/m
  double permeability = 1;  ///< mu, H/m
};

/// The largest stable step, s: dt = sqrt(epsilon mu) / sqrt(1/h_x^2 + 1/h_y^2) (Courant, Friedrichs, Lewy).
inline double fdtd_step_limit(Medium const& medium, std::array<double, 2> const& spacing) {
  return std::sqrt(medium.permittivity * medium.permeability) / std::hypot(1 / spacing[0], 1 / spacing[1]);
}

/// The three stages of one step of `dt` seconds, ey, ex, hz, each in place, over fields at any location, without
/// boundaries.
template <class Ex, class Ey, class Hz>
auto wave_stages(Grid<2> const& grid, Medium const& medium, double dt) {
  using T = typename Hz::value_type;
  auto const c = [&](double constant, std::size_t axis) {
    return static_cast<T>(dt / (constant * grid.spacing[axis]));
  };
  double const epsilon = medium.permittivity, mu = medium.permeability;
  return Program{grid, Stage<ElectricStep<0, T>, Reads<Ey, Hz>, Writes<Ey>>{{-c(epsilon, 0)}},
                 Stage<ElectricStep<1, T>, Reads<Ex, Hz>, Writes<Ex>>{{c(epsilon, 1)}},
                 Stage<MagneticStep<T>, Reads<Hz, Ex, Ey>, Writes<Hz>>{{c(mu, 0), c(mu, 1)}}};
}

/// One step of `dt` seconds as three stages, ey, ex, hz, each in place, over fields of cells, which sweeps of several
/// stages and steps can take together; yee_program also has the values on the last walls. Faces of axes that are not
/// periodic are perfectly conducting walls: E along them is 0. On the low walls, E is a value of the cell and never
/// changes, since hz is mirrored there: it must be 0 at the start. On the high walls it is a ghost.
template <class T>
auto fdtd_program(Grid<2> const& grid, Medium const& medium, double dt) {
  return wave_stages<ex<T>, ey<T>, hz<T>>(grid, medium, dt)
      .template boundary<hz<T>>(Neumann{0.0})
      .template boundary<electric<T>>(Dirichlet{0.0, ValueAt::node});
}

namespace yee {

/// The fields at their true locations, on all faces of the grid.
template <class T>
struct ex : Quantity<T, 1, EdgeOf<0>> {};
template <class T>
struct ey : Quantity<T, 1, EdgeOf<1>> {};
template <class T>
struct hz : Quantity<T, 1, FaceOf<2>> {};

}  // namespace yee

/// The same step over yee::ex, yee::ey and yee::hz. E on all walls is 0, whatever its start, and is part of frames and
/// norms; no ghost is read.
template <class T>
auto yee_program(Grid<2> const& grid, Medium const& medium, double dt) {
  return wave_stages<yee::ex<T>, yee::ey<T>, yee::hz<T>>(grid, medium, dt)
      .template boundary<yee::ex<T>>(Dirichlet{0.0})
      .template boundary<yee::ey<T>>(Dirichlet{0.0});
}

}  // namespace tessera::stencils
