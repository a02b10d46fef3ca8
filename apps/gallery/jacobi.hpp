// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "registered.hpp"
#include "tessera/stencils/jacobi.hpp"

namespace gallery {

template <class T>
struct mean : tessera::Quantity<T> {};

/// The average over a star of radius `R`; at the faces the field goes on as its mirror image.
template <int Rank, int R>
struct Jacobi {
  static constexpr int rank = Rank;
  static Description describe() {
    int const points = 2 * Rank * R + 1;
    std::string const name = "jacobi" + std::to_string(Rank) + "d" + (Rank == 1 ? std::to_string(points) : "");
    return {name, "the mean of " + std::to_string(points) + " points", Rank, {"mean", "", "mean"}, {}, {}};
  }
  template <class T>
  using field = mean<T>;
  template <class T>
  static auto program(tessera::Grid<Rank> const& grid, Parameters const&) {
    using namespace tessera;
    using Op = stencils::Jacobi<Rank, R, T>;
    return Program{grid, Stage<Op, Reads<mean<T>>, Writes<mean<T>>>{Op::average()}}.template boundary<mean<T>>(
        Neumann{0.0});
  }
};

}  // namespace gallery
