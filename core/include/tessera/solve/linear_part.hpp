// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "tessera/operator/point.hpp"
#include "tessera/stage.hpp"

namespace tessera::detail {

/// A row that is `value` at one offset of every cell and 0 elsewhere: what an operator sees of a unit vector, or, with
/// value 0, of a field of zeros.
template <class T>
struct UnitRow {
  T value{};
  int x = 0, y = 0, z = 0;  ///< storage axes

  KOKKOS_FORCEINLINE_FUNCTION T read(int, int, int dx, int dy, int dz) const {
    return dx == x && dy == y && dz == z ? value : T(0);
  }
};

/// M u of a step u' = M u + g: the operator's value less its value for u = 0, with the same coefficients.
template <int Rank, class T, class Op, class U, class... Coefficients>
KOKKOS_FORCEINLINE_FUNCTION T linear_part(Op const& op, U const& u, Coefficients const&... coefficients) {
  UnitRow<T> const zero{};
  return op(u, coefficients...) - op(Point<Rank, UnitRow<T>>(zero, 0), coefficients...);
}

/// The one stage of a program.
template <class StageList>
struct OnlyStage {
  static_assert(StageList::size == 1, "a solver takes a program of one stage");
};
template <class StageType>
struct OnlyStage<Types<StageType>> {
  using type = StageType;
};

/// A stage that steps one quantity: its types. Others do not fit into a solver; the messages say why.
template <class StageType>
struct StepStage {
  static_assert(std::is_void_v<StageType>,
                "a solver takes a program of one stage that writes one quantity, and reads it first: "
                "Stage<Op, Reads<u, coefficients...>, Writes<u>>, in all cells");
};
template <class Op, class U, class... Cs>
struct StepStage<Stage<Op, Reads<U, Cs...>, Writes<U>, Whole>> {
  static_assert(U::components == 1 && std::is_same_v<typename U::location, Cell> &&
                    std::is_floating_point_v<typename U::value_type>,
                "a solver takes a quantity of one component, float or double, in cells");
  static_assert((std::is_same_v<typename ReadOf<Cs>::quantity, Cs> && ...),
                "a solver takes no Old: its program depends on the newest version alone");
  using operator_type = Op;
  using unknown = U;
  using value_type = typename U::value_type;
  using coefficients = Types<Cs...>;
  static constexpr std::size_t coefficient_count = sizeof...(Cs);
};

}  // namespace tessera::detail
