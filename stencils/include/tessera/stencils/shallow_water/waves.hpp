// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "tessera/numeric.hpp"

namespace tessera::stencils {

/// The absolute value.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T magnitude(T a) {
  return Kokkos::abs(a);
}
/// `a`, negated where `b` is negative.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T turned_with(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits sign = Bits(1) << (8 * sizeof(T) - 1);
  return Kokkos::bit_cast<T>(Kokkos::bit_cast<Bits>(a) ^ (Kokkos::bit_cast<Bits>(b) & sign));
}

/// A tiny number that keeps quotients of zeros zero.
template <class T>
inline constexpr T hardly_anything = T(1e-30);

/// 1 / sqrt(x) of a number that is not negative; of 0 a large number, whose product with 0 is 0. On GPUs it costs about
/// half of a root, and less than half of a root and a quotient.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T bounded_inverse_root(T x) {
  return inverse_root(largest(x, hardly_anything<T>));
}

// The upwinding of a wave: |lambda| / lambda times `wave` (or `wave`, if lambda is 0). lambda is its eigenvalue between
// two cells, `low` and `high` are its values in them, `wave` is lambda times its strength, and `strength` that of its
// level alone.

/// With the entropy fix of A. Harten and J. Hyman (J. Comput. Phys. 50, 1983): in a rarefaction across an edge, the
/// eigenvalue is at least the spread.
struct HartenHyman {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T upwind(T lambda, T low, T high, T wave, T strength) {
    T const missing = largest(largest(lambda - low, high - lambda) - magnitude(lambda), T(0));
    return fma(missing, strength, turned_with(wave, lambda));
  }
};

/// The plain sign, as in the paper: a rarefaction through the critical point becomes a jump.
struct BareSign {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T upwind(T lambda, T, T, T wave, T) {
    return turned_with(wave, lambda);
  }
};

/// The Roe linearisation at an edge, for what the water carries.
template <class T>
struct RoeMean {
  T low_h, high_h, low_q, high_q;  ///< depths and discharges of the two cells
  T u;                             ///< velocity along the normal
  T low_weight, high_weight;       ///< of the cells in the means; both 0 where all is dry
  T jump;                          ///< the upwind part of the water's flux
  T full;                          ///< the water's flux before it was limited
};

// The transport of what the water carries over an edge, given its concentrations in the two cells.

/// Upwind: the concentration of the cell that the water leaves (E. Audusse, M.-O. Bristeau, J. Comput. Phys. 206,
/// 2005), so that it stays between those of its neighbours.
struct CarriedByMass {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T flux(T water, RoeMean<T> const&, T low, T high) {
    return water * (water > 0 ? low : high);
  }
};

/// The row of the Roe matrix of the paper. It makes new extremes where water of different concentrations meets.
struct PaperRow {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T flux(T water, RoeMean<T> const& mean, T low, T high) {
    T const between = mean.low_weight * low + mean.high_weight * high;
    T const shear = mean.high_h * high - mean.low_h * low - between * (mean.high_h - mean.low_h);
    T const full = T(0.5) * (mean.low_q * low + mean.high_q * high - between * mean.jump - magnitude(mean.u) * shear);
    return full + (water - mean.full) * between;
  }
};

}  // namespace tessera::stencils
