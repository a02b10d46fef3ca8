// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>

#include "host_copy.hpp"
#include "regions/spaces_with_column.hpp"
#include "spaces.hpp"
#include "tessera/run/solution_simulation.hpp"
#include "tessera/solution.hpp"

using namespace tessera;

namespace locations {

struct knots : Quantity<double, 1, Node> {};
struct pair_of : Quantity<double, 1, FaceOf<0>> {};
struct plain : Quantity<double> {};

struct Still {
  using reach = Star<3>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return u();
  }
};
/// Itself; it may read ghosts of corners.
struct Around {
  using reach = Box<2>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return u();
  }
};
struct Robin {
  template <int Rank>
  KOKKOS_FUNCTION double operator()(double inner, At<Rank> const& at) const {
    return 2 * inner + at.x();
  }
};

/// Values and ghosts of n + 1 nodes i -> i^2 + 1, h = 2. The operator reaches 3 nodes, so there are as many ghosts, but
/// one less where a rule prescribes the last value, since the stage does not act there.
template <class Exec, class Low, class High>
std::vector<double> line(Exec const& exec, int n, Low const& low, High const& high, bool periodic = false) {
  Grid<1> const grid{.cells = {n}, .spacing = {2.0}, .origin = {10.0}, .periodic = {periodic}};
  auto const make = [&] {
    Program const program{grid, Stage<Still, Reads<knots>, Writes<knots>>{}};
    if constexpr (std::is_same_v<Low, int>) {
      return program;
    } else {
      return program.template boundary<knots>(Face::x_low, low).template boundary<knots>(Face::x_high, high);
    }
  };
  Solution run{exec, make()};
  run.time_step(1.0);
  run.template set<knots>(sample<knots>(grid, [](At<1> const& at) { return at.index(0) * at.index(0) + 1; }));
  run.advance(2);
  test::HostCopy<1, double> const u(run.template field<knots>());
  std::vector<double> all;
  for (int i = -u.layout().lo[0]; i < u.layout().n[0] + u.layout().hi[0]; ++i) all.push_back(u(i));
  return all;
}

TEST_CASE("Ghosts of values on a face mirror at the face", "[locations]") {
  using Values = std::vector<double>;
  test::for_each_space([](auto const& exec) {
    CHECK(line(exec, 4, Dirichlet{5.0}, Neumann{0.5}) == Values{5, 8, 5, 2, 5, 10, 17, 12, 9, 8});
    CHECK(line(exec, 4, Neumann{-1.0}, Dirichlet{0.0}) == Values{-2, -3, -2, 1, 2, 5, 10, 0, -10, -5});
    CHECK(line(exec, 3, Dirichlet{7.0, ValueAt::node}, Ghost{Robin{}}) == Values{7, 7, 7, 1, 2, 5, 10, 28, 24, 24});
    CHECK(line(exec, 4, 0, 0, true) == Values{2, 5, 10, 1, 2, 5, 10, 1, 2, 5});
    // One cell between two walls: ghosts mirror at both in turn.
    CHECK(line(exec, 1, Dirichlet{3.0}, Neumann{0.5}) == Values{1, 4, 3, 2, 5, 8, 7});
    CHECK(line(exec, 1, Dirichlet{3.0}, Dirichlet{5.0}) == Values{-3, -1, 1, 3, 5, 7, 9, 11});
    CHECK(line(exec, 1, Neumann{0.0}, Neumann{0.0}) == Values{2, 1, 2, 1, 2, 1, 2, 1});
    CHECK(line(exec, 1, 0, 0, true) == Values{1, 1, 1, 1, 1, 1, 1});
  });
}

struct Rising {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return 100 * at.x() + at.y() + 1000 * at.t; }
};

