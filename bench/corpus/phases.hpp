// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "differences.hpp"
#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Two phases that part, with the free energy (u^2 - 1)^2 / 4 + kappa |grad u|^2 / 2. Spacings are 1. Sources: J. W.
// Cahn, J. E. Hilliard, Free energy of a nonuniform system (J. Chem. Phys. 28, 1958); S. M. Allen, J. W. Cahn, A
// microscopic theory for antiphase boundary motion (Acta Metall. 27, 1979).

namespace tessera::bench::corpus {

namespace phases {

/// The phase, -1 to 1.
template <class T>
struct phase : Quantity<T> {};
/// The chemical potential.
template <class T>
struct potential : Quantity<T> {};

/// The chemical potential u^3 - u - kappa laplacian(u).
template <class T>
struct Potential {
  T kappa = T(0.5);
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    return u() * u() * u() - u() - kappa * laplacian5(u);
  }
};

/// u + dt M laplacian(potential). Inputs: the phase, the potential.
template <class T>
struct Separate {
  T c = T(0.005);  ///< dt M / h^2
  using reach = Reaches<Centre, Star<1>>;
  template <class U, class P>
  KOKKOS_FUNCTION T operator()(U const& u, P const& potential) const {
    return tessera::fma(c, laplacian5(potential), u());
  }
};

/// Both in one formula, with the biharmonic operator of 13 points.
template <class T>
struct Separate13 {
  T c = T(0.005);  ///< dt M / h^2
  T kappa = T(0.5);
  using reach = Diamond;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const well = bulk(u(1, 0)) + bulk(u(-1, 0)) + bulk(u(0, 1)) + bulk(u(0, -1)) - 4 * bulk(u());
    T const biharmonic = 20 * u() - 8 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1)) +
                         2 * (u(1, 1) + u(-1, 1) + u(1, -1) + u(-1, -1)) + u(2, 0) + u(-2, 0) + u(0, 2) + u(0, -2);
    return u() + c * (well - kappa * biharmonic);
  }
  KOKKOS_FUNCTION static T bulk(T u) { return u * u * u - u; }
};

/// u + dt (kappa laplacian(u) - (u^3 - u)), in space.
template <class T>
struct Order {
  T dt = T(0.1), kappa = T(0.5);
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    return u() + dt * (kappa * laplacian7(u) - u() * (u() * u() - 1));
  }
};

}  // namespace phases

struct CahnHilliard {  ///< 2D, two stages
  static constexpr char const* name = "cahn_hilliard";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using U = phases::phase<T>;
    using P = phases::potential<T>;
    return mirrored(Program{grid, Stage<phases::Potential<T>, Reads<U>, Writes<P>>{},
                            Stage<phases::Separate<T>, Reads<U, P>, Writes<U>>{}});
  }
};
struct CahnHilliard13 {  ///< 2D, one stage, 13 points
  static constexpr char const* name = "cahn_hilliard13";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using U = phases::phase<T>;
    return mirrored(Program{grid, Stage<phases::Separate13<T>, Reads<U>, Writes<U>>{}});
  }
};
struct AllenCahn {  ///< 3D, radius 1
  static constexpr char const* name = "allen_cahn";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using U = phases::phase<T>;
    return mirrored(Program{grid, Stage<phases::Order<T>, Reads<U>, Writes<U>>{}});
  }
};

}  // namespace tessera::bench::corpus
