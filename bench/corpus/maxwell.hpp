// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/program.hpp"

// Maxwell's equations in space by finite differences in time domain:
//     dE/dt = curl(H) / epsilon,   dH/dt = -curl(E) / mu.
// Source: K. S. Yee, Numerical solution of initial boundary value problems involving Maxwell's equations in isotropic
// media (IEEE Trans. Antennas Propag. 14, 1966). Of a cell, the electric field lies on its low edges and the magnetic
// field on its low faces.

namespace tessera::bench::corpus {

namespace maxwell {

/// The electric field along x.
template <class T>
struct electric_x : Quantity<T> {};
/// The electric field along y.
template <class T>
struct electric_y : Quantity<T> {};
/// The electric field along z.
template <class T>
struct electric_z : Quantity<T> {};
/// The magnetic field along x.
template <class T>
struct magnetic_x : Quantity<T> {};
/// The magnetic field along y.
template <class T>
struct magnetic_y : Quantity<T> {};
/// The magnetic field along z.
template <class T>
struct magnetic_z : Quantity<T> {};

/// E from the curl of H. Inputs: E, H.
template <class T>
struct ElectricStep {
  T c = T(0.4);  ///< dt / (epsilon h)
  using reach = Reaches<Centre, Centre, Centre, Sides<0, -1, -1>, Sides<-1, 0, -1>, Sides<-1, -1, 0>>;
  template <class EX, class EY, class EZ, class HX, class HY, class HZ>
  KOKKOS_FUNCTION auto operator()(EX const& ex, EY const& ey, EZ const& ez, HX const& hx, HY const& hy,
                                  HZ const& hz) const {
    T const x = ex() + c * (hz() - hz(0, -1, 0) - hy() + hy(0, 0, -1));
    T const y = ey() + c * (hx() - hx(0, 0, -1) - hz() + hz(-1, 0, 0));
    T const z = ez() + c * (hy() - hy(-1, 0, 0) - hx() + hx(0, -1, 0));
    return pack(x, y, z);
  }
};

/// H from the curl of E. Inputs: E, H.
template <class T>
struct MagneticStep {
  T c = T(0.4);  ///< dt / (mu h)
  using reach = Reaches<Sides<0, 1, 1>, Sides<1, 0, 1>, Sides<1, 1, 0>, Centre, Centre, Centre>;
  template <class EX, class EY, class EZ, class HX, class HY, class HZ>
  KOKKOS_FUNCTION auto operator()(EX const& ex, EY const& ey, EZ const& ez, HX const& hx, HY const& hy,
                                  HZ const& hz) const {
    T const x = hx() - c * (ez(0, 1, 0) - ez() - ey(0, 0, 1) + ey());
    T const y = hy() - c * (ex(0, 0, 1) - ex() - ez(1, 0, 0) + ez());
    T const z = hz() - c * (ey(1, 0, 0) - ey() - ex(0, 1, 0) + ex());
    return pack(x, y, z);
  }
};

}  // namespace maxwell

struct Maxwell {  ///< 3D, 6 fields, two stages
  static constexpr char const* name = "maxwell";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using namespace maxwell;
    using All = Reads<electric_x<T>, electric_y<T>, electric_z<T>, magnetic_x<T>, magnetic_y<T>, magnetic_z<T>>;
    return mirrored(Program{grid, Stage<ElectricStep<T>, All, Writes<electric_x<T>, electric_y<T>, electric_z<T>>>{},
                            Stage<MagneticStep<T>, All, Writes<magnetic_x<T>, magnetic_y<T>, magnetic_z<T>>>{}});
  }
};

}  // namespace tessera::bench::corpus
