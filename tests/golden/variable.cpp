// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/models.hpp"
#include "tessera/stencils/heat.hpp"

namespace golden {

template <class T>
struct diffusivity : Quantity<T> {};

template <class T>
struct Variable {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    using Op = stencils::HeatVariable<3, T>;
    return Program{grid,
                   Stage<Op, Reads<warmth<T>, diffusivity<T>>, Writes<warmth<T>>>{Op::make(1.0, spacing<3>(), 0.15)}};
  }
};

TEST_CASE("Heat with a diffusivity of its own in each cell, as it was", "[golden]") {
  hold<Variable<double>>("variable/double");
  hold<Variable<float>>("variable/float");
}

}  // namespace golden
