// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "tessera/numeric.hpp"

using namespace tessera;
using agreement::team_agrees_with_naive;

namespace scalars {

template <class T>
struct level : Quantity<T> {};
template <class T>
struct heat : Quantity<T, 2> {};
template <class T>
struct dt : Quantity<T, 1, GlobalScalar> {};
struct least : Quantity<double, 1, GlobalScalar> {};
struct greatest : Quantity<float, 1, GlobalScalar> {};
struct total : Quantity<double, 1, GlobalScalar> {};
struct squares : Quantity<float, 1, GlobalScalar> {};
struct pair : Quantity<double, 2, GlobalScalar> {};

/// A value of every cell that tells it from others: reductions of it go wrong if any cell is left out.
template <class T, class U>
KOKKOS_FORCEINLINE_FUNCTION T around(U const& u, int rank) {
  T sum = 0;
  for (int axis = 0; axis < rank; ++axis) sum += u.along(axis, 1) - T(0.5) * u.along(axis, -1);
  return sum;
}

/// Cells and all kinds of reductions in one stage; the step that it reads is the one that the step before made.
template <class T, int Rank>
struct Everything {
  using reach = Star<1>;
  template <class U, class D>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, D const& step) const {
    T const a = around<T>(u, Rank);
    T const next = tessera::fma(T(0.1) * step(), a, T(0.5) * u());
    return pack(Reduce<Min>{1.0 / (1.0 + static_cast<double>(a * a))}, Reduce<Sum, T>{next}, next, Reduce<Max, T>{a},
                Reduce<Sum, T>{a * a}, Reduce<Min, T>{T(1) / (T(1) + next * next)});
  }
};

template <class T, int Rank>
struct EverythingModel {
  static constexpr int rank = Rank;
  static auto program(Grid<Rank> const& grid) {
    return Program{
        grid,
        Stage<Everything<T, Rank>, Reads<level<T>, dt<T>>, Writes<least, total, level<T>, greatest, squares, dt<T>>>{}};
  }
};

/// A stage that only reduces, scalar stages of two components, of an old version and in place, and cells from scalars
/// alone.
template <class T>
struct Fastest {
  using reach = Box<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u) const {
    return Reduce<Max, T>{u[1](1, -1) - u[0](-1, 0)};
  }
};
struct Clip {
  using reach = Centre;
  template <class G, class P, class O>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<double, 2> operator()(G const& g, P const& p, O const& old) const {
    double const a = 0.25 / (1.0 + static_cast<double>(g()));
    return {tessera::fma(0.5, p[1](), a), p[0]() - 0.25 * old[1]()};
  }
};
template <class T>
struct Decay {
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class P>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<T, 2> operator()(U const& u, P const& p) const {
    return {static_cast<T>(p[0]()) * (u[0](1, 0) - u[1](0, -1)), T(0.5) * u[1](0, 1) - static_cast<T>(p[1]()) * u[0]()};
  }
};
template <class T>
struct Spread {
  using reach = Centre;
  template <class P>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(P const& p) const {
    return static_cast<T>(p[0]() - p[1]());
  }
};

template <class T>
struct ChainModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Stage<Fastest<T>, Reads<heat<T>>, Writes<greatest>>{},
                   Stage<Clip, Reads<greatest, pair, Old<pair>>, Writes<pair>>{},
                   Stage<Decay<T>, Reads<heat<T>, pair>, Writes<heat<T>>>{},
                   Stage<Spread<T>, Reads<pair>, Writes<level<T>>>{}};
  }
};

TEST_CASE("All kinds of reductions beside cells, 1D", "[scalars]") {
  team_agrees_with_naive<EverythingModel<double, 1>>();
  team_agrees_with_naive<EverythingModel<float, 1>>();
}
TEST_CASE("All kinds of reductions beside cells, 2D", "[scalars]") {
  team_agrees_with_naive<EverythingModel<double, 2>>();
  team_agrees_with_naive<EverythingModel<float, 2>>();
}
TEST_CASE("All kinds of reductions beside cells, 3D", "[scalars]") {
  team_agrees_with_naive<EverythingModel<double, 3>>();
  team_agrees_with_naive<EverythingModel<float, 3>>();
}
TEST_CASE("Stages of scalars between stages of cells", "[scalars]") {
  team_agrees_with_naive<ChainModel<double>>();
  team_agrees_with_naive<ChainModel<float>>();
}

}  // namespace scalars
