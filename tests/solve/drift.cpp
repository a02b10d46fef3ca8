// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <numbers>

#include "solve/dense.hpp"
#include "tessera/solve/steady_solver.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using test::distance;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T>
struct density : Quantity<T> {};

/// A step that spreads, drifts along x, and grows.
template <class T>
struct Drifting {
  T spread, drift, growth;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FUNCTION T operator()(U const& u) const {
    T const around = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1);
    return u() + spread * (around - 4 * u()) - drift * (u(1, 0) - u(-1, 0)) + growth * u();
  }
};

struct Numbers {
  double drift = 0, growth = 0;
};
template <class T>
auto drifting(Numbers const& numbers) {
  return [numbers](Grid<2> const& grid) {
    // dt stays: coarser grids take less of a gradient.
    double const h = grid.spacing[0];
    Drifting<T> const op{static_cast<T>(0.2 / (h * h)), static_cast<T>(0.2 * numbers.drift / h),
                         static_cast<T>(numbers.growth)};
    Program const bare{grid, Stage<Drifting<T>, Reads<density<T>>, Writes<density<T>>>{op}};
    if (grid.periodic[0]) return bare;
    return bare.template boundary<density<T>>(Dirichlet{0.0})
        .template boundary<density<T>>(Face::x_low, Dirichlet{1.0});
  };
}

/// I - M and g of n x n cells, by hand.
std::pair<test::Dense, std::vector<double>> system(int n, Numbers const& numbers) {
  test::Dense a(static_cast<std::size_t>(n * n));
  std::vector<double> b(a.n, 0.0);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      auto const here = static_cast<std::size_t>(i + n * j);
      a.at(here, here) += 0.8 - numbers.growth;
      auto const take = [&](int x, int y, double m) {
        if (x < 0) b[here] += 2 * m;
        if (x < 0 || y < 0 || x >= n || y >= n) {
          a.at(here, here) += m;
        } else {
          a.at(here, static_cast<std::size_t>(x + n * y)) -= m;
        }
      };
      take(i + 1, j, 0.2 - 0.2 * numbers.drift);
      take(i - 1, j, 0.2 + 0.2 * numbers.drift);
      take(i, j - 1, 0.2);
      take(i, j + 1, 0.2);
    }
  }
  return {a, b};
}

}  // namespace

TEST_CASE("BiCGStab solves what drifts, and conjugate gradients refuse it", "[krylov]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Numbers const numbers{0.6, -0.01};
  auto const on = drifting<double>(numbers);
  Solution run{Exec{}, on(Grid<2>{{17, 17}})};
  auto const [a, b] = system(17, numbers);
  for (Preconditioner const preconditioner : {Preconditioner::multigrid, Preconditioner::diagonal}) {
    run.set<density<double>>(0.0);
    SteadySolver solver{run, on, {.method = SolverMethod::bicgstab, .preconditioner = preconditioner}};
    CHECK(solver.solve(1e-11).converged);
    CHECK(distance(run.get<density<double>>(), a.solve(b)) < 1e-10);
  }
  CHECK_THROWS_MATCHES(
      (SteadySolver{run, on, {.method = SolverMethod::cg}}), InputError,
      MessageMatches(ContainsSubstring("Drifting<double> is not symmetric in") && ContainsSubstring("take bicgstab")));
}

TEST_CASE("Conjugate gradients say where a matrix is not positive definite", "[krylov]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  auto const on = drifting<double>({0, 0.2});  // grows faster than the slowest wave decays
  Solution run{Exec{}, on(Grid<2>{{17, 17}})};
  SteadySolver solver{run, on, {.method = SolverMethod::cg, .preconditioner = Preconditioner::diagonal}};
  CHECK_THROWS_MATCHES(
      solver.cycle(), NumericsError,
      MessageMatches(ContainsSubstring("Drifting<double> in") && ContainsSubstring("not positive definite")));
}

