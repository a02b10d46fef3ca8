// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <type_traits>

#include "tessera/solve/linear_part.hpp"

namespace tessera::detail {

/// The right-hand side of a level.
template <class T>
struct RightSide : Quantity<T> {};
/// The inverse of the diagonal of a level's matrix.
template <class T>
struct InverseDiagonal : Quantity<T> {};

/// The equation A e = f of a step u' = M u + g: A = kappa (I - M) + shift I. The steady state has kappa 1 and shift 0;
/// an implicit step has shift 1.
template <class T>
struct Equation {
  T kappa = 1;
  T shift = 0;
};

/// f - A e in one cell, from e and M e.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T residual(Equation<T> const& equation, T f, T e, T stepped) {
  return f + equation.kappa * (stepped - e) - equation.shift * e;
}

/// The weights of sweeps: the sweep at time t, counted in sweeps, has weight t. So launches of several steps take
/// sweeps of different weights.
template <class T>
struct SweepWeights {
  static constexpr int most = 64;  ///< a power of two; sweep `most` has weight 0 again
  T of[most];

  KOKKOS_FORCEINLINE_FUNCTION T at(double t) const { return of[static_cast<int>(t) & (most - 1)]; }
};

/// Takes sweeps of these weights times `scale`, by a Solution whose operator has SweepWeights and whose time step is 1:
/// as many in a call as the table holds. Leaves the newest version alone.
template <class Run>
void take_sweeps(Run& run, std::span<double const> weights, double scale) {
  auto& table = run.op().weights;
  using T = std::remove_cvref_t<decltype(table.of[0])>;
  while (!weights.empty()) {
    std::size_t const count = std::min(weights.size(), std::size(table.of));
    for (std::size_t s = 0; s < count; ++s) table.of[s] = static_cast<T>(scale * weights[s]);
    run.set_clock(0, 0.0);
    run.advance_newest(static_cast<long>(count));
    weights = weights.subspan(count);
  }
}

/// One sweep of damped Jacobi: e + weight D^-1 (f - A e), with the diagonal as a number where the operator has no
/// coefficients. Reads f, e and the coefficients.
template <int Rank, class Op, class T, Reach... Rs>
struct Relax {
  Op op;
  Equation<T> equation;
  T inverse_diagonal;
  SweepWeights<T> weights;

  using reach = Reaches<Centre, Rs...>;
  template <class F, class E>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(F const& f, E const& e, At<Rank> const& at) const {
    T const r = residual(equation, f(), e(), linear_part<Rank, T>(op, e));
    return e() + weights.at(at.t) * inverse_diagonal * r;
  }
};

/// The same with a diagonal that varies: reads f, the inverse diagonal, e and the coefficients.
template <int Rank, class Op, class T, Reach... Rs>
struct RelaxVaried {
  Op op;
  Equation<T> equation;
  SweepWeights<T> weights;

  using reach = Reaches<Centre, Centre, Rs...>;
  /// After e come the coefficients and the place.
  template <class F, class D, class E, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(F const& f, D const& inverse_diagonal, E const& e, Rest const&... rest) const
      requires(sizeof...(Rest) == sizeof...(Rs)) {
    Pack<Rest const*...> const all{{{&rest}...}};
    T const stepped = linear(e, all, std::make_index_sequence<sizeof...(Rest) - 1>{});
    T const weight = weights.at(all.template get<sizeof...(Rest) - 1>()->t);
    return e() + weight * inverse_diagonal() * residual(equation, f(), e(), stepped);
  }

 private:
  template <class E, class All, std::size_t... Is>
  KOKKOS_FORCEINLINE_FUNCTION T linear(E const& e, All const& all, std::index_sequence<Is...>) const {
    return linear_part<Rank, T>(op, e, *all.template get<Is>()...);
  }
};

/// The inverse of the diagonal of A, from the operator itself: its value for a unit vector. 1 where the diagonal is 0:
/// there the equation is 0 = 0.
template <int Rank, class Op, class T, Reach... Rs>
struct Diagonal {
  Op op;
  Equation<T> equation;

  using reach = Reaches<Rs...>;
  template <class... Cs>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(Cs const&... cs) const {
    UnitRow<T> const one{T(1)};
    T const a = -residual(equation, T(0), T(1), linear_part<Rank, T>(op, Point<Rank, UnitRow<T>>(one, 0), cs...));
    return a == T(0) ? T(1) : T(1) / a;
  }
};

}  // namespace tessera::detail
