// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "golden/hold.hpp"

namespace golden {

template <class T>
struct warmth : Quantity<T> {};

/// The spacing of grid_of.
template <int Rank>
std::array<double, Rank> spacing() {
  return grid_of<Rank>({}, Kind::dirichlet).spacing;
}

/// A program of one stage that takes a quantity from step to step by the operator that `Make::make()` returns.
template <int Rank, class T, class Make>
struct OneStage {
  static constexpr int rank = Rank;
  static auto program(Grid<Rank> const& grid) {
    auto const op = Make::make();
    return Program{grid, Stage<std::remove_const_t<decltype(op)>, Reads<warmth<T>>, Writes<warmth<T>>>{op}};
  }
};

}  // namespace golden
