// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registered.hpp"
#include "tessera/stencils/total_variation.hpp"

namespace gallery {
namespace {

/// The start is the noisy image.
struct TotalVariation2D {
  static constexpr int rank = 2;
  static Description describe() {
    using namespace tessera;
    Description d{"tv2d", "removes normal noise by total variation", rank, {"image", "", "image"}, {}, {}};
    d.parameters = {key::number("fidelity", 6.0, "", "the larger, the nearer to the noisy image").above(0),
                    key::number("epsilon", 1e-8, "", "least square of a gradient").above(0)};
    return d;
  }
  template <class T>
  using field = tessera::stencils::image<T>;
  template <class T>
  static auto program(tessera::Grid<2> const& grid, Parameters const& p) {
    return tessera::stencils::total_variation_program<T>(grid, p["fidelity"], p["epsilon"]);
  }
  template <class T, class Run>
  static void start(Run& run, Problem const& problem) {
    run.template set<tessera::stencils::noisy<T>>(problem.field);
  }
};

Registered<TotalVariation2D> const tv2d;

}  // namespace
}  // namespace gallery
