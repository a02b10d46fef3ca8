// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "spaces.hpp"
#include "tessera/solution.hpp"
#include "tessera/stencils/heat.hpp"

using namespace tessera;

namespace convergence {

struct moving : Quantity<double> {};

/// x^2 + 2 y^2 + x y + 6 t: a solution of u_t = laplace(u) that differences in space and time take exactly.
struct Quadratic {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const {
    return at.x() * at.x() + 2 * at.y() * at.y() + at.x() * at.y() + 6 * at.t;
  }
};
/// Its slopes along the outward normals of x_high and y_low.
struct SlopeAbove {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return 2 * at.x() + at.y(); }
};
struct SlopeBelow {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return -(4 * at.y() + at.x()); }
};

constexpr double dt = 0.002;

Grid<2> moving_grid() { return Grid<2>{{14, 9}, {0.1, 0.25}, {-0.3, 0.7}}; }

auto moving_program() {
  using Op = stencils::Heat<2, double>;
  return Program{moving_grid(), Stage<Op, Reads<moving>, Writes<moving>>{Op{{dt / 0.01, dt / 0.0625}}}}
      .boundary<moving>(Dirichlet{Quadratic{}, ValueAt::node})
      .boundary<moving>(Face::x_high, Neumann{SlopeAbove{}})
      .boundary<moving>(Face::y_low, Neumann{SlopeBelow{}});
}

template <class Exec>
void follows_moving_boundaries(Exec const& exec, Schedule const& schedule) {
  auto const program = moving_program();
  Grid<2> const grid = program.grid();
  Solution run{exec, program, schedule};
  run.time_step(dt);
  auto const exact = [&](int i, int j) {
    double const x = grid.origin[0] + (i + 0.5) * grid.spacing[0];
    double const y = grid.origin[1] + (j + 0.5) * grid.spacing[1];
    return x * x + 2 * y * y + x * y + 6 * run.time();
  };
  std::vector<double> initial;
  for (int p = 0; p < 14 * 9; ++p) initial.push_back(exact(p % 14, p / 14));
  run.template set<moving>(initial);
  for (int part = 0; part < 2; ++part) {
    run.advance(50);
    auto const result = run.template get<moving>();
    double worst = 0;
    for (int p = 0; p < 14 * 9; ++p) {
      worst = std::max(worst, std::abs(result[static_cast<std::size_t>(p)] - exact(p % 14, p / 14)));
    }
    CAPTURE(Exec::name(), schedule.strategy, run.time());
    CHECK(worst < 1e-12);
  }
}

TEST_CASE("Boundaries that move hold at the time of the version that they complete", "[moving]") {
  test::for_each_space([](auto const& exec) {
    follows_moving_boundaries(exec, Schedule{"naive"});
    follows_moving_boundaries(exec, Schedule{"team"});
  });
}

}  // namespace convergence
