// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "differences.hpp"
#include "mirrored.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// A magnetised gas in space: the logarithm of its density l, velocity v, magnetic field B and internal energy e,
//     dl/dt = -v . grad l - div v,         dv/dt = -v . grad v - grad e - e grad l + (curl B) x B / rho,
//     de/dt = -v . grad e - (g - 1) e div v,   dB/dt = -v . grad B + B . grad v - B div v,
// with diffusion of each, central differences and pressure rho e in units of its own. Source of the equations: A.
// Brandenburg, Computational aspects of astrophysical MHD and turbulence (2003). Spacings are 1.

namespace tessera::bench::corpus {

namespace magnetic {

/// The logarithm of the density.
template <class T>
struct log_density : Quantity<T> {};
/// The internal energy of a mass.
template <class T>
struct energy : Quantity<T> {};
/// The velocity along x.
template <class T>
struct velocity_x : Quantity<T> {};
/// The velocity along y.
template <class T>
struct velocity_y : Quantity<T> {};
/// The velocity along z.
template <class T>
struct velocity_z : Quantity<T> {};
/// The magnetic field along x.
template <class T>
struct field_x : Quantity<T> {};
/// The magnetic field along y.
template <class T>
struct field_y : Quantity<T> {};
/// The magnetic field along z.
template <class T>
struct field_z : Quantity<T> {};

/// One explicit step. Inputs and results: l, e, v, B.
template <class T>
struct Step {
  T dt = T(0.02), diffusion = T(0.5), gamma = T(5.0 / 3);
  using reach = Star<1>;
  template <class L, class E, class X, class Y, class Z, class BX, class BY, class BZ>
  KOKKOS_FUNCTION auto operator()(L const& l, E const& e, X const& vx, Y const& vy, Z const& vz, BX const& bx,
                                  BY const& by, BZ const& bz) const {
    T const x = vx(), y = vy(), z = vz();
    T const div = slope_x(vx) + slope_y(vy) + slope_z(vz);
    T const jx = slope_y(bz) - slope_z(by), jy = slope_z(bx) - slope_x(bz), jz = slope_x(by) - slope_y(bx);
    T const volume = Kokkos::exp(-l());
    T const dl = -along(l, x, y, z) - div;
    T const de = -along(e, x, y, z) - (gamma - 1) * e() * div;
    T const dx = -along(vx, x, y, z) - slope_x(e) - e() * slope_x(l) + volume * (jy * bz() - jz * by());
    T const dy = -along(vy, x, y, z) - slope_y(e) - e() * slope_y(l) + volume * (jz * bx() - jx * bz());
    T const dz = -along(vz, x, y, z) - slope_z(e) - e() * slope_z(l) + volume * (jx * by() - jy * bx());
    T const dbx = -along(bx, x, y, z) + along(vx, bx(), by(), bz()) - bx() * div;
    T const dby = -along(by, x, y, z) + along(vy, bx(), by(), bz()) - by() * div;
    T const dbz = -along(bz, x, y, z) + along(vz, bx(), by(), bz()) - bz() * div;
    return pack(next(l, dl), next(e, de), next(vx, dx), next(vy, dy), next(vz, dz), next(bx, dbx), next(by, dby),
                next(bz, dbz));
  }
  /// (v . grad) q.
  template <class Q>
  KOKKOS_FUNCTION static T along(Q const& q, T x, T y, T z) {
    return x * slope_x(q) + y * slope_y(q) + z * slope_z(q);
  }
  template <class Q>
  KOKKOS_FUNCTION T next(Q const& q, T rate) const {
    return q() + dt * (rate + diffusion * laplacian7(q));
  }
};

}  // namespace magnetic

struct Magnetic {  ///< 3D, 8 fields, one stage
  static constexpr char const* name = "magnetic";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using namespace magnetic;
    using Reading = Reads<log_density<T>, energy<T>, velocity_x<T>, velocity_y<T>, velocity_z<T>, field_x<T>,
                          field_y<T>, field_z<T>>;
    using Writing = Writes<log_density<T>, energy<T>, velocity_x<T>, velocity_y<T>, velocity_z<T>, field_x<T>,
                           field_y<T>, field_z<T>>;
    return mirrored(Program{grid, Stage<Step<T>, Reading, Writing>{}});
  }
};

}  // namespace tessera::bench::corpus
