// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <numbers>

#include "regions/spaces_with_column.hpp"
#include "stencils/support.hpp"
#include "tessera/stencils/fdtd.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace locations {

using stencil_tests::distance;
using Values = std::vector<double>;

constexpr double pi = std::numbers::pi;
constexpr st::Medium medium{2.0, 1.5};
constexpr double speed = 1 / 1.7320508075688772;  // 1 / sqrt(epsilon mu)

/// A cavity of 1.2 m x 0.7 m, and the mode with `m` half waves along x and one along y.
struct Cavity {
  Grid<2> grid;
  double k_x, k_y = pi / 0.7;

  Cavity(int nx, int ny, int m)
      : grid{.cells = {nx, ny}, .spacing = {1.2 / nx, 0.7 / ny}, .origin = {}, .periodic = {}}, k_x(m * pi / 1.2) {}

  /// sin^2(w dt / 2) / (c dt)^2 = sin^2(k_x h_x / 2) / h_x^2 + sin^2(k_y h_y / 2) / h_y^2 (Taflove, section 4.2).
  [[nodiscard]] double frequency(double dt) const {
    return 2 / dt * std::asin(speed * dt * std::hypot(slope(k_x, 0), slope(k_y, 1)));
  }
  [[nodiscard]] double slope(double k, std::size_t axis) const {
    return std::sin(k * grid.spacing[axis] / 2) / grid.spacing[axis];
  }
};

/// Hz and E of the mode after `steps` steps, against the discrete solution with E at its own edges, walls included.
template <class T, class Exec>
double worst_of(Exec const& exec, Cavity const& cavity, std::string const& strategy, int steps) {
  using x = st::yee::ex<T>;
  using y = st::yee::ey<T>;
  using z = st::yee::hz<T>;
  double const dt = 0.9 * st::fdtd_step_limit(medium, cavity.grid.spacing), w = cavity.frequency(dt);
  Solution run{exec, st::yee_program<T>(cavity.grid, medium, dt), Schedule{strategy}};
  auto const cosines = [&](At<2> const& at) { return std::cos(cavity.k_x * at.x()) * std::cos(cavity.k_y * at.y()); };
  run.template set<x>(sample<x>(
      cavity.grid, [](At<2> const& at) { return at.index(1) == 0 ? 7.0 : 0.0; }));  // walls are the boundary's
  run.template set<z>(sample<z>(cavity.grid, cosines));
  run.advance(steps);
  // E is 0 at the start and H half a step later, so H = cos(w (n + 1/2) dt) / cos(w dt / 2). E is the sum over the
  // steps of dt / epsilon times the differences of H, which are `slope` times 2 at the edges.
  double const h = std::cos(w * (steps + 0.5) * dt) / std::cos(w * dt / 2);
  double const e = std::sin(w * steps * dt) / std::sin(w * dt) * 2 * dt / medium.permittivity;
  auto const expected_z = sample<z>(cavity.grid, [&](At<2> const& at) { return h * cosines(at); });
  auto const expected_x = sample<x>(cavity.grid, [&](At<2> const& at) {
    return -e * cavity.slope(cavity.k_y, 1) * std::cos(cavity.k_x * at.x()) * std::sin(cavity.k_y * at.y());
  });
  auto const expected_y = sample<y>(cavity.grid, [&](At<2> const& at) {
    return e * cavity.slope(cavity.k_x, 0) * std::sin(cavity.k_x * at.x()) * std::cos(cavity.k_y * at.y());
  });
  return std::max({distance(run.template get<x, double>(), expected_x),
                   distance(run.template get<y, double>(), expected_y),
                   distance(run.template get<z, double>(), expected_z)});
}

TEST_CASE("All fields of a cavity's mode swing as the dispersion relation says", "[locations]") {
  test::for_each_space([&](auto const& exec) {
    for (char const* strategy : {"naive", "team", "per_cell"}) {
      CHECK(worst_of<double>(exec, Cavity(46, 23, 2), strategy, 1000) < 1e-12);
      CHECK(worst_of<double>(exec, Cavity(3, 2, 1), strategy, 50) < 1e-13);
      CHECK(worst_of<double>(exec, Cavity(2, 3, 1), strategy, 50) < 1e-13);
      CHECK(worst_of<float>(exec, Cavity(17, 5, 3), strategy, 100) < 1e-5);
    }
  });
}

double product(Values const& a, Values const& b) {
  double sum = 0;
  for (std::size_t p = 0; p < a.size(); ++p) sum += a[p] * b[p];
  return sum;
}

/// The energy that the scheme keeps, epsilon E^2 + mu H- H+, after `steps` steps from fields without a pattern, as a
/// part of that after one step.
template <class Exec>
double kept(Exec const& exec, Grid<2> const& grid, int steps) {
  using x = st::yee::ex<double>;
  using y = st::yee::ey<double>;
  using z = st::yee::hz<double>;
  double const dt = 0.99 * st::fdtd_step_limit(medium, grid.spacing);
  Solution run{exec, st::yee_program<double>(grid, medium, dt)};
  auto const rough = [](double seed) {
    return [seed](At<2> const& at) {
      double const v = std::sin(12.9898 * at.x() / 0.1 + 78.233 * at.y() + seed) * 43758.5453;
      return v - std::floor(v) - 0.5;
    };
  };
  run.template set<x>(sample<x>(grid, rough(0.1)));
  run.template set<y>(sample<y>(grid, rough(0.2)));
  run.template set<z>(sample<z>(grid, rough(0.3)));
  double first = 0, last = 0;
  Values before;
  for (int part : {0, 1}) {
    if (part == 1) run.advance(steps - 2);
    before = run.template get<z>();
    run.advance(1);
    Values const e_x = run.template get<x>(), e_y = run.template get<y>(), h = run.template get<z>();
    (part == 0 ? first : last) =
        medium.permittivity * (product(e_x, e_x) + product(e_y, e_y)) + medium.permeability * product(before, h);
  }
  return last / first;
}

TEST_CASE("The energy in a cavity of any size stays what it is", "[locations]") {
  test::for_each_space([](auto const& exec) {
    for (unsigned periodic : {0U, 1U, 2U, 3U}) {
      for (std::array<int, 2> const cells :
           {std::array{37, 19}, std::array{1, 2}, std::array{3, 1}, std::array{1, 1}}) {
        Grid<2> const grid{.cells = cells,
                           .spacing = {0.1, 0.15},
                           .origin = {},
                           .periodic = {(periodic & 1U) != 0, (periodic & 2U) != 0}};
        CAPTURE(periodic, cells[0], cells[1]);
        CHECK(std::abs(kept(exec, grid, 500) - 1) < 1e-12);
      }
    }
  });
}

}  // namespace locations
