// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/reach.hpp"

// Central differences of sixth order in space, in three dimensions: what they add up to before the division by a common
// number and by the spacing. Coefficients are whole numbers, and each difference of two values comes first, so that a
// constant field has no slope to the bit, in float too. Source: J. Pekkila et al., Methods for compressible fluid
// simulation on GPUs using high-order finite differences (Comput. Phys. Commun. 217, 2017), equations 6 to 9.

namespace tessera::stencils::sixth_order {

/// The neighbour `a` cells along axis `A` and `b` cells along axis `B`.
template <int A, int B, class U>
KOKKOS_FORCEINLINE_FUNCTION auto at(U const& u, int a, int b) {
  return u((A == 0 ? a : 0) + (B == 0 ? b : 0), (A == 1 ? a : 0) + (B == 1 ? b : 0),
           (A == 2 ? a : 0) + (B == 2 ? b : 0));
}

/// 60 h times the first derivative along axis `A`.
template <int A, class U>
KOKKOS_FORCEINLINE_FUNCTION auto first(U const& u) {
  auto const pair = [&](int d) { return at<A, A>(u, d, 0) - at<A, A>(u, -d, 0); };
  return 45 * pair(1) - 9 * pair(2) + pair(3);
}

/// 180 h^2 times the second derivative along axis `A`.
template <int A, class U>
KOKKOS_FORCEINLINE_FUNCTION auto second(U const& u) {
  auto const pair = [&](int d) { return (at<A, A>(u, d, 0) - u()) + (at<A, A>(u, -d, 0) - u()); };
  return 270 * pair(1) - 27 * pair(2) + 2 * pair(3);
}

/// 720 h_A h_B times the mixed derivative along axes `A` and `B`, from the diagonals of their plane.
template <int A, int B, class U>
KOKKOS_FORCEINLINE_FUNCTION auto mixed(U const& u) {
  auto const pairs = [&](int d) {
    return (at<A, B>(u, d, d) - at<A, B>(u, -d, d)) + (at<A, B>(u, -d, -d) - at<A, B>(u, d, -d));
  };
  return 270 * pairs(1) - 27 * pairs(2) + 2 * pairs(3);
}

/// The points of `first` and `second` along all axes, and of `mixed` in the two planes that contain axis `A`: 43.
template <int A>
struct Diagonals {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int z) {
    int const along = A == 0 ? x : A == 1 ? y : z;
    int const p = A == 0 ? y : x, q = A == 2 ? y : z;
    bool const on_diagonal = (q == 0 && (along == p || along == -p)) || (p == 0 && (along == q || along == -q));
    return Star<3>::has(x, y, z) || (on_diagonal && Box<3>::has(x, y, z));
  }
};

}  // namespace tessera::stencils::sixth_order
