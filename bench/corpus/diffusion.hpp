// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "reaches.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Diffusion that is more than a Laplacian: by tensors, of sixth order, past obstacles, in varying media. Spacings
// are 1.

namespace tessera::bench::corpus {

namespace diffusion {

/// What diffuses.
template <class T>
struct temperature : Quantity<T> {};
/// The diffusivity along x, or in all directions.
template <class T>
struct along_x : Quantity<T> {};
/// The diffusivity along y.
template <class T>
struct along_y : Quantity<T> {};
/// The diffusivity across: the tensor's element off the diagonal.
template <class T>
struct across : Quantity<T> {};
/// 1 where heat passes, 0 in obstacles.
template <class T>
struct mask : Quantity<T> {};
/// The conductivity of a medium.
template <class T>
struct conductivity : Quantity<T> {};

/// u + dt div(D grad u) with a constant symmetric tensor, 19 points. Source: J. Weickert, Anisotropic Diffusion in
/// Image Processing (1998), section 3.4, the standard discretisation, in space.
template <class T>
struct ConstantTensor {
  T xx = T(0.1), yy = T(0.08), zz = T(0.06);     ///< dt D / h^2
  T xy = T(0.03), xz = T(-0.02), yz = T(0.025);  ///< off the diagonal
  using reach = WithoutCorners;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const uxx = u(1, 0, 0) - 2 * u() + u(-1, 0, 0);
    T const uyy = u(0, 1, 0) - 2 * u() + u(0, -1, 0);
    T const uzz = u(0, 0, 1) - 2 * u() + u(0, 0, -1);
    T const uxy = (u(1, 1, 0) - u(-1, 1, 0) - u(1, -1, 0) + u(-1, -1, 0)) / 4;
    T const uxz = (u(1, 0, 1) - u(-1, 0, 1) - u(1, 0, -1) + u(-1, 0, -1)) / 4;
    T const uyz = (u(0, 1, 1) - u(0, -1, 1) - u(0, 1, -1) + u(0, -1, -1)) / 4;
    return u() + xx * uxx + yy * uyy + zz * uzz + 2 * (xy * uxy + xz * uxz + yz * uyz);
  }
};

/// The same in the plane with a tensor (a, b; b, c) that varies, as a sum of fluxes through the four edges: well-posed
/// where a c > b^2. Inputs: u, a, b, c. Source: as above.
template <class T>
struct VaryingTensor {
  T dt = T(0.05);  ///< dt / h^2
  using reach = Reaches<Box<1>, Line<0, -1, 1>, Star<1>, Line<1, -1, 1>>;
  template <class U, class A, class B, class C>
  KOKKOS_FUNCTION T operator()(U const& u, A const& a, B const& b, C const& c) const {
    T const east =
        (a() + a(1, 0)) / 2 * (u(1, 0) - u()) + (b() + b(1, 0)) / 2 * (u(1, 1) + u(0, 1) - u(1, -1) - u(0, -1)) / 4;
    T const west = (a() + a(-1, 0)) / 2 * (u() - u(-1, 0)) +
                   (b() + b(-1, 0)) / 2 * (u(-1, 1) + u(0, 1) - u(-1, -1) - u(0, -1)) / 4;
    T const north =
        (c() + c(0, 1)) / 2 * (u(0, 1) - u()) + (b() + b(0, 1)) / 2 * (u(1, 1) + u(1, 0) - u(-1, 1) - u(-1, 0)) / 4;
    T const south = (c() + c(0, -1)) / 2 * (u() - u(0, -1)) +
                    (b() + b(0, -1)) / 2 * (u(1, -1) + u(1, 0) - u(-1, -1) - u(-1, 0)) / 4;
    return u() + dt * (east - west + north - south);
  }
};

/// u + dt nu (d6u/dx6 + d6u/dy6 + d6u/dz6), which damps the shortest waves alone. Source: A. Brandenburg, Computational
/// aspects of astrophysical MHD and turbulence (2003), section on hyperviscosity.
template <class T>
struct Hyperdiffusion {
  T c = T(0.005);  ///< dt nu / h^6, stable to 1/96
  using reach = Star<3>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      sum += u.along(axis, -3) + u.along(axis, 3) - 6 * (u.along(axis, -2) + u.along(axis, 2)) +
             15 * (u.along(axis, -1) + u.along(axis, 1)) - 20 * u();
    }
    return tessera::fma(c, sum, u());
  }
};

