// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mirrored.hpp"
#include "tessera/stencils/navier_stokes.hpp"

namespace tessera::bench::corpus {

struct NavierStokes {  ///< 3D, 4 fields, 55 points, three substeps: an isothermal gas between walls
  static constexpr char const* name = "navier_stokes";
  static constexpr int rank = 3;
  template <class T>
  static auto program(Grid<3> const& grid) {
    using namespace stencils;
    auto const gas = mirrored(navier_stokes_program<Passes::one, T>(grid, {.sound = 1, .viscosity = 0.5}, 0.005));
    // Gas that rests at the walls: with a mirrored velocity, what flows in grows without bound.
    return gas.template boundary<Group<velocity_x<T>, velocity_y<T>, velocity_z<T>>>(Dirichlet{0.0});
  }
};

}  // namespace tessera::bench::corpus