TEST_CASE("Values on a face are a boundary's at their place and time", "[locations]") {
  test::for_each_space([](auto const& exec) {
    Grid<2> const grid{.cells = {3, 2}, .spacing = {1.0, 0.5}, .origin = {2.0, 4.0}, .periodic = {}};
    auto const program = Program{grid, Stage<Around, Reads<knots>, Writes<knots>>{}}
                             .template boundary<knots>(Neumann{0.0})
                             .template boundary<knots>(Face::x_low, Dirichlet{Rising{}})
                             .template boundary<knots>(Face::y_high, Dirichlet{FaceValues{{1, 2, 3, 4}}});
    Solution run{exec, program};
    run.time_step(0.25);
    run.template set<knots>(6.0);
    run.advance(2);
    test::HostCopy<2, double> const u(run.template field<knots>());
    for (int j = 0; j < 2; ++j) CHECK(u(0, j) == 200 + (4 + 0.5 * j) + 500);
    for (int i = 0; i < 4; ++i) CHECK(u(i, 2) == i + 1);  // y after x, in the corner too
    CHECK(u(1, 1) == 6);
    CHECK(u(-1, 0) == 2 * 704 - 6);
    CHECK(u(-1, 3) == 2 * 1 - (2 * 704.5 - 6));
    CHECK(u(4, 2) == 4);
    CHECK(u(1, -1) == 6);
    CHECK(run.template get<knots>().size() == 12);
  });
}

TEST_CASE("Files know how many values there are, and where", "[locations]") {
  using enum Along;
  Grid<2> const grid{.cells = {4, 3}, .spacing = {1, 1}, .origin = {}, .periodic = {false, true}};
  CHECK(extents<knots>(grid) == std::array{5, 3});
  CHECK(extents<pair_of>(Grid<2>{{4, 3}}) == std::array{5, 3});
  CHECK((along_of<knots>(grid) == std::array{all_faces, faces, centres}));
  CHECK((along_of<pair_of>(grid) == std::array{all_faces, centres, centres}));
  CHECK((along_of<plain>(grid) == std::array<Along, 3>{}));
}

/// What is said of a program when it is planned.
template <class... Stages>
std::string refusal(Stages const&... stages) {
  try {
    make_plan(Program{Grid<2>{{4, 3}}, stages...}.info());
  } catch (InputError const& error) {
    return error.what();
  }
  return {};
}
struct Copy2 {
  using reach = Centre;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u) const {
    return pack(u(), u());
  }
};
struct low_mask : Quantity<int> {};

TEST_CASE("What cannot be at several locations is refused by name", "[locations]") {
  CHECK(
      refusal(Stage<Copy2, Reads<plain>, Writes<knots, pair_of>>{}) ==
      "stage Copy2 writes knots (nodes) and pair_of (faces across x); a stage goes over one of these: write each in a "
      "stage of its own");
  CHECK(
      refusal(Stage<Still, Reads<pair_of>, Writes<pair_of>>{}.where<low_mask>().over(Interior{3})) ==
      "stage Still goes over faces across x, and its mask low_mask over cells; give low_mask the location of what the "
      "stage writes");
  CHECK(refusal(Stage<Around, Reads<plain>, Writes<knots>>{}) ==
        "stage Around reads plain 2 cells past x_low, where it has no boundary: add .boundary<plain>(Face::x_low, ...) "
        "or "
        "make the axis periodic");
  CHECK(refusal(Stage<Around, Reads<plain>, Writes<knots>>{}.over(Cells{{1, 1}, {4, 3}}))
            .starts_with("stage Around reads plain 1 cell past x_low"));
  CHECK(refusal(Stage<Around, Reads<plain>, Writes<knots>>{}.over(Cells{{1, 1}, {6, 3}})) ==
        "stage Around acts on cells 0 to 6 along x; it goes over 5 values along x: say from 0 to 5, or less");
  Grid<2> const grid{{4, 3}};
  auto const program =
      Program{grid, Stage<Still, Reads<knots>, Writes<knots>>{}}.boundary<knots>(Dirichlet{0.0, ValueAt::node});
  std::string said;
  try {
    Solution const run{Kokkos::DefaultExecutionSpace{}, program, Schedule{.steps_per_launch = 2}};
  } catch (InputError const& error) {
    said = error.what();
  }
  CHECK(said == "schedule: steps_per_launch = 2, but time tiling is not possible: knots stands on nodes; leave it out");
}

}  // namespace locations
