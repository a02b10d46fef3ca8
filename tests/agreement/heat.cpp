// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/heat.hpp"
#include "agreement/compare.hpp"

using namespace tessera;
using stencils::Heat;
using stencils::HeatVariable;
using stencils::WithSource;

namespace agreement {

template <class T>
struct temperature : Quantity<T> {};
struct diffusivity : Quantity<double> {};
struct heating : Quantity<double> {};

template <int Rank, class T>
struct HeatModel {
  static constexpr int rank = Rank;
  static auto program(Grid<Rank> const& grid) {
    Heat<Rank, T> op;
    for (int axis = 0; axis < Rank; ++axis) op.c[axis] = T(0.11) + T(0.03) * static_cast<T>(axis);
    return Program{grid, Stage<Heat<Rank, T>, Reads<temperature<T>>, Writes<temperature<T>>>{op}};
  }
};

struct VariableModel {
  static constexpr int rank = 3;
  using Op = HeatVariable<3, double>;
  static auto program(Grid<3> const& grid) {
    return Program{
        grid, Stage<Op, Reads<temperature<double>, diffusivity>, Writes<temperature<double>>>{Op{{0.11, 0.07, 0.05}}}};
  }
};

struct SourceModel {
  static constexpr int rank = 2;
  using Op = WithSource<HeatVariable<2, double>, double>;
  static auto program(Grid<2> const& grid) {
    return Program{grid, Stage<Op, Reads<temperature<double>, diffusivity, heating>, Writes<temperature<double>>>{
                             Op{{{0.11, 0.07}}, 0.01}}};
  }
};

struct PlainSourceModel {
  static constexpr int rank = 1;
  using Op = WithSource<Heat<1, double>, double>;
  static auto program(Grid<1> const& grid) {
    return Program{grid,
                   Stage<Op, Reads<temperature<double>, heating>, Writes<temperature<double>>>{Op{{{0.2}}, 0.01}}};
  }
};

TEST_CASE("Heat on a line, team as naive", "[heat]") { team_agrees_with_naive<HeatModel<1, double>>(); }
TEST_CASE("Heat in the plane, team as naive", "[heat]") { team_agrees_with_naive<HeatModel<2, double>>(); }
TEST_CASE("Heat in space, team as naive", "[heat]") { team_agrees_with_naive<HeatModel<3, double>>(); }
TEST_CASE("Heat in space in float, team as naive", "[heat]") { team_agrees_with_naive<HeatModel<3, float>>(); }
TEST_CASE("Heat with variable diffusivity, team as naive", "[heat]") { team_agrees_with_naive<VariableModel>(); }
TEST_CASE("Heat with a source, team as naive", "[heat]") { team_agrees_with_naive<PlainSourceModel>(); }
TEST_CASE("Variable heat with a source, team as naive", "[heat]") { team_agrees_with_naive<SourceModel>(); }

}  // namespace agreement
