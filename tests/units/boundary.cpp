// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>

#include "host_copy.hpp"
#include "spaces.hpp"
#include "tessera/solution.hpp"

using namespace tessera;

namespace units {

struct kept : Quantity<double> {};

/// Changes no cell, but reaches past the faces: all that a step does is to write ghosts.
template <class R>
struct Keep {
  using reach = R;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return u();
  }
};

/// A function of place and time.
struct Ramp {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return at.x() + 10 * at.y() + 100 * at.t; }
};

/// A ghost of the user's own, from the cell that it mirrors, and its own place.
struct Sponge {
  KOKKOS_FUNCTION double operator()(double inner, At<2> const& at) const {
    return 2 * inner + 1000 * at.index(0) + 0.25 * at.y() + 0.5 * at.t;
  }
};

template <class R, int Rank>
auto keep(Grid<Rank> const& grid) {
  return Program{grid, Stage<Keep<R>, Reads<kept>, Writes<kept>>{}};
}
/// In the plane, with functions of which other rules may take the faces, so that there is one type of program.
auto keep_plane(Grid<2> const& grid) {
  return keep<Box<2>>(grid).boundary<kept>(Dirichlet{Ramp{}}).boundary<kept>(Face::y_high, Ghost{Sponge{}});
}

/// Calls `check(ghosts, t)` with the field as it is filled before the first step, which is the version before the
/// newest after it, and as each sweep leaves it at t = dt.
template <class ProgramType, class Check>
void for_each_filling(ProgramType const& program, std::vector<double> const& cells, Check const& check) {
  test::for_each_space([&](auto const& exec) {
    for (auto const& schedule :
         {Schedule{"naive"}, Schedule{"team"}, Schedule{"team", 2, 2, 1, 0, Placement::planes}}) {
      Solution run{exec, program, schedule};
      run.time_step(0.5);
      run.template set<kept>(cells);
      run.advance(1);
      CAPTURE(exec.name(), schedule.strategy, schedule.tile_x);
      check(test::HostCopy<ProgramType::rank, double>(run.template previous<kept>()), 0.0);
      check(test::HostCopy<ProgramType::rank, double>(run.template field<kept>()), 0.5);
    }
  });
}

TEST_CASE("Ghosts of prescribed values, gradients and maps", "[boundary]") {
  Grid<2> grid{{3, 2}};
  grid.spacing = {0.5, 2};
  auto const program = keep_plane(grid)
                           .boundary<kept>(Face::x_low, Dirichlet{5.0})
                           .boundary<kept>(Face::x_high, Neumann{3.0})
                           .boundary<kept>(Face::y_low, Dirichlet{7.0, ValueAt::node})
                           .boundary<kept>(Face::y_high, Dirichlet{FaceValues{{1, 2, 3}}});
  for_each_filling(program, {11, 12, 13, 21, 22, 23}, [](auto const& u, double) {
    CHECK((u(0, 0) == 11 && u(2, 0) == 13 && u(1, 1) == 22));
    CHECK((u(-1, 0) == -1 && u(-2, 0) == -2 && u(-1, 1) == -11));
    CHECK((u(3, 0) == 14.5 && u(4, 0) == 16.5 && u(4, 1) == 26.5));
    CHECK((u(0, -1) == 7 && u(2, -2) == 7));
    CHECK((u(0, 2) == -19 && u(0, 3) == -9 && u(2, 3) == -7));
    // Corners: x first, then y from the ghost beside.
    CHECK((u(-1, -1) == 7 && u(4, -2) == 7));
    CHECK((u(-1, 2) == 13 && u(4, 3) == -10.5));
  });
}

TEST_CASE("Ghosts of functions of place and time", "[boundary]") {
  Grid<2> grid{{3, 2}};
  grid.spacing = {0.5, 2};
  grid.origin = {10, -1};
  auto const program = keep_plane(grid).boundary<kept>(Face::x_high, Neumann{0.0});
  for_each_filling(program, {11, 12, 13, 21, 22, 23}, [](auto const& u, double t) {
    // The face x = 10 beside y = 0 and y = 2, then the face y = -1 beside x = 10.25 and x = 11.25.
    CHECK((u(-1, 0) == 2 * (10 + 0 + 100 * t) - 11 && u(-2, 1) == 2 * (10 + 20 + 100 * t) - 22));
    CHECK((u(0, -1) == 2 * (10.25 - 10 + 100 * t) - 11 && u(2, -2) == 2 * (11.25 - 10 + 100 * t) - 23));
    // The ghosts' own centres are at y = 4 and y = 6.
    CHECK((u(0, 2) == 42 + 0 + 1 + 0.5 * t && u(2, 3) == 26 + 2000 + 1.5 + 0.5 * t));
    CHECK((u(-1, 2) == 2 * u(-1, 1) - 1000 + 1 + 0.5 * t));
    CHECK((u(3, -1) == 2 * (11.75 - 10 + 100 * t) - 13));
  });
}

