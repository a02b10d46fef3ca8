// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <numbers>

#include "convergence/problem.hpp"

using namespace convergence;

namespace {

constexpr double pi = std::numbers::pi;

/// The steady temperature of a cube of side 1 whose face x = 0 is at 100 and whose others are at 0.
double box_series(double x, double y, double z) {
  double sum = 0;
  for (int m = 1; m < 40; m += 2) {
    for (int n = 1; n < 40; n += 2) {
      double const g = pi * std::sqrt(m * m + n * n);
      double const along = (std::exp(-g * x) - std::exp(-g * (2 - x))) / (1 - std::exp(-2 * g));
      sum += 1600 / (pi * pi * m * n) * std::sin(m * pi * y) * std::sin(n * pi * z) * along;
    }
  }
  return sum;
}

Problem<3> box(int n) {
  Problem<3> problem{{n, n, n}, {1.0 / n, 1.0 / n, 1.0 / n}, {Ends::value, Ends::value, Ends::value}};
  problem.low[0] = 100;
  problem.dt = 0.16 / (n * n);
  return problem;
}

std::vector<double> steady_box(int space, int n) {
  auto const problem = box(n);
  // The slowest mode loses 3 pi^2 dt of itself in a step.
  auto const steps = static_cast<long>(25 / (3 * pi * pi * problem.dt));
  return solve_heat<3>(space, problem, std::vector<double>(static_cast<std::size_t>(n * n * n), 0.0), steps);
}

/// The largest error away from the faces, where the boundary has no jump, in the centres of the cells of a coarse box:
/// those of a box with `refine` (an odd number) times as many are among them.
double box_error(int space, int coarse, int refine) {
  int const n = coarse * refine;
  auto const result = steady_box(space, n);
  double worst = 0;
  box(n).for_each_cell([&](std::size_t p, double x, double y, double z) {
    auto const shared = [&](double s) {
      auto const cell = static_cast<int>(s * n);
      return cell % refine == refine / 2 && s > 0.25 && s < 0.75;
    };
    if (shared(x) && shared(y) && shared(z)) worst = std::max(worst, std::abs(result[p] - box_series(x, y, z)));
  });
  return worst;
}

}  // namespace

TEST_CASE("The steady box with one hot face is its Fourier series", "[steady]") {
  int const space = GENERATE(range(0, space_count()));
  double const coarse = box_error(space, 9, 1);
  double const fine = box_error(space, 9, 3);
  CAPTURE(coarse, fine);
  CHECK(fine < 0.1);
  CHECK(coarse / fine > 8);
  CHECK(coarse / fine < 10);
}

TEST_CASE("The centre of the steady box is at a sixth of its hot face", "[steady]") {
  int const space = GENERATE(range(0, space_count()));
  auto const result = steady_box(space, 9);  // six such boxes add up to one that is at 100 everywhere
  CHECK(std::abs(result[(4 * 9 + 4) * 9 + 4] - 100.0 / 6) < 1e-8);
}

TEST_CASE("A constant source between cold ends has a parabola for its steady state", "[steady]") {
  int const space = GENERATE(range(0, space_count()));
  int const n = 15;
  double const h = 0.2, source = 3, diffusivity = 1.7, length = n * h;
  Ends const ends = GENERATE(Ends::value, Ends::node_value);
  Problem<1> const problem{{n}, {h}, {ends}, {}, {}, diffusivity, 0.45 * h * h / diffusivity};
  auto const exact = problem.sample([&](double x, double, double) {
    // The mean of cell and ghost is zero on the face; or the ghost itself is.
    double const parabola = ends == Ends::value ? x * (length - x) + h * h / 4 : (x + h / 2) * (length + h / 2 - x);
    return source / (2 * diffusivity) * parabola;
  });
  std::vector<double> const nothing(n, 0.0), everywhere(n, source);
  CHECK(distance(solve_source(space, problem, nothing, everywhere, 2500), exact) < 1e-10);
}

TEST_CASE("A steady flux through a varying conductor is the same everywhere", "[steady]") {
  int const space = GENERATE(range(0, space_count()));
  int const n = 12;
  double const h = 0.5;
  Problem<1> problem{{n}, {h}, {Ends::value}, {20.0}, {-5.0}, 1, 0.45 * h * h / 3};
  auto const alpha = problem.sample([](double x, double, double) { return 2 + std::sin(2 * x); });
  std::vector<double> const nothing(n, 0.0);
  auto const u = solve_variable<1>(space, problem, nothing, alpha, nothing, 6000);

  // The resistance of a cell is h / alpha; all are in series.
  double resistance = 0, before = 0;
  for (double const a : alpha) resistance += h / a;
  std::vector<double> exact;
  for (double const a : alpha) {
    exact.push_back(20 - 25 * (before + h / (2 * a)) / resistance);
    before += h / a;
  }
  CHECK(distance(u, exact) < 1e-9);
}

TEST_CASE("A manufactured state of a varying conductor is met with second order", "[steady]") {
  int const space = GENERATE(range(0, space_count()));
  auto const error = [&](int n) {
    Problem<2> const problem{{n, n}, {1.0 / n, 1.0 / n}, {Ends::value, Ends::value}, {}, {}, 1, 0.22 / (1.5 * n * n)};
    auto const exact =
        problem.sample([](double x, double y, double) { return std::sin(pi * x) * std::sin(2 * pi * y); });
    auto const alpha = problem.sample([](double x, double y, double) { return 1 + 0.3 * x + 0.2 * y * y; });
    auto const source = problem.sample([](double x, double y, double) {
      double const u = std::sin(pi * x) * std::sin(2 * pi * y);
      double const u_x = pi * std::cos(pi * x) * std::sin(2 * pi * y);
      double const u_y = 2 * pi * std::sin(pi * x) * std::cos(2 * pi * y);
      return 5 * pi * pi * (1 + 0.3 * x + 0.2 * y * y) * u - 0.3 * u_x - 0.4 * y * u_y;
    });
    auto const steps = static_cast<long>(22 / (2 * pi * pi * problem.dt));
    return distance(solve_variable<2>(space, problem, exact, alpha, source, steps), exact);
  };
  double const coarse = error(12);
  double const fine = error(24);
  CAPTURE(coarse, fine);
  CHECK(coarse / fine > 3.5);
  CHECK(coarse / fine < 4.5);
}
