// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/group.hpp"

#include <catch2/catch_test_macros.hpp>

#include "spaces.hpp"
#include "tessera/solution.hpp"

using namespace tessera;

namespace {

struct depth : Quantity<double> {};
struct east : Quantity<double> {};
struct north : Quantity<double> {};
struct ground : Quantity<double> {};
struct discharge : Group<east, north> {};
struct flow : Group<depth, discharge> {};

static_assert(std::is_same_v<detail::Members<flow, ground>, Types<depth, east, north, ground>>);
static_assert(std::is_same_v<detail::Members<Old<discharge, 2>>, Types<Old<east, 2>, Old<north, 2>>>);

struct Spread {
  double a, b;
  using reach = Star<1>;
  template <class H, class U, class V, class B>
  KOKKOS_FUNCTION auto operator()(H const& h, U const& u, V const& v, B const& bed) const {
    return pack(a * (h(-1, 0) + h(1, 0)) + bed(), b * u(0, 1) + v(), v(0, -1) - u());
  }
};
struct Settle {
  using reach = Centre;
  template <class U, class V>
  KOKKOS_FUNCTION auto operator()(U const& u, V const& v) const {
    return pack(0.5 * (u() + v()), u() - v());
  }
};
/// Across a wall the discharge turns around.
struct Wall {
  template <class U, class V, int Rank>
  KOKKOS_FUNCTION auto operator()(U const& u, V const& v, Beyond<Rank> const& at) const {
    return pack(at.axis == 0 ? -u() : u(), at.axis == 1 ? -v() : v());
  }
};

auto by_group(Grid<2> const& grid) {
  return Program{grid, Stage<Spread, Reads<flow, ground>, Writes<flow>>{{0.25, 0.5}},
                 Stage<Settle, Reads<Old<discharge>>, Writes<discharge>>{},
                 Stage<Settle, Reads<discharge>, Writes<discharge>>{Settle{}}.over(Interior{1})}
      .boundary<flow>(Neumann{0.0})
      .boundary<ground>(Neumann{0.0})
      .boundary<flow>(Face::x_low, Dirichlet{2.0})
      .boundary(Face::y_high, CoupledBoundary<Wall, Reads<discharge>, Writes<discharge>>{});
}
auto one_by_one(Grid<2> const& grid) {
  return Program{grid, Stage<Spread, Reads<depth, east, north, ground>, Writes<depth, east, north>>{{0.25, 0.5}},
                 Stage<Settle, Reads<Old<east>, Old<north>>, Writes<east, north>>{},
                 Stage<Settle, Reads<east, north>, Writes<east, north>>{Settle{}}.over(Interior{1})}
      .boundary<depth>(Neumann{0.0})
      .boundary<east>(Neumann{0.0})
      .boundary<north>(Neumann{0.0})
      .boundary<ground>(Neumann{0.0})
      .boundary<depth>(Face::x_low, Dirichlet{2.0})
      .boundary<east>(Face::x_low, Dirichlet{2.0})
      .boundary<north>(Face::x_low, Dirichlet{2.0})
      .boundary(Face::y_high, CoupledBoundary<Wall, Reads<east, north>, Writes<east, north>>{});
}

/// All cells of the flow after some steps.
template <class Exec, class ProgramType>
std::vector<double> flow_of(Exec const& exec, ProgramType const& program) {
  Solution run{exec, program};
  std::vector<double> all(program.grid().cells[0] * program.grid().cells[1]);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i * i % 17);
  run.template set<depth>(all);
  run.template set<north>(all);
  run.template set<ground>(all);
  run.advance(3);
  all = run.template get<depth>();
  for (double v : run.template get<east>()) all.push_back(v);
  for (double v : run.template get<north>()) all.push_back(v);
  return all;
}

}  // namespace

TEST_CASE("A group stands for its members", "[group]") {
  Grid<2> const grid{{11, 7}};
  STATIC_REQUIRE(std::is_same_v<decltype(by_group(grid)), decltype(one_by_one(grid))>);
  test::for_each_space([&](auto const& exec) {
    std::vector<double> const members = flow_of(exec, one_by_one(grid));
    CHECK(members[5] != members[6]);
    CHECK(flow_of(exec, by_group(grid)) == members);
  });
}