TEST_CASE("Periodic axes wrap, also in corners with other rules", "[boundary]") {
  Grid<2> grid{{3, 2}};
  grid.periodic = {true, false};
  auto const program = keep_plane(grid)
                           .boundary<kept>(Face::y_low, Dirichlet{5.0})
                           .boundary<kept>(Face::y_high, Dirichlet{FaceValues{{1, 2, 3}}});
  for_each_filling(program, {11, 12, 13, 21, 22, 23}, [](auto const& u, double) {
    CHECK((u(-1, 0) == 13 && u(-2, 0) == 12 && u(3, 1) == 21 && u(4, 1) == 22));
    CHECK((u(0, -1) == -1 && u(-1, -1) == 10 - 13 && u(4, -2) == 10 - 22));
    CHECK((u(2, 2) == 6 - 23 && u(3, 2) == 2 * 1 - 21));  // the map wraps, too
  });
}

TEST_CASE("A single cell has four layers of ghosts", "[boundary]") {
  auto const program = keep<Star<4>>(Grid<1>{{1}})
                           .boundary<kept>(Face::x_low, Dirichlet{5.0})
                           .boundary<kept>(Face::x_high, Neumann{2.0});
  for_each_filling(program, {1}, [](auto const& u, double) {
    CHECK((u(-1) == 9 && u(-2) == 7 && u(-3) == -5 && u(-4) == -7));
    CHECK((u(1) == 3 && u(2) == 15 && u(3) == 17 && u(4) == 9));
  });
}

TEST_CASE("Periodic axes shorter than their ghosts wrap as often as it takes", "[boundary]") {
  Grid<1> grid{{1}};
  grid.periodic = {true};
  for_each_filling(keep<Star<4>>(grid), {3},
                   [](auto const& u, double) { CHECK((u(-4) == 3 && u(-1) == 3 && u(1) == 3 && u(4) == 3)); });
  grid.cells = {3};
  for_each_filling(keep<Star<4>>(grid), {1, 2, 3}, [](auto const& u, double) {
    CHECK((u(-1) == 3 && u(-2) == 2 && u(-3) == 1 && u(-4) == 3));
    CHECK((u(3) == 1 && u(4) == 2 && u(5) == 3 && u(6) == 1));
  });
}

TEST_CASE("Edges and corners in space resolve x, then y, then z", "[boundary]") {
  auto const program = keep<Box<1>>(Grid<3>{{2, 2, 2}})
                           .boundary<kept>(Neumann{0.0})
                           .boundary<kept>(Face::x_low, Dirichlet{5.0})
                           .boundary<kept>(Face::y_low, Neumann{1.0})
                           .boundary<kept>(Face::z_low, Dirichlet{2.0});
  for_each_filling(program, {1, 2, 3, 4, 5, 6, 7, 8}, [](auto const& u, double) {
    CHECK((u(-1, 0, 0) == 9 && u(0, -1, 0) == 2 && u(0, 0, -1) == 3));
    CHECK((u(-1, -1, 0) == 10 && u(-1, 0, -1) == -5 && u(0, -1, -1) == 2));
    CHECK((u(-1, -1, -1) == -6 && u(2, 2, 2) == 8 && u(2, -1, 2) == 7));
  });
}

TEST_CASE("Values of a face are given slow axis first", "[boundary]") {
  std::vector<double> counted(24);
  for (std::size_t p = 0; p < 24; ++p) counted[p] = static_cast<double>(p);
  auto const first = [&](int count) { return Dirichlet{FaceValues{{counted.begin(), counted.begin() + count}}}; };
  auto const program = keep<Box<1>>(Grid<3>{{2, 3, 4}})
                           .boundary<kept>(Neumann{0.0})
                           .boundary<kept>(Face::x_low, first(12))
                           .boundary<kept>(Face::y_high, first(8))
                           .boundary<kept>(Face::z_low, first(6));
  for_each_filling(program, std::vector<double>(24, 0.0), [](auto const& u, double) {
    CHECK((u(-1, 2, 0) == 2 * 2 && u(-1, 1, 3) == 2 * (3 * 3 + 1)));
    CHECK((u(1, 3, 0) == 2 * 1 && u(1, 3, 2) == 2 * (2 * 2 + 1)));
    CHECK((u(0, 1, -1) == 2 * 2 && u(1, 2, -1) == 2 * (2 * 2 + 1)));
  });
}

}  // namespace units
