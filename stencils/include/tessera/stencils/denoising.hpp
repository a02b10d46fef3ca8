// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/error.hpp"
#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

namespace tessera::stencils {

// Denoising by gradient descent on an energy: the total variation of the image u (the integral of |grad u|, large for
// noise, small for sharp edges of the image) plus its distance from the noisy image f. Spacings are 1 cell.

/// The image being denoised.
template <class T>
struct image : Quantity<T> {};
/// The noisy image.
template <class T>
struct noisy : Quantity<T> {};
/// 1/|grad u|: large within areas, small at edges of the image.
template <class T>
struct flatness : Quantity<T> {};

/// `epsilon`, the least square of a gradient (in the square of the unit of u), for a formula in T. Throws InputError
/// unless it is an ordinary number of T (numeric.hpp).
template <class T>
T least_square(double epsilon) {
  double const smallest = sizeof(T) == 4 ? 1e-30 : 1e-280;
  if (epsilon >= smallest && epsilon <= 1 / smallest) return static_cast<T>(epsilon);
  throw InputError(std::string("epsilon, the least square of a gradient, has to be ") +
                   (sizeof(T) == 4 ? "1e-30 to 1e30 in float" : "1e-280 to 1e280") +
                   "; 1e-8 does for values of about 1");
}

/// 1/|grad u| from the differences to the four neighbours: 1 / sqrt(epsilon + sum of (u - neighbour)^2). Where u has a
/// slope, that is 1 / (sqrt(2) |grad u|), with |grad u| per cell; epsilon (the square of u's unit) bounds it. The
/// reciprocal root may differ by a unit in the last place between devices.
template <class T>
struct InverseGradient {
  T epsilon;  ///< by least_square

  using reach = Star<1>;
  static constexpr int long_operations = 1;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = epsilon;
    for (int axis = 0; axis < 2; ++axis) {
      T const low = u() - u.along(axis, -1), high = u.along(axis, 1) - u();  // high is low of the next cell
      sum = fma(low, low, fma(high, high, sum));
    }
    return inverse_root(sum);
  }
};

/// u + gain / |grad u|: areas grow by gain / sqrt(epsilon) per step, edges of the image by less. With gain 1 it is the
/// gradient benchmark of Holewinski et al., High-performance code generation for stencil computations on GPU
/// architectures (ICS 2012), examples/g2d-embed.cu of the OverTile compiler. With gain = sqrt(epsilon) a step adds the
/// edge-stopping function 1 / sqrt(1 + |grad u|^2 / epsilon) of anisotropic diffusion, in (0, 1].
template <class T>
struct GradientStep {
  InverseGradient<T> inverse;
  T gain;

  using reach = Star<1>;
  static constexpr int long_operations = 1;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return fma(gain, inverse(u), u());
  }
};

/// Gradient steps of an image, mirrored at the faces.
template <class T>
auto gradient_program(Grid<2> const& grid, double epsilon = 1e-5, double gain = 1) {
  GradientStep<T> const step{{least_square<T>(epsilon)}, static_cast<T>(gain)};
  return Program{grid, Stage<GradientStep<T>, Reads<image<T>>, Writes<image<T>>>{step}}.template boundary<image<T>>(
      Neumann{0.0});
}

/// I1(x) / I0(x), the ratio of modified Bessel functions, for x >= 0, to 0.001: a cubic rational approximation from
/// P. Getreuer's riciandenoise.c (2009).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T bessel_ratio(T x) {
  T const above = x * fma(x, x + T(0.950037), T(2.38944));
  T const below = fma(x, fma(x, x + T(1.48937), T(2.57541)), T(4.65314));
  return quotient(above, below);
}

/// One semi-implicit step for an image with Rician noise, as in magnetic resonance, down the energy
///     integral of |grad u| + lambda ((u^2 + f^2) / (2 sigma^2) - log I0(u f / sigma^2)),
/// taking 1/|grad u| and the Bessel functions from the step before. Inputs: u, f, and 1/|grad u|. Stable for any dt >
/// 0. Source: P. Getreuer, M. Tong, L. A. Vese, A variational model for the restoration of MR images corrupted by blur
/// and Rician noise (ISVC 2011), and Getreuer's riciandenoise.c; a benchmark of Holewinski et al. (ICS 2012). As there,
/// u is taken from the step before in all cells (riciandenoise.c takes it from this step where that is known already).
template <class T>
struct RicianStep {
  T dt;
  T gamma;           ///< lambda / sigma^2
  T inverse_sigma2;  ///< 1 / sigma^2

  using reach = Reaches<Star<1>, Centre, Star<1>>;
  static constexpr int long_operations = 2;
  template <class U, class F, class G>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, F const& f, G const& g) const {
    T const pull = gamma * f() * bessel_ratio(u() * f() * inverse_sigma2);
    T above = pull, below = gamma;
    for (int axis = 0; axis < 2; ++axis) {
      for (int side = -1; side <= 1; side += 2) {
        above = fma(u.along(axis, side), g.along(axis, side), above);
        below += g.along(axis, side);
      }
    }
    return quotient(fma(dt, above, u()), fma(dt, below, T(1)));
  }
};

/// The parameters of RicianStep.
struct RicianModel {
  double sigma;           ///< of the noise, in the image's unit
  double lambda = 0.065;  ///< the smaller, the smoother
  double epsilon = 1e-20;
};

/// One step as two stages, 1/|grad u| and the image, mirrored at the faces.
template <class T>
auto rician_program(Grid<2> const& grid, RicianModel const& model, double dt = 5) {
  double const sigma2 = model.sigma * model.sigma;
  RicianStep<T> const step{static_cast<T>(dt), static_cast<T>(model.lambda / sigma2), static_cast<T>(1 / sigma2)};
  return Program{grid,
                 Stage<InverseGradient<T>, Reads<image<T>>, Writes<flatness<T>>>{{least_square<T>(model.epsilon)}},
                 Stage<RicianStep<T>, Reads<image<T>, noisy<T>, flatness<T>>, Writes<image<T>>>{step}}
      .template boundary<image<T>>(Neumann{0.0})
      .template boundary<flatness<T>>(Neumann{0.0});
}

}  // namespace tessera::stencils
