// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/operator/partial_sums.hpp"
#include "tessera/reach.hpp"

namespace register_tiles {

/// Names the numbers of an operator's register tile; void: the operator names none.
template <class Numbers>
struct NamesTile {
  using register_tile = Numbers;
};
template <>
struct NamesTile<void> {};

/// A star in the plane that is a sum over layers; points have other weights to each side.
template <int R, class T, class Numbers>
struct LayerStar : NamesTile<Numbers> {
  using reach = tessera::Star<R>;
  static constexpr bool has_partial_sums = true;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(U const& u) const {
    return tessera::sum_layers<2, T>(*this, u);
  }
  template <int Layer, class U>
  KOKKOS_FORCEINLINE_FUNCTION T add_layer(T sum, U const& u) const {
    if (Layer == -R) sum = 0;
    if (Layer != 0) return sum + T(0.05 + 0.01 * Layer) * u();
    for (int x = 1; x <= R; ++x) sum += T(0.06) * u(-x, 0) + T(0.03) * u(x, 0);
    return sum + T(0.4) * u();
  }
  static LayerStar op() { return {}; }
};

}  // namespace register_tiles
