// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "registered.hpp"
#include "tessera/stencils/poisson.hpp"

namespace gallery {
namespace {

template <class T>
struct potential : tessera::Quantity<T> {};
template <class T>
struct load : tessera::Quantity<T> {};

/// Towards laplace(potential) = load; on the faces the potential is 0.
struct Poisson2D {
  static constexpr int rank = 2;
  static Description describe() {
    tessera::Key const damping = tessera::key::number("damping", 1.0, "", "part of a Jacobi step that is taken");
    return {"poisson2d",
            "steps towards laplace(potential) = load with nine points",
            rank,
            {"potential", "", "potential"},
            {damping.above(0).at_most(1)},
            {{"load", "1/m^2", "the right side of poisson2d"}}};
  }
  template <class T>
  using field = potential<T>;
  template <class T>
  static auto program(tessera::Grid<2> const& grid, Parameters const& parameters) {
    using namespace tessera;
    double const h = grid.spacing[0];
    if (std::abs(grid.spacing[1] - h) > 1e-9 * h) {
      throw InputError("poisson2d needs square cells, but their sides are " + std::to_string(h) + " m and " +
                       std::to_string(grid.spacing[1]) + " m; give grid.spacing = [h, h]");
    }
    using Op = stencils::Poisson<2, T>;
    Stage<Op, Reads<potential<T>, load<T>>, Writes<potential<T>>> const step{Op::make(h, parameters["damping"])};
    return Program{grid, step}.template boundary<potential<T>>(Dirichlet{0.0}).template boundary<load<T>>(Neumann{0.0});
  }
  template <class T, class Run>
  static void start(Run& run, Problem const& problem) {
    auto const found = problem.inputs.find("load");
    if (found != problem.inputs.end()) run.template set<load<T>>(found->second);
  }
};

Registered<Poisson2D> const poisson2d;

}  // namespace
}  // namespace gallery
