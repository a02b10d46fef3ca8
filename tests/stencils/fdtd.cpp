// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/fdtd.hpp"

#include <numbers>

#include "stencils/support.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

using ElectricX = st::ex<double>;
using ElectricY = st::ey<double>;
using Magnetic = st::hz<double>;
using Values = std::vector<double>;

constexpr double pi = std::numbers::pi;
constexpr st::Medium medium{2.0, 1.5};

/// A cavity of 1.2 m x 0.7 m between walls, and the mode with 2 half waves along x and one along y.
Grid<2> cavity(int n) { return Grid<2>{.cells = {2 * n, n}, .spacing = {0.6 / n, 0.7 / n}}; }
constexpr double k_x = 2 * pi / 1.2, k_y = pi / 0.7;
constexpr double speed = 1 / 1.7320508075688772;  // 1 / sqrt(epsilon mu)

Values mode_of(Grid<2> const& grid) {
  return sample(grid, [](double x, double y, double) { return std::cos(k_x * x) * std::cos(k_y * y); });
}

/// The frequency at which the mode swings on this grid, by Yee's numerical dispersion relation (Taflove, section 4.2):
/// sin^2(w dt / 2) / (c dt)^2 = sin^2(k_x h_x / 2) / h_x^2 + sin^2(k_y h_y / 2) / h_y^2.
double dispersed(Grid<2> const& grid, double dt) {
  double const along_x = std::sin(k_x * grid.spacing[0] / 2) / grid.spacing[0];
  double const along_y = std::sin(k_y * grid.spacing[1] / 2) / grid.spacing[1];
  return 2 / dt * std::asin(speed * dt * std::hypot(along_x, along_y));
}

TEST_CASE("A mode of the cavity swings as the dispersion relation says", "[fdtd]") {
  Grid<2> const grid = cavity(23);
  double const dt = 0.9 * st::fdtd_step_limit(medium, grid.spacing);
  double const w = dispersed(grid, dt);
  Values const mode = mode_of(grid);
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, st::fdtd_program<double>(grid, medium, dt)};
    run.template set<Magnetic>(mode);
    int const steps = 1000;
    run.advance(steps);
    // E starts at 0, H half a step later.
    double const expected = std::cos(w * (steps + 0.5) * dt) / std::cos(w * dt / 2);
    Values scaled = mode;
    for (double& v : scaled) v *= expected;
    CAPTURE(expected);
    CHECK(distance(run.template get<Magnetic>(), scaled) < 1e-12);
    CHECK(std::abs(expected) > 0.1);
  });
}

/// The frequency of the mode, from three swings in a row: cos(w dt) = (a + c) / (2 b).
template <class Exec>
double measured(Exec const& exec, int n) {
  Grid<2> const grid = cavity(n);
  double const dt = 0.5 * st::fdtd_step_limit(medium, grid.spacing);
  Solution run{exec, st::fdtd_program<double>(grid, medium, dt)};
  run.template set<Magnetic>(mode_of(grid));
  double swing[3] = {};
  for (double& s : swing) {
    run.advance(1);
    s = run.template get<Magnetic>()[0];
  }
  return std::acos((swing[0] + swing[2]) / (2 * swing[1])) / dt;
}

TEST_CASE("The frequency of a cavity's mode comes to the exact one with second order", "[fdtd]") {
  double const exact = speed * std::hypot(k_x, k_y);
  test::for_each_space([&](auto const& exec) {
    double const coarse = std::abs(measured(exec, 20) - exact), fine = std::abs(measured(exec, 40) - exact);
    CAPTURE(exact, coarse, fine);
    CHECK(std::abs(std::log2(coarse / fine) - 2) < 0.01);
  });
}

/// Values in [-0.5, 0.5) without a pattern; 0 where the cell's number along `axis` is 0 (no axis: nowhere).
Values rough(Grid<2> const& grid, int axis, double seed) {
  Values values;
  for (int p = 0; p < grid.size(); ++p) {
    double const v = std::sin(12.9898 * p + seed) * 43758.5453;
    bool const wall = axis >= 0 && (axis == 0 ? p % grid.cells[0] : p / grid.cells[0]) == 0;
    values.push_back(wall ? 0 : v - std::floor(v) - 0.5);
  }
  return values;
}

double product(Values const& a, Values const& b) {
  double sum = 0;
  for (std::size_t p = 0; p < a.size(); ++p) sum += a[p] * b[p];
  return sum;
}

/// The energy that the scheme keeps, per cell's area: epsilon E^2 + mu H H, with H half a step before and half a step
/// after E. `before` is H before the step that brought the run to where it is.
template <class Run>
double energy(Run const& run, Values const& before) {
  Values const x = run.template get<ElectricX>(), y = run.template get<ElectricY>(), h = run.template get<Magnetic>();
  return medium.permittivity * (product(x, x) + product(y, y)) + medium.permeability * product(before, h);
}

/// The energy after `steps` steps from fields without a pattern, as a part of that after one.
template <class Exec>
double kept(Exec const& exec, Grid<2> const& grid, double part_of_limit, int steps) {
  double const dt = part_of_limit * st::fdtd_step_limit(medium, grid.spacing);
  Solution run{exec, st::fdtd_program<double>(grid, medium, dt)};
  run.template set<ElectricX>(rough(grid, grid.periodic[1] ? -1 : 1, 0.1));
  run.template set<ElectricY>(rough(grid, grid.periodic[0] ? -1 : 0, 0.2));
  run.template set<Magnetic>(rough(grid, -1, 0.3));
  Values before = run.template get<Magnetic>();
  run.advance(1);
  double const first = energy(run, before);
  run.advance(steps - 2);
  before = run.template get<Magnetic>();
  run.advance(1);
  return energy(run, before) / first;
}

TEST_CASE("The energy in a cavity stays what it is", "[fdtd]") {
  test::for_each_space([](auto const& exec) {
    for (bool x : {false, true}) {
      for (bool y : {false, true}) {
        Grid<2> const grid{.cells = {37, 19}, .spacing = {0.1, 0.15}, .periodic = {x, y}};
        CAPTURE(x, y);
        CHECK(std::abs(kept(exec, grid, 0.99, 1000) - 1) < 1e-12);
      }
    }
  });
}

TEST_CASE("Past the step limit the fields grow, and not before", "[fdtd]") {
  test::for_each_space([](auto const& exec) {
    Grid<2> const grid{.cells = {32, 32}, .spacing = {0.1, 0.1}};
    auto const largest = [&](double part_of_limit) {
      double const dt = part_of_limit * st::fdtd_step_limit(medium, grid.spacing);
      Solution run{exec, st::fdtd_program<double>(grid, medium, dt)};
      run.template set<Magnetic>(rough(grid, -1, 0.3));
      run.advance(2000);
      return distance(run.template get<Magnetic>(), Values(32 * 32, 0.0));
    };
    CHECK(largest(0.999) < 5);
    CHECK(largest(1.01) > 1e6);
  });
}

}  // namespace stencil_tests
