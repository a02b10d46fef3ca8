// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/numeric.hpp"

// Central differences of second order at a spacing of 1, which several operators share. Source: any textbook, for
// example R. J. LeVeque, Finite Difference Methods for Ordinary and Partial Differential Equations (2007), chapter 1.

namespace tessera::bench::corpus {

/// The slope along x, in space.
template <class U>
KOKKOS_FUNCTION auto slope_x(U const& u) {
  return (u(1, 0, 0) - u(-1, 0, 0)) / 2;
}
/// The slope along y, in space.
template <class U>
KOKKOS_FUNCTION auto slope_y(U const& u) {
  return (u(0, 1, 0) - u(0, -1, 0)) / 2;
}
/// The slope along z, in space.
template <class U>
KOKKOS_FUNCTION auto slope_z(U const& u) {
  return (u(0, 0, 1) - u(0, 0, -1)) / 2;
}

/// The Laplacian of 7 points in space.
template <class U>
KOKKOS_FUNCTION auto laplacian7(U const& u) {
  return u(1, 0, 0) + u(-1, 0, 0) + u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1) - 6 * u();
}

/// The Laplacian of 5 points in the plane.
template <class U>
KOKKOS_FUNCTION auto laplacian5(U const& u) {
  return u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u();
}

}  // namespace tessera::bench::corpus
