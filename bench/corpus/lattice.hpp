// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// The lattice Boltzmann method in the plane with 9 velocities: each population comes from the cell that it left (pull),
// then all relax towards equilibrium. Source: Y. H. Qian, D. d'Humieres, P. Lallemand, Lattice BGK models for
// Navier-Stokes equation (Europhys. Lett. 17, 1992).

namespace tessera::bench::corpus {

namespace lattice {

/// The population that rests.
template <class T>
struct rest : Quantity<T> {};
/// The populations that move one cell a step towards x, y, or both, named as on a compass.
template <class T>
struct east : Quantity<T> {};
template <class T>
struct north : Quantity<T> {};
template <class T>
struct west : Quantity<T> {};
template <class T>
struct south : Quantity<T> {};
template <class T>
struct north_east : Quantity<T> {};
template <class T>
struct north_west : Quantity<T> {};
template <class T>
struct south_west : Quantity<T> {};
template <class T>
struct south_east : Quantity<T> {};

/// One step. Inputs and results: the populations.
template <class T>
struct Collide {
  T omega = T(0.5);        ///< 1 / the relaxation time in steps
  T least_density = T(1);  ///< a bound that keeps the velocity finite
  using reach = Reaches<Centre, Only<-1, 0>, Only<0, -1>, Only<1, 0>, Only<0, 1>, Only<-1, -1>, Only<1, -1>, Only<1, 1>,
                        Only<-1, 1>>;
  template <class F0, class F1, class F2, class F3, class F4, class F5, class F6, class F7, class F8>
  KOKKOS_FUNCTION auto operator()(F0 const& f0, F1 const& f1, F2 const& f2, F3 const& f3, F4 const& f4, F5 const& f5,
                                  F6 const& f6, F7 const& f7, F8 const& f8) const {
    T const c = f0(), e = f1(-1, 0), n = f2(0, -1), w = f3(1, 0), s = f4(0, 1);
    T const ne = f5(-1, -1), nw = f6(1, -1), sw = f7(1, 1), se = f8(-1, 1);
    T const density = c + e + n + w + s + ne + nw + sw + se;
    T const x = (e + ne + se - w - nw - sw) / Kokkos::max(Kokkos::fabs(density), least_density);
    T const y = (n + ne + nw - s - sw - se) / Kokkos::max(Kokkos::fabs(density), least_density);
    T const still = 1 - T(1.5) * (x * x + y * y);
    T const straight = density / 9, diagonal = density / 36;
    return pack(relaxed(c, 4 * straight, 0, still), relaxed(e, straight, x, still), relaxed(n, straight, y, still),
                relaxed(w, straight, -x, still), relaxed(s, straight, -y, still), relaxed(ne, diagonal, x + y, still),
                relaxed(nw, diagonal, y - x, still), relaxed(sw, diagonal, -x - y, still),
                relaxed(se, diagonal, x - y, still));
  }
  /// `f` nearer to equilibrium, for the velocity `v` along its direction.
  KOKKOS_FUNCTION T relaxed(T f, T weight, T v, T still) const {
    return f + omega * (weight * (still + 3 * v + T(4.5) * v * v) - f);
  }
};

}  // namespace lattice

struct LatticeBoltzmann {  ///< 2D, 9 fields, each read in one cell
  static constexpr char const* name = "lattice_boltzmann";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using namespace lattice;
    using Reading = Reads<rest<T>, east<T>, north<T>, west<T>, south<T>, north_east<T>, north_west<T>, south_west<T>,
                          south_east<T>>;
    using Writing = Writes<rest<T>, east<T>, north<T>, west<T>, south<T>, north_east<T>, north_west<T>, south_west<T>,
                           south_east<T>>;
    return mirrored(Program{grid, Stage<Collide<T>, Reading, Writing>{}});
  }
};

}  // namespace tessera::bench::corpus
