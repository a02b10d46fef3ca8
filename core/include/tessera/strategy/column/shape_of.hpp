// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bind/bound_stage.hpp"
#include "tessera/strategy/column/window_shape.hpp"

namespace tessera::detail {

/// The ColumnShape of a bound stage.
template <class Bound>
struct ColumnShapeOf;
template <int Rank, class Op, class... Ss, class... Ts, class Results>
struct ColumnShapeOf<BoundStage<Rank, Op, Types<Ss...>, Types<Ts...>, Results>> {
  static constexpr bool partial_sums = column_partial_sums<Op, Rank, sizeof...(Ts)>;
  static_assert(!HasPartialSums<Op> || sizeof...(Ss) == 1, "an operator that is a sum by layers reads one input");
  using type = ColumnShape<
      Rank,
      widest_of(Types<InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::global_scalar>...,
                      InputType<Centre, typename Ts::value_type, 1>...>{}),
      long_operations<Op>(),
      WindowInput<partial_sums,
                  InputType<typename Ss::reach, typename Ss::value_type, Ss::components, Ss::global_scalar>>...>;
};

/// Registers of the windows of a bound stage's column sweep; 0 for parts of a grid, which columns do not sweep.
template <class Bound>
constexpr int column_window_registers() {
  if constexpr (Bound::partial) {
    return 0;
  } else {
    return ColumnShapeOf<Bound>::type::registers;
  }
}

}  // namespace tessera::detail
