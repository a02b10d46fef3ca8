// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Electromagnetics in the plane, three staggered fields: the mode of a cavity against its exact amplitude
// (docs/programs_on_paper.md).
#include <cmath>
#include <cstdio>
#include <vector>

#include <tessera/numeric.hpp>
#include <tessera/solution.hpp>

using namespace tessera;

// Yee's cell in the plane: hz in the middle, ex on the lower and ey on the left edge.
struct ex : Quantity<double> {};
struct ey : Quantity<double> {};
struct hz : Quantity<double> {};

struct Back {  // the cell, its left and its lower neighbour
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int) { return x <= 0 && y <= 0 && x + y >= -1; }
};
struct Ahead {
  static constexpr int radius = 1;
  static constexpr bool has(int x, int y, int z) { return Back::has(-x, -y, -z); }
};

/// E from curl H. On the left and the lower wall the tangential field is zero.
struct Electric {
  double c;  // dt / (epsilon h)
  using reach = Reaches<Centre, Centre, Back>;
  template <class X, class Y, class Z>
  KOKKOS_FUNCTION auto operator()(X const& x, Y const& y, Z const& z, At<2> const& at) const {
    double const new_x = tessera::fma(c, z() - z(0, -1), x());
    double const new_y = tessera::fma(-c, z() - z(-1, 0), y());
    return pack(at.index(1) == 0 ? 0.0 : new_x, at.index(0) == 0 ? 0.0 : new_y);
  }
};
/// H from curl E.
struct Magnetic {
  double c;  // dt / (mu h)
  using reach = Reaches<Centre, Ahead, Ahead>;
  template <class Z, class X, class Y>
  KOKKOS_FUNCTION double operator()(Z const& z, X const& x, Y const& y) const {
    return tessera::fma(c, (x(0, 1) - x()) - (y(1, 0) - y()), z());
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  int const n = 100;
  double const h = 1.0 / n, dt = 0.5 * h;
  Grid<2> grid{.cells = {n, n}, .spacing = {h, h}};
  auto program = Program{grid, Stage<Electric, Reads<ex, ey, hz>, Writes<ex, ey>>{{dt / h}},
                         Stage<Magnetic, Reads<hz, ex, ey>, Writes<hz>>{{dt / h}}}
                     .boundary<ex>(Dirichlet{0.0, ValueAt::node})  // the right and the upper wall
                     .boundary<ey>(Dirichlet{0.0, ValueAt::node})
                     .boundary<hz>(Neumann{0.0});  // read, but not used
  Solution run{Kokkos::DefaultExecutionSpace{}, program};
  run.time_step(dt);
  // The mode hz = cos(pi x) of the cavity. Its discrete frequency: sin(w dt / 2) = c sin(k h / 2).
  double const pi = std::acos(-1.0);
  std::vector<double> mode;
  for (int cell = 0; cell < n * n; ++cell) mode.push_back(std::cos(pi * (cell % n + 0.5) * h));
  run.set<hz>(mode);
  int const steps = 1000;
  double const w = 2 / dt * std::asin(dt / h * std::sin(pi * h / 2));
  // ey starts half a step before hz at zero, so hz_n = cos(w (n + 1/2) dt) / cos(w dt / 2).
  run.advance(steps);
  std::vector<double> const z = run.get<hz>();
  double const expected = std::cos(w * (steps + 0.5) * dt) / std::cos(w * dt / 2);
  double worst = 0;
  for (int cell = 0; cell < n * n; ++cell) worst = std::fmax(worst, std::fabs(z[cell] - expected * mode[cell]));
  std::printf("amplitude %.6f, expected %.6f; largest difference %.0e\n", z[0] / mode[0], expected, worst);
}
