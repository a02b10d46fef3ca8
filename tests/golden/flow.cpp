// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "golden/models.hpp"
#include "tessera/operator/flux_edges.hpp"

namespace golden {

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

TEST_CASE("An operator of flux edges, as it was", "[golden]") { hold<OneStage<2, double, FlowOp>>("flow/double"); }

}  // namespace golden
