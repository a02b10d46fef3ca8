// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/operators.hpp"
#include "steps/runs.hpp"

namespace steps {

struct warmth : Quantity<double> {};
struct warmth_float : Quantity<float> {};
struct conductivity : Quantity<double> {};

/// A program of one stage that takes `Q` from step to step by `Op`.
template <int Rank, class Q, class Op, class Make>
struct Model {
  static constexpr int rank = Rank;
  using state = Q;
  static constexpr int radius = Op::reach::radius;
  static constexpr bool diagonal = is_diagonal<typename Op::reach, Rank>;
  static auto program(Grid<Rank> const& grid) { return Program{grid, Stage<Op, Reads<Q>, Writes<Q>>{Make::op()}}; }
};

/// The diffusion of something along the first axes of a grid, with other weights for all neighbours.
template <int R, class T, class U>
KOKKOS_FORCEINLINE_FUNCTION T spread(int axes, U const& u) {
  T sum = T(0.4) * u();
  for (int axis = 0; axis < axes; ++axis) {
    for (int d = 1; d <= R; ++d) {
      sum = tessera::fma(T(0.11) / static_cast<T>(d + axis), u.along(axis, d) + T(0.5) * u.along(axis, -d), sum);
    }
  }
  return sum;
}
template <int Rank, int R, class T>
struct Spread {
  using reach = Star<R>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return spread<R, T>(Rank, u);
  }
};

/// The same by a loop whose end is known when it runs, so that a compiler does not know which neighbours it reads.
template <int R, class T>
struct Counted {
  using reach = Star<R>;
  int axes;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return spread<R, T>(axes, u);
  }
};

/// In the plane, three cells ahead and none behind: the ghost that is farthest away mirrors a cell that is as well.
struct AboveReach {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int) { return x == 0 && (y == 0 || y == 3); }
};
struct Above {
  using reach = AboveReach;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return tessera::fma(0.3, u(0, 3), 0.6 * u());
  }
};

/// The same, with a coefficient that is read beside the cell and stays as it is.
struct Conduct {
  using reach = Reaches<Star<1>, Star<1>>;
  template <class C, class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(C const& c, U const& u) const {
    double sum = u();
    for (int axis = 0; axis < 3; ++axis) {
      sum += 0.05 * (c() + c.along(axis, 1)) * (u.along(axis, 1) - u());
      sum += 0.05 * (c() + c.along(axis, -1)) * (u.along(axis, -1) - u());
    }
    return sum;
  }
};

template <int Rank, int R, class T>
struct SpreadOp {
  static auto op() { return Spread<Rank, R, T>{}; }
};
template <int Rank, int R, class Q = warmth, class T = typename Q::value_type>
using StarModel = Model<Rank, Q, Spread<Rank, R, T>, SpreadOp<Rank, R, T>>;
template <int Rank, int R, class T>
struct CountedOp {
  static auto op() { return Counted<R, T>{Rank}; }
};
template <int Rank, int R, class Q = warmth, class T = typename Q::value_type>
using CountedModel = Model<Rank, Q, Counted<R, T>, CountedOp<Rank, R, T>>;

struct BoxOp {
  static auto op() { return agreement::Box27<double>{0.2, 0.002}; }
};
struct PlaneBoxOp {
  static auto op() { return agreement::Box9<float>{0.2F, 0.015F}; }
};
struct LopsidedOp {
  static auto op() { return agreement::Lopsided<double>{0.1}; }
};
struct AheadOp {
  static auto op() { return agreement::Ahead<double>{0.2}; }
};
struct AboveOp {
  static auto op() { return Above{}; }
};
struct PlacedOp {
  static auto op() { return agreement::Placed<double>{0.1}; }
};

}  // namespace steps
