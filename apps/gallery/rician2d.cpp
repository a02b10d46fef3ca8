// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registered.hpp"
#include "tessera/stencils/denoising.hpp"

namespace gallery {
namespace {

/// The start is the noisy image.
struct Rician2D {
  static constexpr int rank = 2;
  static Description describe() {
    using namespace tessera;
    Description d{"rician2d", "removes Rician noise", rank, {"image", "", "image"}, {}, {}};
    d.parameters = {key::number("sigma", 0.05, "", "standard deviation of the noise").above(0),
                    key::number("lambda", 0.065, "", "the smaller, the smoother").above(0),
                    key::number("epsilon", 1e-20, "", "least square of a gradient").above(0),
                    key::number("step", 5.0, "", "length of a step down the energy").above(0)};
    return d;
  }
  template <class T>
  using field = tessera::stencils::image<T>;
  template <class T>
  static auto program(tessera::Grid<2> const& grid, Parameters const& p) {
    return tessera::stencils::rician_program<T>(grid, {p["sigma"], p["lambda"], p["epsilon"]}, p["step"]);
  }
  template <class T, class Run>
  static void start(Run& run, Problem const& problem) {
    run.template set<tessera::stencils::noisy<T>>(problem.field);
  }
};

Registered<Rician2D> const rician2d;

}  // namespace
}  // namespace gallery
