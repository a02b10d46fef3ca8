// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "convergence/problem.hpp"

using namespace convergence;

namespace {

/// Values in [0, 1] without a pattern.
template <int Rank>
std::vector<double> rough(Problem<Rank> const& problem) {
  return problem.sample([](double x, double y, double z) {
    double const v = std::sin(12.9898 * x + 78.233 * y + 37.719 * z) * 43758.5453;
    return v - std::floor(v);
  });
}

double mean(std::vector<double> const& values) {
  return std::accumulate(values.begin(), values.end(), 0.0L) / static_cast<double>(values.size());
}

template <int Rank>
Problem<Rank> closed(std::array<int, Rank> const& cells, std::array<Ends, Rank> const& ends) {
  Problem<Rank> problem{cells, {}, ends};
  for (std::size_t axis = 0; axis < Rank; ++axis) problem.spacing[axis] = 1 + 0.3 * static_cast<double>(axis);
  problem.dt = 0.4 / Rank;
  return problem;
}

/// No sum of roundings: one that always goes the same way would be seen at 1e-13.
constexpr double round_off = 1e-14;

template <int Rank>
double drift(int space, Problem<Rank> const& problem) {
  auto const initial = rough(problem);
  return std::abs(mean(solve_heat<Rank>(space, problem, initial, 500)) - mean(initial));
}

}  // namespace

TEST_CASE("Periodic axes and closed faces keep the mean", "[conserve]") {
  int const space = GENERATE(range(0, space_count()));
  Ends const x = GENERATE(Ends::periodic, Ends::gradient);
  Ends const other = GENERATE(Ends::periodic, Ends::gradient);
  CHECK(drift(space, closed<1>({61}, {x})) < round_off);
  CHECK(drift(space, closed<2>({19, 23}, {x, other})) < round_off);
  CHECK(drift(space, closed<3>({19, 7, 11}, {x, other, Ends::gradient})) < round_off);
  CHECK(drift(space, closed<3>({1, 7, 11}, {x, Ends::periodic, other})) < round_off);
}

TEST_CASE("A varying conductor keeps the mean between closed faces", "[conserve]") {
  int const space = GENERATE(range(0, space_count()));
  auto const problem = closed<2>({19, 23}, {Ends::gradient, Ends::gradient});
  auto const initial = rough(problem);
  std::vector<double> const nothing(initial.size(), 0.0);
  auto const result = solve_variable<2>(space, problem, initial, rough(problem), nothing, 500);
  CHECK(std::abs(mean(result) - mean(initial)) < round_off);
}

TEST_CASE("What flows in through a face is what is there more", "[conserve]") {
  int const space = GENERATE(range(0, space_count()));
  auto problem = closed<1>({40}, {Ends::gradient});
  problem.high[0] = 0.25;  // along the outward normal: heat flows in
  auto const initial = rough(problem);
  auto const result = solve_heat<1>(space, problem, initial, 500);
  CHECK(std::abs(mean(result) - mean(initial) - 500 * problem.dt * 0.25 / 40) < 1e-13);
}

TEST_CASE("A constant stays constant to the bit", "[conserve]") {
  int const space = GENERATE(range(0, space_count()));
  auto const problem = closed<3>({13, 6, 9}, {Ends::periodic, Ends::gradient, Ends::gradient});
  std::vector<double> const constant(13 * 6 * 9, 0.1);
  CHECK(solve_heat<3>(space, problem, constant, 50) == constant);
}

TEST_CASE("float is as far from double as its roundings add up to", "[precision]") {
  int const space = GENERATE(range(0, space_count()));
  auto problem = closed<3>({31, 17, 12}, {Ends::periodic, Ends::gradient, Ends::value});
  problem.dt = 0.125;
  problem.spacing = {1, 1, 1};  // coefficients that both types hold exactly
  auto const initial = rough(problem);
  std::vector<double> rounded(initial.begin(), initial.end());
  for (double& v : rounded) v = static_cast<float>(v);
  double const epsilon = std::numeric_limits<float>::epsilon();
  for (long steps : {1L, 16L, 256L}) {
    double const d =
        distance(solve_heat<3, float>(space, problem, rounded, steps), solve_heat<3>(space, problem, rounded, steps));
    CAPTURE(steps, d);
    CHECK(d > 0);
    CHECK(d < epsilon * std::sqrt(static_cast<double>(steps)));
  }
}
