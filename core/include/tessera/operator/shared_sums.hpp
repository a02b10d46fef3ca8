// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <Kokkos_Core.hpp>

namespace tessera {

/// An operator in the plane that is a sum by pairs: it has
///
///     static constexpr bool has_shared_sums = true;
///     T begin(T centre) const;
///     T pair(T beside, T ahead) const;
///     template <int D>
///     T add_pair(T sum, T pair) const;
///
/// A cell begins its sum by its own value and adds pairs of two points D cells away: for D = -1 to -radius of its
/// reach, a Star, the pair of u(0, D) and u(D, 0), then for D = 1 to radius that of u(D, 0) and u(0, D). That is
/// `sum_pairs`, which the operator calls as its own value. It reads one input, and neither place nor time.
///
/// A pair serves two cells: what is beside cell (i, j), (i + D, j), and ahead of it, (i, j + D), is behind cell
/// (i + D, j + D), its u(0, -D) and u(-D, 0). Sweeps that meet rows one after another (register tiles) make it once, so
/// that five points take four operations instead of five, and 13 ten. All others evaluate `sum_pairs`, so the bits are
/// the same everywhere.
template <class Op>
concept HasSharedSums = requires {
  requires Op::has_shared_sums;
};

namespace detail {

template <class T, class Op, class U, int... Ds>
KOKKOS_FORCEINLINE_FUNCTION T sum_pairs(Op const& op, U const& u, std::integer_sequence<int, Ds...>) {
  T sum = op.begin(u());
  ((sum = op.template add_pair<-1 - Ds>(sum, op.pair(u(0, -1 - Ds), u(-1 - Ds, 0)))), ...);
  ((sum = op.template add_pair<1 + Ds>(sum, op.pair(u(1 + Ds, 0), u(0, 1 + Ds)))), ...);
  return sum;
}

}  // namespace detail

/// The value of an operator HasSharedSums at a cell: a `T`.
template <class T, class Op, class U>
KOKKOS_FORCEINLINE_FUNCTION T sum_pairs(Op const& op, U const& u) {
  return detail::sum_pairs<T>(op, u, std::make_integer_sequence<int, Op::reach::radius>{});
}

}  // namespace tessera
