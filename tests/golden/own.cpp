// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/models.hpp"
#include "tessera/operator/flux_edges.hpp"

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

/// What flows over the edges of a cell of the plane, from where there is more.
struct Flow {
  double rate;
  struct Amount {
    double here, speed;
  };
  using Around = EdgesAround<double>;
  using reach = Star<1>;

  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION Amount cell(U const& u) const {
    return amount(u());
  }
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION EdgeSides<double> edge(Amount const& low, Amount const& high) const {
    double const speed = (Axis == 0 ? 0.5 : 0.75) * (low.speed - high.speed);
    double const carried = speed * (speed > 0 ? low.here : high.here);
    return {carried, carried - 0.125 * high.speed};
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double gather(Around const& a, Amount const& here, U const& u) const {
    return tessera::fma(rate, (a.x_low - a.x_high) + (a.y_low - a.y_high), u() - 0.015625 * here.speed);
  }
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    Amount const here = cell(u);
    return gather(Around{edge<0>(amount(u(-1, 0)), here).high, edge<0>(here, amount(u(1, 0))).low,
                         edge<1>(amount(u(0, -1)), here).high, edge<1>(here, amount(u(0, 1))).low},
                  here, u);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Amount amount(double u) {
    double const speed = tessera::fma(u, 0.5, 0.25);
    return {u, speed > 1 ? 1 : speed < -1 ? -1 : speed};
  }
};
struct FlowOp {
  static auto make() { return Flow{0.125}; }
};

TEST_CASE("An operator and boundaries of place and time, as they were", "[golden]") {
  hold<WithFunction<Dirichlet<Tide>>>("value_function/double", {Kind::functions, Kind::periodic, Kind::mixed});
  hold<WithFunction<Ghost<Partly>>>("ghost_function/double", {Kind::functions, Kind::mixed});
}
TEST_CASE("An operator made of edges, as it was", "[golden]") { hold<OneStage<2, double, FlowOp>>("flow/double"); }

}  // namespace golden
