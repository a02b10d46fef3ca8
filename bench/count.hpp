// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/program.hpp"

// What the operators of a program do per update is counted, not guessed: each is called once with numbers that count.

namespace tessera::bench {

/// What was done for a cell.
struct Counts {
  int flops = 0;       ///< a fused multiply-add is two
  int operations = 0;  ///< a fused multiply-add is one
  int points = 0;      ///< values of all inputs that are read
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
  KOKKOS_INLINE_FUNCTION Counted& operator+=(Counted other) { return *this = *this + other; }
  /// What a formula's `fma`, `rsqrt`, `inverse_root` and `quotient` find for these numbers, in place of tessera's.
  KOKKOS_INLINE_FUNCTION friend Counted fma(Counted a, Counted b, Counted c) { return done(2, a, b, c); }
  KOKKOS_INLINE_FUNCTION friend Counted rsqrt(Counted a) { return done(1, a); }
  KOKKOS_INLINE_FUNCTION friend Counted inverse_root(Counted a) { return done(1, a); }
  KOKKOS_INLINE_FUNCTION friend Counted quotient(Counted a, Counted b) { return done(1, a, b); }

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

/// `X` with Counted in place of float and double among its template arguments: the operator that counts in place of the
/// one that computes. Its coefficients are constants of no value.
template <class X>
struct Counting {
  using type = X;
};
template <>
struct Counting<double> {
  using type = Counted;
};
template <>
struct Counting<float> {
  using type = Counted;
};
template <template <class...> class Op, class... Ts>
struct Counting<Op<Ts...>> {
  using type = Op<typename Counting<Ts>::type...>;
};
template <template <int, class...> class Op, int N, class... Ts>
struct Counting<Op<N, Ts...>> {
  using type = Op<N, typename Counting<Ts>::type...>;
};

/// The point of a read.
template <int Rank, class Read>
Point<Rank, CountingRow> counting_point(CountingRow const& row) {
  return {row, 0};
}

/// Adds what a stage of a program on a grid of `Rank` axes does.
template <int Rank, class Op, class... Rs, class... Ws>
void count_stage(Stage<Op, Reads<Rs...>, Writes<Ws...>> const&, Counts& counts) {
  using Counter = typename Counting<Op>::type;
  static_assert(!std::is_same_v<Counter, Op>,
                "an operator that is counted has its type of values as a template argument");
  CountingRow const row{&counts};
  Counter{}(counting_point<Rank, Rs>(row)...);
}

/// What a step of `program` does per cell, its stages together.
template <int Rank, class Stages, class Boundaries>
Counts count(Program<Rank, Stages, Boundaries> const& program) {
  Counts counts;
  std::apply([&](auto const&... stages) { (count_stage<Rank>(stages, counts), ...); }, program.stages());
  for (StageInfo const& stage : program.info().stages) {
    for (ReadInfo const& read : stage.reads) counts.points += read.points;
  }
  return counts;
}

}  // namespace tessera::bench
