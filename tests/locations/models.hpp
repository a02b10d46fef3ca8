// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"
#include "tessera/program.hpp"

// Programs with values on faces and nodes.

namespace locations {

using namespace tessera;

template <class T>
struct middle : Quantity<T> {};
template <class T>
struct across : Quantity<T, 2, FaceOf<0>> {};
template <class T>
struct corner : Quantity<T, 1, Node> {};
struct chosen : Quantity<std::uint8_t, 1, Node> {};
struct highest : Quantity<double, 1, GlobalScalar> {};
struct total : Quantity<double, 1, GlobalScalar> {};

/// Nodes from cells on all sides, faces, and themselves two away and before.
template <class T>
struct ToNodes {
  using reach = Reaches<Box<1>, Star<1>, Star<2>, Centre>;
  template <class M, class A, class C, class O>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(M const& m, A const& a, C const& c, O const& old) const {
    T const cells = m(-1, -1) + m(0, -1) - m(-1, 0) + T(0.5) * m() - T(0.25) * m(1, 1);
    return T(0.2) * (cells + a[0](0, -1) - a[1](1, 0) + c(2, 0) - c(0, -2) + old());
  }
};
/// Faces from nodes, cells and themselves, with their place.
template <class T>
struct ToFaces {
  using reach = Reaches<Star<1>, Box<1>, Star<2>>;
  template <class M, class C, class A>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(M const& m, C const& c, A const& a, At<2> const& at) const {
    T const next = T(0.25) * (m() - m(-1, 0) + c(0, 1) - c() + c(1, 1) + a[1](2, 0) - a[0](0, -2));
    T const place = static_cast<T>(0.01 * at.x() - 0.02 * at.y() + 0.001 * at.index(0));
    return Kokkos::Array<T, 2>{next + place, next - T(0.5) * a[0]()};
  }
};
template <class T>
struct ToCells {
  using reach = Reaches<Box<1>, Star<1>, Star<1>>;
  template <class M, class A, class C>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(M const& m, A const& a, C const& c) const {
    return T(0.2) * (m(1, -1) - m(-1, 0) + a[0](1, 0) - a[0]() + c(0, 1) - c(1, 0));
  }
};
struct Mark {
  using reach = Centre;
  template <class C>
  KOKKOS_FORCEINLINE_FUNCTION std::uint8_t operator()(C const& c) const {
    return c() > 0.1 ? 1 : 0;
  }
};
template <class T>
struct Measure {
  using reach = Star<1>;
  template <class C>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(C const& c) const {
    T const next = T(0.5) * (c() + c(1, 0));
    return pack(next, Reduce<Max>{static_cast<double>(next)}, Reduce<Sum>{static_cast<double>(next)});
  }
};
struct Survey {
  using reach = Centre;
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(A const& a) const {
    return Reduce<Max>{static_cast<double>(a[1]())};
  }
};

template <class T>
struct Mixed {
  static constexpr int rank = 2;
  static constexpr int fewest = 1;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Stage<ToNodes<T>, Reads<middle<T>, across<T>, corner<T>, Old<corner<T>>>, Writes<corner<T>>>{},
                   Stage<ToFaces<T>, Reads<middle<T>, corner<T>, across<T>>, Writes<across<T>>>{},
                   Stage<ToCells<T>, Reads<middle<T>, across<T>, corner<T>>, Writes<middle<T>>>{},
                   Stage<Survey, Reads<across<T>>, Writes<highest>>{}};
  }
};
/// Parts of nodes: by a box, a mask, a parity; and what is reduced over them.
template <class T>
struct Parts {
  static constexpr int rank = 2;
  static constexpr int fewest = 2;  // of one cell between values that are prescribed, there is no greatest
  static auto program(Grid<2> const& grid) {
    Stage<Measure<T>, Reads<corner<T>>, Writes<corner<T>, highest, total>> const measure{};
    Cells<2> const box{{0, grid.cells[1] / 2}, extents<corner<T>>(grid)};
    return Program{grid, Stage<Mark, Reads<corner<T>>, Writes<chosen>>{}, measure.over(box),
                   measure.template where<chosen>()};
  }
};

}  // namespace locations
