// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include "tessera/reach.hpp"

namespace tessera {

/// An operator that is a sum by layers, planes z in space and rows y in the plane: it has
///
///     static constexpr bool by_layers = true;
///     T below(U const& u) const;         // what the layer below the cell's gives: begins the sum
///     T own(T sum, U const& u) const;    // the same with what the cell's own layer gives
///     T above(T sum, U const& u) const;  // and with what the layer above gives: the value
///
/// in each of which u(dx, dy, 0) (u(dx, 0) in the plane) are the neighbours in that layer, and calls `sum_layers` as
/// its value. It reads one cell far along the last axis, of one input, and neither place nor time. Sweeps that meet a
/// layer once (register tiles) then keep two numbers of a cell from layer to layer instead of the layers that they
/// were made of, and what below and above have in common is computed once. All others evaluate `sum_layers`, so the
/// bits are the same everywhere.
template <class Op>
concept ByLayers = requires { requires Op::by_layers; };

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

/// What an operator ByLayers of reach `Points` reads of a layer.
template <Reach Points>
struct LayerReach {
  static constexpr int radius = Points::radius;
  static constexpr bool has(int x, int y, int z) {
    return z == 0 && (Points::has(x, y, -1) || Points::has(x, y, 0) || Points::has(x, y, 1));
  }
};

}  // namespace detail

/// The value of an operator ByLayers at a cell of a grid of `Rank` axes, 2 or 3.
template <int Rank, class Op, class U>
KOKKOS_FORCEINLINE_FUNCTION auto sum_layers(Op const& op, U const& u) {
  static_assert(Rank == 2 || Rank == 3, "lines have no layers");
  auto const below = op.below(detail::LayerOf<Rank, -1, U>{u});
  return op.above(op.own(below, detail::LayerOf<Rank, 0, U>{u}), detail::LayerOf<Rank, 1, U>{u});
}

}  // namespace tessera
