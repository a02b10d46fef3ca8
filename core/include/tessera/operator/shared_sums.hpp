// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <Kokkos_Core.hpp>

namespace tessera {

/// An operator in the plane that is a sum of pairs of neighbours. It has
///
///     static constexpr bool has_shared_sums = true;
///     T begin(T centre) const;
///     T pair(T beside, T ahead) const;
///     template <int D>
///     T add_pair(T sum, T pair) const;
///
/// The sum of a cell begins with its own value. It then adds pairs of two points D cells away: u(0, D) and u(D, 0) for
/// D = -1 to -radius of its reach, a Star; then u(D, 0) and u(0, D) for D = 1 to radius. The operator calls `sum_pairs`
/// as its own value. It reads one input, and neither position nor time.
///
/// Two cells share a pair: u(D, 0) and u(0, D) of cell (i, j) are u(0, -D) and u(-D, 0) of cell (i + D, j + D). Sweeps
/// over rows (register tiles) add each pair once: five points take four operations instead of five, and 13 take ten.
/// All others evaluate `sum_pairs`, so all strategies give the same bits.
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

/// The value, of type `T`, of an operator with shared sums at a cell.
template <class T, class Op, class U>
KOKKOS_FORCEINLINE_FUNCTION T sum_pairs(Op const& op, U const& u) {
  return detail::sum_pairs<T>(op, u, std::make_integer_sequence<int, Op::reach::radius>{});
}

}  // namespace tessera
