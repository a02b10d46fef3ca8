// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registered.hpp"
#include "tessera/stencils/fdtd.hpp"

namespace gallery {
namespace {

/// Waves in a cavity with conducting walls; the electric field starts at 0.
struct Fdtd2D {
  static constexpr int rank = 2;
  static Description describe() {
    using namespace tessera;
    Description d{"fdtd2d", "electromagnetic waves, from a magnetic field across the plane",
                  rank,     {"hz", "A/m", "magnetic field across the plane"},
                  {},       {}};
    d.parameters = {
        key::number("permittivity", 8.8541878128e-12, "F/m", "that of the medium; default: vacuum").above(0),
        key::number("permeability", 1.25663706212e-6, "H/m", "that of the medium; default: vacuum").above(0)};
    d.has_time = true;
    d.own_faces = true;
    return d;
  }
  template <class T>
  using field = tessera::stencils::hz<T>;

  static tessera::stencils::Medium medium(Parameters const& p) { return {p["permittivity"], p["permeability"]}; }
  static double step_limit(tessera::Grid<2> const& grid, Parameters const& parameters) {
    return tessera::stencils::fdtd_step_limit(medium(parameters), grid.spacing);
  }
  template <class T>
  static auto program(tessera::Grid<2> const& grid, Parameters const& parameters) {
    return tessera::stencils::fdtd_program<T>(grid, medium(parameters), parameters.dt);
  }
};

Registered<Fdtd2D> const fdtd2d;

}  // namespace
}  // namespace gallery
