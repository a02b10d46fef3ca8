// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "registered.hpp"
#include "tessera/stencils/denoising.hpp"

namespace gallery {
namespace {

struct Gradient2D {
  static constexpr int rank = 2;
  static Description describe() {
    using namespace tessera;
    Description d{"gradient2d", "lifts areas, leaves edges behind", rank, {"image", "", "image"}, {}, {}};
    d.parameters = {key::number("epsilon", 1e-5, "", "least square of a gradient").above(0),
                    key::number("gain", 1.0, "", "a step adds gain / |gradient|")};
    return d;
  }
  template <class T>
  using field = tessera::stencils::image<T>;
  template <class T>
  static auto program(tessera::Grid<2> const& grid, Parameters const& p) {
    return tessera::stencils::gradient_program<T>(grid, p["epsilon"], p["gain"]);
  }
};

Registered<Gradient2D> const gradient2d;

}  // namespace
}  // namespace gallery
