// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "steps/models.hpp"

namespace steps {

struct slope : Quantity<float, 2> {};
struct amount : Quantity<double> {};
struct rate : Quantity<double> {};
struct wall : Quantity<double> {};

/// Two results of two number types, one of two components, from a state and a coefficient, both read beside the cell.
template <int Rank>
struct Slopes {
  using reach = Reaches<Star<2>, Star<1>>;
  template <class U, class C>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, C const& c) const {
    double const ahead = u.along(0, 2) - u.along(0, -1), up = u.along(Rank - 1, 1) - u.along(Rank - 1, -2);
    Kokkos::Array<float, 2> const g{static_cast<float>(0.25 * ahead), static_cast<float>(0.125 * up)};
    return pack(g, tessera::fma(0.1, c.along(Rank - 1, 1) - c(), 0.2 * u.along(0, 1)));
  }
};
/// A new state from slopes and rates beside the cell, and from the time.
template <int Rank>
struct Follow {
  using reach = Reaches<Star<1>, Star<1>, Star<1>>;
  template <class G, class U, class R>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(G const& g, U const& u, R const& r, At<Rank> const& at) const {
    double const sum = static_cast<double>(g[0].along(0, 1)) - g[1].along(Rank - 1, -1) + 0.01 * at.t;
    return tessera::fma(0.1, sum + r.along(Rank - 1, 1) - r.along(0, -1), 0.75 * u());
  }
};
/// A second write of the state in the same step.
struct Settle {
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class R>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, R const& r) const {
    return tessera::fma(0.125, u.along(0, 1) - u.along(0, -1), 0.9 * u() + 0.05 * r());
  }
};

/// Quantities that are made and read in a step, of several components and number types, a state written `Twice`.
template <int Rank, bool Twice>
auto chain(Grid<Rank> const& grid) {
  using First = Stage<Slopes<Rank>, Reads<amount, wall>, Writes<slope, rate>>;
  using Second = Stage<Follow<Rank>, Reads<slope, amount, rate>, Writes<amount>>;
  if constexpr (Twice) {
    return Program{grid, First{}, Second{}, Stage<Settle, Reads<amount, rate>, Writes<amount>>{}};
  } else {
    return Program{grid, First{}, Second{}};
  }
}
using ChainStates = Types<amount, slope, rate>;

/// All cells of some quantities.
template <class Run, class... Qs>
std::vector<double> cells_of(Run const& run, Types<Qs...>) {
  std::vector<double> all;
  auto const add = [&](std::vector<double> const& some) { all.insert(all.end(), some.begin(), some.end()); };
  (add(run.template get<Qs, double>()), ...);
  return all;
}

}  // namespace steps
