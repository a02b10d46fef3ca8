// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/models.hpp"

namespace golden {

/// Neither star nor box, with a term of place and time.
struct LopsidedReach {
  static constexpr int radius = 2;
  static constexpr bool has(int x, int y, int z) {
    return (y == 0 && z == 0 && x >= -2) || (x == 1 && y == 1 && z == -1) || (x == 0 && y == 0 && z == 1);
  }
};
struct Lopsided {
  double weight;
  using reach = LopsidedReach;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, At<3> const& at) const {
    double const here = 0.01 * at.x() + 0.02 * at.y() * at.t - 0.03 * at.z() + 0.001 * (at.index(0) - at.index(2));
    double const around = (u(-2, 0, 0) - u(-1, 0, 0)) + (u(1, 0, 0) + u(1, 1, -1)) - u(0, 0, 1);
    return tessera::fma(weight, around + 0.125 * here, 0.5 * u());
  }
};

/// A prescribed value, and a ghost, that depend on place and time.
struct Tide {
  KOKKOS_FUNCTION double operator()(At<3> const& at) const {
    return 0.5 + 0.0625 * at.t + 0.01 * at.x() + 0.02 * at.y() - 0.003 * at.index(2);
  }
};
struct Partly {
  KOKKOS_FUNCTION double operator()(double inner, At<3> const& at) const {
    return 0.25 * inner + 0.0625 * at.t - 0.02 * at.y();
  }
};

template <class Rule>
struct WithFunction {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    using Q = warmth<double>;
    return Program{grid, Stage<Lopsided, Reads<Q>, Writes<Q>>{{0.1}}}.template boundary<Q>(Rule{});
  }
};

TEST_CASE("An operator and boundaries of place and time, as they were", "[golden]") {
  hold<WithFunction<Dirichlet<Tide>>>("value_function/double", {Kind::functions, Kind::periodic, Kind::mixed});
  hold<WithFunction<Ghost<Partly>>>("ghost_function/double", {Kind::functions, Kind::mixed});
}

}  // namespace golden
