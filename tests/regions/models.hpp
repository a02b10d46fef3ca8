// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/operators.hpp"
#include "tessera/reduce/reduction.hpp"

// Programs whose stages act on parts of the grid.

namespace regions {

using namespace tessera;

template <class T>
struct level : Quantity<T> {};
template <class T>
struct flow : Quantity<T, 2> {};
struct wet : Quantity<std::uint8_t> {};
struct highest : Quantity<double, 1, GlobalScalar> {};
struct volume : Quantity<double, 1, GlobalScalar> {};

/// Around the cell, along all axes of the grid.
template <class T, int Rank>
struct Spread {
  T weight;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    T sum = 0;
    for (int axis = 0; axis < Rank; ++axis) sum += u.along(axis, 1) - T(0.5) * u.along(axis, -1);
    return tessera::fma(weight, sum, T(0.5) * u());
  }
};
template <class T, int Rank>
using SpreadStage = Stage<Spread<T, Rank>, Reads<level<T>>, Writes<level<T>>>;

/// Which cells are wet: what a later stage of the same step acts on.
struct Wet {
  double dry;
  using reach = Centre;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION std::uint8_t operator()(U const& u) const {
    return u() > dry ? 1 : 0;
  }
};
/// Several results, of which one has two components, and one is read as it was before.
template <class T>
struct Carry {
  using reach = Reaches<Star<1>, Centre, Centre>;
  template <class U, class F, class O>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, F const& f, O const& old) const {
    T const slope = u.along(0, 1) - u.along(0, -1);
    return pack(T(0.5) * u() + T(0.25) * old(), Kokkos::Array<T, 2>{f[1]() + slope, f[0]() - T(0.5) * slope});
  }
};
/// The highest cell and the sum of all, beside the cells.
template <class T, int Rank>
struct Measure {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u) const {
    T const next = T(0.5) * (u() + u.along(0, 1));
    return pack(next, Reduce<Max>{static_cast<double>(next)}, Reduce<Sum>{static_cast<double>(next)});
  }
};

template <int Rank>
Cells<Rank> half(Grid<Rank> const& grid) {
  Cells<Rank> box;
  for (std::size_t a = 0; a < Rank; ++a) {
    box.from[a] = a % 2 == 0 ? grid.cells[a] / 3 : 0;
    box.to[a] = a % 2 == 0 ? grid.cells[a] : (grid.cells[a] + 1) / 2;
  }
  return box;
}

template <class T, int Rank>
struct RedBlack {
  static constexpr int rank = Rank;
  static constexpr bool coloured = true;
  static auto program(Grid<Rank> const& grid) {
    SpreadStage<T, Rank> const stage{{T(0.2)}};
    return Program{grid, stage.over(Parity<0>{}), stage.over(Parity<1>{})};
  }
};
/// One and three cells away: in place, though ghosts mirror cells of the parity that is being updated.
struct FarOdd {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int z) {
    return (x + y + z) % 2 != 0 ? (x != 0) + (y != 0) + (z != 0) == 1 : x == 0 && y == 0 && z == 0;
  }
};
template <class T>
struct SpreadFar {
  using reach = FarOdd;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return T(0.25) * (u(3, 0) - u(-3, 0) + u(0, 3) + u(0, -3) - u(1, 0) + u(0, -1));
  }
};
template <class T>
struct FarRedBlack {
  static constexpr int rank = 2;
  static constexpr bool coloured = true;
  static auto program(Grid<2> const& grid) {
    Stage<SpreadFar<T>, Reads<level<T>>, Writes<level<T>>> const stage;
    return Program{grid, stage.over(Parity<1>{}), stage.over(Parity<0>{}).over(Interior{1})};
  }
};
/// In place, copied, the whole grid and a face that is not periodic, one after another.
template <class T, int Rank>
struct Mixed {
  static constexpr int rank = Rank;
  static constexpr bool coloured = false;
  static auto program(Grid<Rank> const& grid) {
    using Carrying = Stage<Carry<T>, Reads<level<T>, flow<T>, Old<level<T>>>, Writes<level<T>, flow<T>>>;
    SpreadStage<T, Rank> const spread{{T(0.2)}};
    return Program{grid, spread.over(Interior{1}), Carrying{}.over(half(grid)), spread};
  }
};
template <class T, int Rank>
struct Masked {
  static constexpr int rank = Rank;
  static constexpr bool coloured = true;
  static auto program(Grid<Rank> const& grid) {
    return Program{grid, Stage<Wet, Reads<level<T>>, Writes<wet>>{{0.5}},
                   SpreadStage<T, Rank>{{T(0.2)}}.template where<wet>().over(half(grid)),
                   SpreadStage<T, Rank>{{T(0.3)}}.template where<wet>().over(Parity<1>{})};
  }
};
template <class T, int Rank>
struct Measured {
  static constexpr int rank = Rank;
  static constexpr bool coloured = true;
  static auto program(Grid<Rank> const& grid) {
    Stage<Measure<T, Rank>, Reads<level<T>>, Writes<level<T>, highest, volume>> const measure{};
    return Program{grid, measure.over(half(grid)), measure.over(Parity<0>{})};
  }
};
/// Planes of a reach that is no star, where the rest is copied.
struct Boxes {
  static constexpr int rank = 3;
  static constexpr bool coloured = false;
  static auto program(Grid<3> const& grid) {
    Stage<agreement::Box27<double>, Reads<level<double>>, Writes<level<double>>> const stage{{0.2, 0.002}};
    return Program{grid, stage.over(half(grid))};
  }
};

}  // namespace regions
