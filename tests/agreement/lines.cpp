// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agreement/compare.hpp"
#include "tessera/stencils/jacobi.hpp"

using namespace tessera;

namespace agreement {

template <class T>
struct level : Quantity<T> {};
struct moved : Quantity<double, 2> {};
struct speed : Quantity<float> {};

template <class Op, class T>
struct MeanModel {
  static constexpr int rank = 1;
  static auto program(Grid<1> const& grid) {
    return Program{grid, Stage<Op, Reads<level<T>>, Writes<level<T>>>{Op::average()}};
  }
};

/// Two components, moved by what another field of another width has to the left and to the right.
struct Drift {
  using reach = Reaches<Star<3>, Star<1>>;
  template <class U, class V>
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::Array<double, 2> operator()(U const& u, V const& v) const {
    double const left = v(-1), right = v(1);
    return {tessera::fma(0.1 * left, u[1](-3), u[0]()), tessera::fma(-0.1 * right, u[0](2), u[1]())};
  }
};
struct DriftModel {
  static constexpr int rank = 1;
  static auto program(Grid<1> const& grid) { return Program{grid, Stage<Drift, Reads<moved, speed>, Writes<moved>>{}}; }
};

/// Also on lines of several tiles of the default, the last of which is not whole.
template <class Model>
void lines_agree() {
  test::for_each_space([](auto const& exec) {
    auto grids = sizes<1>();
    grids.push_back({9001});
    agree_with_naive<Model>(exec, team_schedules(on_host<std::decay_t<decltype(exec)>>), grids);
  });
}

TEST_CASE("Means on a line, as naive", "[lines]") {
  lines_agree<MeanModel<stencils::Jacobi1D3<double>, double>>();
  lines_agree<MeanModel<stencils::Jacobi1D7<double>, double>>();
  lines_agree<MeanModel<stencils::Jacobi1D5<float>, float>>();
  lines_agree<MeanModel<stencils::Jacobi1D7<float>, float>>();
}
TEST_CASE("Several fields on a line, as naive", "[lines]") { lines_agree<DriftModel>(); }

}  // namespace agreement
