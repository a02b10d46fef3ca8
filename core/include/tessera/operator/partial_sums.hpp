// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <Kokkos_Core.hpp>

#include "tessera/reach.hpp"

namespace tessera {

/// An operator that is a sum over layers: planes z in space, rows y in the plane. It has
///
///     static constexpr bool has_partial_sums = true;
///     template <int Layer, class U>
///     T add_layer(T sum, U const& u) const;
///
/// `add_layer` returns `sum` plus the contribution of layer `Layer`, -radius <= Layer <= radius, whose neighbours are
/// u(dx, dy, 0), or u(dx, 0) in the plane. The lowest layer starts the sum and ignores `sum`; the highest completes it.
/// The operator calls `sum_layers` as its own value. It reads one input, and neither position nor time.
///
/// Sweeps that load each layer once (columns, register tiles) keep 2 radius partial sums of a cell instead of layers.
/// All others evaluate `sum_layers`, so all strategies give the same bits.
template <class Op>
concept HasPartialSums = requires {
  requires Op::has_partial_sums;
};

namespace detail {

/// The input of an operator, shifted by `Layer` layers.
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

/// The points of reach `Points` in one layer, whichever layer it is.
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

/// The sum of the layers in order, from the lowest up.
template <int Rank, class T, class Op, class U, int... Ls>
KOKKOS_FORCEINLINE_FUNCTION T sum_layers(Op const& op, U const& u, std::integer_sequence<int, Ls...>) {
  constexpr int lowest = -Op::reach::radius;
  T sum = 0;
  ((sum = op.template add_layer<lowest + Ls>(sum, LayerOf<Rank, lowest + Ls, U>{u})), ...);
  return sum;
}

/// The partial sums of the `2 Radius` cells above the next one to be completed.
template <class T, int Radius>
struct PartialSums {
  static constexpr int count = 2 * Radius;
  T values[count] = {};

  /// Adds a layer to all sums. Returns the value of the cell `Radius` below it, which it completes.
  template <class Op, class U>
  KOKKOS_FORCEINLINE_FUNCTION T add(Op const& op, U const& u) {
    return add(op, u, std::make_integer_sequence<int, count>{});
  }

 private:
  template <class Op, class U, int... Is>
  KOKKOS_FORCEINLINE_FUNCTION T add(Op const& op, U const& u, std::integer_sequence<int, Is...>) {
    T const done = op.template add_layer<Radius>(values[0], u);
    ((values[Is] = op.template add_layer<Radius - 1 - Is>(values[Is + 1 < count ? Is + 1 : 0], u)), ...);
    return done;
  }
};

}  // namespace detail

/// The value, of type `T`, of an operator with partial sums at a cell of a 2D or 3D grid.
template <int Rank, class T, class Op, class U>
KOKKOS_FORCEINLINE_FUNCTION T sum_layers(Op const& op, U const& u) {
  static_assert(Rank == 2 || Rank == 3, "lines have no layers");
  return detail::sum_layers<Rank, T>(op, u, std::make_integer_sequence<int, 2 * Op::reach::radius + 1>{});
}

}  // namespace tessera
