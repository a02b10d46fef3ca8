// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <numbers>

#include "convergence/problem.hpp"

using namespace convergence;

namespace {

constexpr double pi = std::numbers::pi;

/// Mode `m` along one axis of `n` cells of length `h`: an eigenvector of the discrete Laplacian, whatever the ends.
struct Mode {
  Ends ends;
  int m, n;
  double h;

  [[nodiscard]] double operator()(double x) const {
    double const length = n * h;
    switch (ends) {
      case Ends::periodic: return std::sin(2 * pi * m * x / length);
      case Ends::value: return std::sin(pi * m * x / length);
      case Ends::node_value: return std::sin(pi * m * (x + h / 2) / (length + h));
      case Ends::gradient: return std::cos(pi * m * x / length);
    }
    return 0;
  }
  /// Its eigenvalue, without sign and 1 / h^2.
  [[nodiscard]] double decay() const {
    double const angle = ends == Ends::periodic     ? pi * m / n
                         : ends == Ends::node_value ? pi * m / (2 * (n + 1))
                                                    : pi * m / (2 * n);
    return 4 * std::sin(angle) * std::sin(angle);
  }
};

/// A product of modes decays by 1 - sum c (4 sin^2) in each step, to the last digits.
template <int Rank>
void mode_decays_exactly(int space, std::array<Ends, Rank> const& ends) {
  Problem<Rank> problem{{}, {}, ends, {}, {}, 0.7, 0};
  std::array<Mode, 3> modes{};
  double stiffness = 0;
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    int const n = 29 - 8 * static_cast<int>(axis);
    problem.cells[axis] = n;
    problem.spacing[axis] = 0.1 * (1 + 0.5 * static_cast<double>(axis));
    modes[axis] = {ends[axis], 2 - static_cast<int>(axis) % 2, n, problem.spacing[axis]};
    stiffness += problem.diffusivity / (problem.spacing[axis] * problem.spacing[axis]);
  }
  problem.dt = 0.2 / stiffness;
  auto const initial = problem.sample([&](double x, double y, double z) {
    return modes[0](x) * (Rank > 1 ? modes[1](y) : 1) * (Rank > 2 ? modes[2](z) : 1);
  });
  double factor = 1;
  for (std::size_t a = 0; a < Rank; ++a) {
    factor -= problem.diffusivity * problem.dt / (problem.spacing[a] * problem.spacing[a]) * modes[a].decay();
  }
  auto const result = solve_heat<Rank>(space, problem, initial, 100);
  auto expected = initial;
  for (double& v : expected) v *= std::pow(factor, 100);
  CAPTURE(Rank, static_cast<int>(ends[0]), factor);
  CHECK(distance(result, expected) < 1e-12);
  CHECK(distance(expected, std::vector<double>(expected.size(), 0.0)) > 1e-4);  // something is left to compare
}

/// The error against the exact exponential decay at t = 0.02, on cubes of side 1 with n cells along each axis.
template <int Rank>
double error_of(int space, int n) {
  Problem<Rank> problem;
  problem.cells.fill(n);
  problem.spacing.fill(1.0 / n);
  problem.ends.fill(Ends::value);
  if (Rank > 1) problem.ends[Rank - 1] = Ends::periodic;
  double const end = 0.02;
  auto const steps = static_cast<long>(std::lround(end * n * n * Rank / 0.4));
  problem.dt = end / static_cast<double>(steps);
  auto const shape = problem.sample([](double x, double y, double z) {
    double const across = Rank > 2 ? std::sin(pi * y) * std::sin(2 * pi * z) : Rank > 1 ? std::sin(2 * pi * y) : 1;
    return std::sin(pi * x) * across;
  });
  double const rate = pi * pi * (Rank == 1 ? 1 : Rank == 2 ? 5 : 6);
  auto exact = shape;
  for (double& v : exact) v *= std::exp(-rate * end);
  return distance(solve_heat<Rank>(space, problem, shape, steps), exact);
}

template <int Rank>
void second_order(int space, int n) {
  double const coarse = error_of<Rank>(space, n);
  double const fine = error_of<Rank>(space, 2 * n);
  CAPTURE(Rank, coarse, fine);
  CHECK(coarse / fine > 3.7);
  CHECK(coarse / fine < 4.3);
}

}  // namespace

TEST_CASE("A sine mode decays by the discrete factor", "[mode]") {
  int const space = GENERATE(range(0, space_count()));
  Ends const x = GENERATE(Ends::periodic, Ends::value, Ends::node_value, Ends::gradient);
  Ends const y = GENERATE(Ends::periodic, Ends::value, Ends::gradient);
  mode_decays_exactly<1>(space, {x});
  mode_decays_exactly<2>(space, {x, y});
  mode_decays_exactly<3>(space, {x, y, Ends::value});
  mode_decays_exactly<3>(space, {y, Ends::gradient, x});
}

TEST_CASE("The error falls with the square of the spacing", "[mode]") {
  int const space = GENERATE(range(0, space_count()));
  second_order<1>(space, 20);
  second_order<2>(space, 20);
  second_order<3>(space, 16);
}
