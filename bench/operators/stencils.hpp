// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "operators.hpp"
#include "tessera/stencils/fdtd.hpp"
#include "tessera/stencils/jacobi.hpp"
#include "tessera/stencils/total_variation.hpp"

// The benchmarks of J. Holewinski, L.-N. Pouchet, P. Sadayappan, High-performance code generation for stencil
// computations on GPU architectures (ICS 2012), that are not among the operators: three of the ten are, Jacobi 2D as
// star5, Jacobi 3D as star7, and the Poisson solver as box9.

namespace tessera::bench {

template <int R, class T>
auto jacobi_line(Grid<1> const& grid) {
  return average_program<stencils::Jacobi<1, R, T>, T>(grid);
}

struct Jacobi1D3 {
  static constexpr char const* name = "jacobi1d3";
  static constexpr int rank = 1;
  template <class T>
  static auto program(Grid<1> const& grid) {
    return jacobi_line<1, T>(grid);
  }
};
struct Jacobi1D5 {
  static constexpr char const* name = "jacobi1d5";
  static constexpr int rank = 1;
  template <class T>
  static auto program(Grid<1> const& grid) {
    return jacobi_line<2, T>(grid);
  }
};
struct Jacobi1D7 {
  static constexpr char const* name = "jacobi1d7";
  static constexpr int rank = 1;
  template <class T>
  static auto program(Grid<1> const& grid) {
    return jacobi_line<3, T>(grid);
  }
};
struct Fdtd {  ///< electromagnetic waves: three stages
  static constexpr char const* name = "fdtd";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return stencils::fdtd_program<T>(grid, {}, 0.9 * stencils::fdtd_step_limit({}, grid.spacing));
  }
};
struct Rician {  ///< denoising: two stages
  static constexpr char const* name = "rician";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return stencils::rician_program<T>(grid, {.sigma = 10});
  }
};
struct Gradient {
  static constexpr char const* name = "gradient";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return stencils::gradient_program<T>(grid);
  }
};
struct TotalVariation {  ///< the update of a tomography: three inputs
  static constexpr char const* name = "tv";
  static constexpr int rank = 2;
  template <class T>
  static auto program(Grid<2> const& grid) {
    return stencils::total_variation_program<T, true>(grid, 1.001);
  }
};
using Stencils = Types<Jacobi1D3, Jacobi1D5, Jacobi1D7, Fdtd, Rician, Gradient, TotalVariation>;

}  // namespace tessera::bench
