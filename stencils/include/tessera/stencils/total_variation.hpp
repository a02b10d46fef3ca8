// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/stencils/denoising.hpp"

namespace tessera::stencils {

/// The weight of each pixel of the noisy image.
template <class T>
struct weight : Quantity<T> {};

/// The cell, its four neighbours and two corners: what the gradient of the total variation at a cell depends on, with
/// differences to the neighbours on the right and above.
struct SevenPoints {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int) {
    return tessera::detail::absolute(x) + tessera::detail::absolute(y) <= 1 || x + y == 0;
  }
};

/// One semi-implicit step down the energy
///     sum over cells of sqrt(epsilon + (u_right - u)^2 + (u_above - u)^2) + fidelity (u - f)^2 / 2
/// (L. Rudin, S. Osher, E. Fatemi, Nonlinear total variation based noise removal algorithms, Physica D 60, 1992): the
/// roots are taken from the step before, and so are the neighbours. The energy never grows. Inputs: u, f.
///
/// With the third input v > 0 the fidelity term is fidelity v (u - f log u), that of Poisson noise, for u > 0: the
/// regularising step of M. Yan, L. A. Vese, Expectation maximization and total variation based model for computed
/// tomography reconstruction from undersampled data (SPIE Medical Imaging 2011), where f is the image after expectation
/// maximization and v how many rays see a pixel. So it is the TV update benchmark of Holewinski et al. (ICS 2012),
/// examples/tv2d-embed-double.cu of the OverTile compiler, there with fidelity 1.001 and epsilon 1e-8.
template <class T>
struct TotalVariationStep {
  T fidelity;  ///< the larger, the nearer to f; per unit of u (with v: none)
  T epsilon;   ///< rounds off |grad u| at 0; square of u's unit (least_square)

  using reach = Reaches<SevenPoints, Centre, Centre>;
  static constexpr int long_operations = 4;
  template <class U, class F>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, F const& f) const {
    Around const around = around_of(u);
    return quotient(fma(fidelity, f(), around.pulled), fidelity + (around.here + around.here) + around.others);
  }
  template <class U, class F, class V>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u, F const& f, V const& v) const {
    Around const around = around_of(u);  // numerator and denominator times u: one quotient less
    T const pull = fidelity * v();
    return quotient(fma(pull, f(), around.pulled * u()), fma((around.here + around.here) + around.others, u(), pull));
  }

 private:
  /// The minimum of the energy over the value of this cell, with fixed roots, is a mean of f and the neighbours.
  struct Around {
    T here;    ///< the inverse slope at the cell: the weight of its neighbours on the right and above
    T others;  ///< those at its neighbours on the left and below
    T pulled;  ///< the neighbours, each times its weight
  };
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Around around_of(U const& u) const {
    T const here = inverse_slope(u(1, 0) - u(), u(0, 1) - u());
    T const left = inverse_slope(u() - u(-1, 0), u(-1, 1) - u(-1, 0));
    T const below = inverse_slope(u(1, -1) - u(0, -1), u() - u(0, -1));
    return {here, left + below, fma(here, u(1, 0) + u(0, 1), fma(left, u(-1, 0), below * u(0, -1)))};
  }
  KOKKOS_FORCEINLINE_FUNCTION T inverse_slope(T along_x, T along_y) const {
    return inverse_root(fma(along_x, along_x, fma(along_y, along_y, epsilon)));
  }
};

/// The program of a TotalVariationStep from `image` and `noisy`, and `weight` if weighted; the image is mirrored at the
/// faces.
template <class T, bool Weighted = false>
auto total_variation_program(Grid<2> const& grid, double fidelity, double epsilon = 1e-8) {
  using Op = TotalVariationStep<T>;
  Op const op{static_cast<T>(fidelity), least_square<T>(epsilon)};
  if constexpr (Weighted) {
    return Program{grid, Stage<Op, Reads<image<T>, noisy<T>, weight<T>>, Writes<image<T>>>{op}}
        .template boundary<image<T>>(Neumann{0.0});
  } else {
    return Program{grid, Stage<Op, Reads<image<T>, noisy<T>>, Writes<image<T>>>{op}}.template boundary<image<T>>(
        Neumann{0.0});
  }
}

}  // namespace tessera::stencils