TEST_CASE("Krylov methods keep the mean where no boundary holds a value", "[krylov]") {
  Grid<2> grid{{16, 12}};
  grid.periodic = {true, true};
  Solution run{Exec{}, drifting<double>({})(grid)};
  std::vector<double> start;
  for (int cell = 0; cell < 16 * 12; ++cell) start.push_back(cell * 37 % 100);
  double mean = 0;
  for (double const value : start) mean += value / (16 * 12);
  for (SolverMethod const method : {SolverMethod::cg, SolverMethod::bicgstab}) {
    for (Preconditioner const preconditioner : {Preconditioner::multigrid, Preconditioner::diagonal}) {
      run.set<density<double>>(start);
      SteadySolver solver{run, drifting<double>({}), {.method = method, .preconditioner = preconditioner}};
      CHECK(solver.solve(1e-13).converged);
      CHECK(distance(run.get<density<double>>(), std::vector<double>(start.size(), mean)) < 1e-10);
    }
  }
}

TEST_CASE("Corrections in float give a solution in double", "[refinement]") {
  auto const [a, b] = system(17, {});
  auto const exact = a.solve(b);
  Solution run{Exec{}, drifting<double>({})(Grid<2>{{17, 17}})};
  for (SolverMethod const method : {SolverMethod::multigrid, SolverMethod::cg}) {
    run.set<density<double>>(0.0);
    SteadySolver solver{run, drifting<float>({}), {.method = method}};
    CHECK(solver.solve(1e-13).converged);
    CHECK(distance(run.get<density<double>>(), exact) < 1e-13);
  }
}

TEST_CASE("The extreme eigenvalues of a map", "[linear_map]") {
  using Catch::Matchers::WithinRel;
  LinearMap<Exec, decltype(drifting<double>({})(Grid<2>{}))> map{Exec{}, drifting<double>({})(Grid<2>{{20, 13}})};
  double const slowest =
      1 - (std::cos(std::numbers::pi / 20) + std::cos(std::numbers::pi / 13)) / 2;  // D is 4 times the coupling
  CHECK_THAT(map.least_eigenvalue(), WithinRel(slowest, 1e-12));
  CHECK_THAT(map.largest_eigenvalue(200), WithinRel(2.0, 0.01));
  CHECK(map.facts().largest() >= map.largest_eigenvalue());
}

TEST_CASE("The least eigenvalue is that of a line, whatever its ends", "[linear_map]") {
  // The eigenvector of the slowest wave of 7 cells satisfies A v = lambda v beyond both ends, too.
  auto const least = [](bool periodic, double low, double high) {
    return least_eigenvalue({7, 1, 1}, {{{periodic, low, high}, {}, {}}}, {0.3, 0, 0}, 0, 0.6);
  };
  for (auto const& [low, high] : {std::pair{-1.0, -1.0}, {-1.0, 1.0}, {0.0, -1.0}, {0.0, 0.0}, {1.0, 0.0}, {-1., 0.}}) {
    CAPTURE(low, high);
    // Inverse iteration with the tridiagonal matrix.
    std::vector<double> v(7, 1.0);
    test::Dense a(7);
    for (std::size_t i = 0; i < 7; ++i) {
      a.at(i, i) = 1;
      if (i > 0) a.at(i, i - 1) = -0.5;
      if (i < 6) a.at(i, i + 1) = -0.5;
    }
    a.at(0, 0) -= 0.5 * low;
    a.at(6, 6) -= 0.5 * high;
    double size = 0;
    for (int n = 0; n < 60; ++n) {
      v = a.solve(v);
      size = *std::max_element(v.begin(), v.end());
      for (double& value : v) value /= size;
    }
    CHECK_THAT(least(false, low, high), Catch::Matchers::WithinRel(1 / size, 1e-10));
  }
  CHECK_THAT(least(true, 1, 1), Catch::Matchers::WithinRel(1 - std::cos(2 * std::numbers::pi / 7), 1e-12));
  CHECK_THAT(least(false, 1, 1), Catch::Matchers::WithinRel(1 - std::cos(std::numbers::pi / 7), 1e-12));
}
