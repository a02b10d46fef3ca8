// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "tessera/error.hpp"
#include "tessera/solve/relax.hpp"
#include "tessera/storage/noise.hpp"

namespace tessera::detail {

/// What a solver has to know of an operator's matrix, with all coefficients 1. Axes x, y, z.
struct StencilFacts {
  double diagonal = 0;               ///< of A
  double off_diagonal = 0;           ///< the sum of the sizes of the other entries of a row
  std::array<double, 3> coupling{};  ///< the size of the larger entry of the two nearest neighbours along each axis
  double row_sum = 0;                ///< A applied to 1, in the interior
  [[nodiscard]] double largest() const {
    return 1 + off_diagonal / std::abs(diagonal);
  }  ///< bound on D^-1 A's eigenvalues
};

/// A row of noise, for tests of operators: positive coefficients from 1/2 to 3/2, or unknowns from -1 to 1.
template <class T>
struct NoiseRow {
  unsigned seed = 1;
  bool positive = false;
  KOKKOS_FUNCTION T read(int, int, int dx, int dy, int dz) const {
    T const share = noise(dx + 64 * static_cast<int>(seed), dy, dz, T(1e-5));  // more than 0, at most 1
    return positive ? T(0.5) + share : 2 * share - 1;
  }
};

/// The sum of `a` and `b` times `factor`, read by read.
template <class T, class A, class B>
struct SumRow {
  A a;
  B b;
  T factor;
  KOKKOS_FUNCTION T read(int i, int c, int dx, int dy, int dz) const {
    return a.read(i, c, dx, dy, dz) + factor * b.read(i, c, dx, dy, dz);
  }
};

template <int Rank, class StageType>
struct StencilOf;
template <int Rank, class Op, class U, class... Cs>
struct StencilOf<Rank, Stage<Op, Reads<U, Cs...>, Writes<U>, Whole>> {
  using T = typename U::value_type;

  /// Throws InputError if the operator is not linear in its first input, up to a constant: checked on the host by sums
  /// of made-up values.
  static void check_linear(Op const& op) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
      NoiseRow<T> const a{seed}, b{seed + 100};
      T const factor = T(0.25) * static_cast<T>(seed) + 1;
      T const of_sum = evaluate(op, SumRow<T, NoiseRow<T>, NoiseRow<T>>{a, b, factor}, seed);
      T const of_a = evaluate(op, a, seed), of_b = evaluate(op, b, seed);
      T const scale = std::abs(of_sum) + std::abs(of_a) + std::abs(factor * of_b) + largest_term(op, seed);
      if (!(std::abs(of_sum - (of_a + factor * of_b)) <= T(64) * std::numeric_limits<T>::epsilon() * scale)) {
        throw InputError("the operator " + type_name<Op>() + " is not linear in " + quantity_name<U>() +
                         ": a solver cannot take it; take steps instead");
      }
    }
  }

  /// Throws InputError if the operator's matrix is not symmetric: checked on the host with coefficients that are noise.
  /// What one cell takes of another is compared with what that takes of it.
  static void check_symmetric(Op const& op) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      T const scale = largest_term(op, seed);
      for_each_stored_offset<input_reach<Op, 0>, Rank>([&](int x, int y, int z) {
        T const there = evaluate(op, UnitRow<T>{T(1), x, y, z}, seed);
        T const back = evaluate(op, UnitRow<T>{T(1), -x, -y, -z}, seed, {x, y, z});
        if (std::abs(there - back) <= T(64) * std::numeric_limits<T>::epsilon() * scale) return;
        throw InputError("the operator " + type_name<Op>() + " is not symmetric in " + quantity_name<U>() +
                         ": conjugate gradients cannot take it; take bicgstab or multigrid instead");
      });
    }
  }

  static StencilFacts facts(Op const& op, Equation<T> const& equation) {
    StencilFacts facts;
    double const size = equation.kappa;
    for_each_stored_offset<input_reach<Op, 0>, Rank>([&](int x, int y, int z) {
      double const m = static_cast<double>(evaluate(op, UnitRow<T>{T(1), x, y, z}, 0));
      if (x == 0 && y == 0 && z == 0) {
        facts.diagonal = size * (1 - m) + equation.shift;
        facts.row_sum += facts.diagonal;
        return;
      }
      facts.off_diagonal += std::abs(size * m);
      facts.row_sum -= size * m;
      note_coupling(facts, {x, y, z}, std::abs(size * m));
    });
    return facts;
  }

 private:
  /// The operator's linear part at a cell, which sees `row` around it.
  template <class Row>
  static T evaluate(Op const& op, Row const& row, unsigned seed, std::array<int, 3> const& cell = {}) {
    return evaluate(op, row, seed, cell, std::index_sequence_for<Cs...>{});
  }
  template <class Row, std::size_t... Is>
  static T evaluate(Op const& op, Row const& row, [[maybe_unused]] unsigned seed,
                    [[maybe_unused]] std::array<int, 3> const& cell, std::index_sequence<Is...>) {
    [[maybe_unused]] Pack<CoefficientRow<typename Cs::value_type>...> const rows{
        {{{seed, static_cast<int>(Is), cell[0], cell[1], cell[2]}}...}};
    return linear_part<Rank, T>(op, Point<Rank, Row>(row, 0),
                                Point<Rank, CoefficientRow<typename Cs::value_type>>(rows.template get<Is>(), 0)...);
  }
  /// All 1 for seed 0, else noise.
  template <class C>
  struct CoefficientRow {
    unsigned seed;
    int input;
    int x, y, z;  ///< the cell around which it is read
    KOKKOS_FUNCTION C read(int i, int c, int dx, int dy, int dz) const {
      NoiseRow<C> const noise{seed + 1000U * static_cast<unsigned>(input + 1), true};
      return seed == 0 ? C(1) : noise.read(i, c, x + dx, y + dy, z + dz);
    }
  };
  static T largest_term(Op const& op, unsigned seed) {
    T sum = 0;
    for_each_stored_offset<input_reach<Op, 0>, Rank>([&](int x, int y, int z) {
      sum += 4 * std::abs(evaluate(op, UnitRow<T>{T(1), x, y, z}, seed));
    });
    return sum;
  }
  static void note_coupling(StencilFacts& facts, std::array<int, 3> const& offset, double entry) {
    for (int axis = 0; axis < Rank; ++axis) {
      std::array<int, 3> low{}, high{};
      auto const stored = static_cast<std::size_t>(storage_axis<Rank>(axis));
      low[stored] = -1;
      high[stored] = 1;
      double& coupling = facts.coupling[static_cast<std::size_t>(axis)];
      if ((offset == low || offset == high) && entry > coupling) coupling = entry;
    }
  }
};

}  // namespace tessera::detail
