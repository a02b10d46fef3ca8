// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/operators.hpp"
#include "tessera/stencils/heat.hpp"

namespace agreement {

template <class T>
struct signal : tessera::Quantity<T> {};
template <class T>
struct swirl : tessera::Quantity<T, 3> {};

template <class Op, class T>
using SignalStage = tessera::Stage<Op, tessera::Reads<signal<T>>, tessera::Writes<signal<T>>>;

/// 3 points on a line, 5 in the plane, 7 in space.
template <int Rank, class T>
struct HeatModel {
  static constexpr int rank = Rank;
  static auto program(tessera::Grid<Rank> const& grid) {
    tessera::stencils::Heat<Rank, T> op;
    for (int axis = 0; axis < Rank; ++axis) op.c[axis] = T(0.11) + T(0.03) * static_cast<T>(axis);
    return tessera::Program{grid, SignalStage<tessera::stencils::Heat<Rank, T>, T>{op}};
  }
};

/// 27 points, each with another weight.
template <class T>
struct BoxModel {
  static constexpr int rank = 3;
  static auto program(tessera::Grid<3> const& grid) {
    return tessera::Program{grid, SignalStage<Box27<T>, T>{Box27<T>{T(0.2), T(0.002)}}};
  }
};

/// Three components that read each other's edges, corners and columns.
template <class T>
struct Stir {
  T weight;

  using reach = tessera::Box<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<T, 3> operator()(U const& u) const {
    Kokkos::Array<T, 3> next;
    for (int c = 0; c < 3; ++c) {
      auto const& self = u[c];
      auto const& other = u[(c + 1) % 3];
      T const ring = other(1, -1, 1) - self(0, 1, -1) + other(0, 0, 1) - other(-1, 0, 0) + self(0, 0, -1);
      next[c] = tessera::fma(weight, ring, T(0.5) * self());
    }
    return next;
  }
};

template <class T>
struct StirModel {
  static constexpr int rank = 3;
  static auto program(tessera::Grid<3> const& grid) {
    using S = tessera::Stage<Stir<T>, tessera::Reads<swirl<T>>, tessera::Writes<swirl<T>>>;
    return tessera::Program{grid, S{Stir<T>{T(0.2)}}};
  }
};

}  // namespace agreement