/// A step of diffusion in which nothing passes a face beside an obstacle. Inputs: u, the mask.
template <class T>
struct Masked {
  T c = T(0.05);  ///< dt alpha / h^2
  using reach = Star<1>;
  template <class U, class M>
  KOKKOS_FUNCTION T operator()(U const& u, M const& m) const {
    T const x = m(1, 0, 0) * (u(1, 0, 0) - u()) - m(-1, 0, 0) * (u() - u(-1, 0, 0));
    T const y = m(0, 1, 0) * (u(0, 1, 0) - u()) - m(0, -1, 0) * (u() - u(0, -1, 0));
    T const z = m(0, 0, 1) * (u(0, 0, 1) - u()) - m(0, 0, -1) * (u() - u(0, 0, -1));
    return u() + c * m() * (x + y + z);
  }
};

/// A relaxation of div(k grad u) = 0 with the means of k between a cell and its 26 neighbours, weighted as in the
/// Laplacian of 27 points: 14, 3 and 1 of 30 for faces, edges and corners. Inputs: u, k. Source of the weights: M.
/// Patra, M. Karttunen, Stencils with isotropic discretization error for differential operators (Numer. Methods Partial
/// Differ. Equ. 22, 2006).
template <class T>
struct Relax27 {
  T c = T(0.1);  ///< of the residual
  using reach = Box<1>;
  template <class U, class K>
  KOKKOS_FUNCTION T operator()(U const& u, K const& k) const {
    T const weights[4] = {T(0), T(14.0 / 30), T(3.0 / 30), T(1.0 / 30)};
    T sum = 0;
    for (int z = -1; z <= 1; ++z) {
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          T const weight = weights[x * x + y * y + z * z];
          sum += weight * (k() + k(x, y, z)) / 2 * (u(x, y, z) - u());
        }
      }
    }
    return u() + c * sum;
  }
};

}  // namespace diffusion

struct Anisotropic19 {  ///< 3D, 19 points, a constant tensor
  static constexpr char const* name = "anisotropic19";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using Q = diffusion::temperature<T>;
    return mirrored(Program{grid, Stage<diffusion::ConstantTensor<T>, Reads<Q>, Writes<Q>>{}});
  }
};
struct AnisotropicFields {  ///< 2D, 9 points, the tensor as 3 fields
  static constexpr char const* name = "anisotropic_fields";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    using namespace diffusion;
    return mirrored(Program{
        grid,
        Stage<VaryingTensor<T>, Reads<temperature<T>, along_x<T>, across<T>, along_y<T>>, Writes<temperature<T>>>{}});
  }
};
struct Hyperdiffusion {  ///< 3D, radius 3
  static constexpr char const* name = "hyperdiffusion";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using Q = diffusion::temperature<T>;
    return mirrored(Program{grid, Stage<diffusion::Hyperdiffusion<T>, Reads<Q>, Writes<Q>>{}});
  }
};
struct MaskedDiffusion {  ///< 3D, radius 1 of two fields
  static constexpr char const* name = "masked_diffusion";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using Q = diffusion::temperature<T>;
    return mirrored(Program{grid, Stage<diffusion::Masked<T>, Reads<Q, diffusion::mask<T>>, Writes<Q>>{}});
  }
};
struct Relaxation27 {  ///< 3D, 27 points of two fields
  static constexpr char const* name = "relaxation27";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using Q = diffusion::temperature<T>;
    return mirrored(Program{grid, Stage<diffusion::Relax27<T>, Reads<Q, diffusion::conductivity<T>>, Writes<Q>>{}});
  }
};

}  // namespace tessera::bench::corpus
