// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <Kokkos_Core.hpp>

#include "tessera/reach.hpp"

namespace tessera {

/// An operator that is a sum by layers, planes z in space and rows y in the plane: it has
///
///     static constexpr bool has_partial_sums = true;
///     template <int Layer, class U>
///     T add_layer(T sum, U const& u) const;
///
/// which returns `sum` with what the layer `Layer` cells away gives, for -radius <= Layer <= radius of its reach: in it
/// u(dx, dy, 0) (u(dx, 0) in the plane) are the neighbours in that layer. The lowest layer begins the sum, whatever
/// `sum` is, and the one above the highest is the value: `sum_layers`, which the operator calls as its own value. It
/// reads one input, and neither place nor time.
///
/// Sweeps that meet a layer once (columns, register tiles) then keep 2 radius sums of a cell from layer to layer
/// instead of the layers that they were made of, and what layers give in the same way is computed once. All others
/// evaluate `sum_layers`, so the bits are the same everywhere.
template <class Op>
concept HasPartialSums = requires {
  requires Op::has_partial_sums;
};

namespace detail {

/// What an operator reads, with layer `Layer` from the cell's own as layer 0.
template <int Rank, int Layer, class U>
struct LayerOf {
  U const& u;
  KOKKOS_FORCEINLINE_FUNCTION auto operator()() const {
    if constexpr (Rank == 2) {
      return u(0, Layer);
    } else {
      return u(0, 0, Layer);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(int dx, int dy) const requires(Rank == 2) { return u(dx, dy + Layer); }
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(int dx, int dy, int dz) const requires(Rank == 3) {
    return u(dx, dy, dz + Layer);
  }
};

/// What an operator HasPartialSums of reach `Points` reads of a layer.
template <Reach Points, int Rank>
struct LayerReach {
  static constexpr int radius = Points::radius;
  static constexpr bool has(int x, int y, int z) {
    bool any = false;
    for (int at = -radius; at <= radius; ++at) any = any || (Rank == 2 ? Points::has(x, at, 0) : Points::has(x, y, at));
    return (Rank == 2 ? y : z) == 0 && any;
  }
};

template <Reach Points>
inline constexpr bool is_layer = false;
template <Reach Points, int Rank>
inline constexpr bool is_layer<LayerReach<Points, Rank>> = true;

/// The sum of as many layers as there are numbers, from the lowest one on.
template <int Rank, class T, class Op, class U, int... Ls>
KOKKOS_FORCEINLINE_FUNCTION T sum_layers(Op const& op, U const& u, std::integer_sequence<int, Ls...>) {
  constexpr int lowest = -Op::reach::radius;
  T sum = 0;
  ((sum = op.template add_layer<lowest + Ls>(sum, LayerOf<Rank, lowest + Ls, U>{u})), ...);
  return sum;
}

/// The sums of a cell that are under way, of the `2 Radius` cells above that which is done next.
template <class T, int Radius>
struct PartialSums {
  static constexpr int count = 2 * Radius;
  T values[count] = {};

  /// Takes the layer `Radius` above the cell that is done with it, and returns that cell's value.
  template <class Op, class U>
  KOKKOS_FORCEINLINE_FUNCTION T meet(Op const& op, U const& u) {
    return meet(op, u, std::make_integer_sequence<int, count>{});
  }

 private:
  template <class Op, class U, int... Is>
  KOKKOS_FORCEINLINE_FUNCTION T meet(Op const& op, U const& u, std::integer_sequence<int, Is...>) {
    T const done = op.template add_layer<Radius>(values[0], u);
    ((values[Is] = op.template add_layer<Radius - 1 - Is>(values[Is + 1 < count ? Is + 1 : 0], u)), ...);
    return done;
  }
};

}  // namespace detail

/// The value of an operator HasPartialSums at a cell of a grid of `Rank` axes, 2 or 3: a `T`.
template <int Rank, class T, class Op, class U>
KOKKOS_FORCEINLINE_FUNCTION T sum_layers(Op const& op, U const& u) {
  static_assert(Rank == 2 || Rank == 3, "lines have no layers");
  return detail::sum_layers<Rank, T>(op, u, std::make_integer_sequence<int, 2 * Op::reach::radius + 1>{});
}

}  // namespace tessera
