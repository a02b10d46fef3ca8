// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/point.hpp"

// What an operator does per update is counted, not guessed: it is called once with numbers that count.

namespace tessera::bench {

/// What was done.
struct Counts {
  int flops = 0;       ///< a fused multiply-add is two
  int operations = 0;  ///< a fused multiply-add is one
  int points = 0;      ///< of the reach
};

/// A number that counts what is done with it. One made from a plain number is a constant: what happens among constants
/// alone is not counted, because it does not happen at run time.
class Counted {
 public:
  Counted() = default;
  KOKKOS_INLINE_FUNCTION Counted(double) {}
  KOKKOS_INLINE_FUNCTION explicit Counted(Counts* counts) : m_counts(counts) {}

  KOKKOS_INLINE_FUNCTION friend Counted operator+(Counted a, Counted b) { return done(1, a, b); }
  KOKKOS_INLINE_FUNCTION friend Counted operator-(Counted a, Counted b) { return done(1, a, b); }
  KOKKOS_INLINE_FUNCTION friend Counted operator*(Counted a, Counted b) { return done(1, a, b); }
  KOKKOS_INLINE_FUNCTION friend Counted operator/(Counted a, Counted b) { return done(1, a, b); }
  /// What a formula's `fma` finds for these numbers, in place of tessera::fma.
  KOKKOS_INLINE_FUNCTION friend Counted fma(Counted a, Counted b, Counted c) { return done(2, a, b, c); }

 private:
  template <class... Operands>
  KOKKOS_INLINE_FUNCTION static Counted done(int flops, Operands... operands) {
    Counted result;
    ((result.m_counts = operands.m_counts != nullptr ? operands.m_counts : result.m_counts), ...);
    if (result.m_counts != nullptr) {
      result.m_counts->flops += flops;
      ++result.m_counts->operations;
    }
    return result;
  }

  Counts* m_counts = nullptr;
};

/// A row whose values count.
struct CountingRow {
  Counts* counts;
  KOKKOS_INLINE_FUNCTION Counted read(int, int, int, int, int) const { return Counted(counts); }
};

/// What `op`, an operator over Counted numbers with one input on a grid of `Rank` axes, does per update.
template <int Rank, class Op>
Counts count(Op const& op) {
  Counts counts;
  counts.points = point_count<typename Op::reach, Rank>;
  CountingRow const row{&counts};
  op(Point<Rank, CountingRow>(row, 0));
  return counts;
}

}  // namespace tessera::bench
