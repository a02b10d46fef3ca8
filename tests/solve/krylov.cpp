// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "solve/layers.hpp"

using namespace layers;
using test::distance;

TEST_CASE("A program as a linear map has the matrix that is made by hand", "[linear_map]") {
  Problem const problem{13, 10, 50};
  Solution run{Exec{}, problem.program(problem.grid())};
  problem.set(run);
  LinearMap map{run};
  auto const [a, b] = problem.system();
  auto const x = map.vector("x"), y = map.vector("y");
  auto const values = problem.noise(3);
  x.from_host(values);
  map.apply(x, y);
  CHECK(distance(y.to_host(), a.times(values)) < 1e-15);
  map.apply(x, x);
  CHECK(x.to_host() == y.to_host());
  run.set_clock(4, 5.0);
  CHECK(distance(map.right_side(run).to_host(), b) < 1e-15);
  CHECK((run.step() == 4 && run.time() == 5.0 && run.get<warmth>() == std::vector<double>(130, 0.7)));
  auto const diagonal = map.diagonal();
  for (int j = 0; j < problem.ny; ++j) {
    for (int i = 1; i + 1 < problem.nx; ++i) {
      std::size_t const at = problem.index(i, j);
      CHECK(std::abs(diagonal[at] - a.at(at, at)) < 1e-15);
    }
  }
}

TEST_CASE("Sweeps of different weights in one launch are those one by one", "[linear_map]") {
  Problem const problem{300, 130, 5};
  Solution run{Exec{}, problem.program(problem.grid())};
  problem.set(run);
  LinearMap map{run};
  map.f().from_host(problem.noise(4));
  std::vector<double> weights = chebyshev_weights(70, 0.1, 2);  // more than a table holds
  map.relax(weights, true);
  auto const at_once = map.u().to_host();
  map.first_sweep(weights.front());
  for (std::size_t s = 1; s < weights.size(); ++s) map.relax(weights[s]);
  CHECK(map.u().to_host() == at_once);
}

TEST_CASE("The weights of sweeps damp as the Chebyshev polynomial does, and no product of the first ones is large",
          "[linear_map]") {
  for (int const sweeps : {1, 4, 7, 64, 300}) {
    auto const weights = chebyshev_weights(sweeps, 0.001, 2);
    double const expected = 1 / std::cosh(sweeps * std::acosh(2.001 / 1.999));
    double most = 0, grown = 0;
    for (int i = 0; i <= 2000; ++i) {
      double const eigenvalue = 0.001 + 1.999 * i / 2000;
      double product = 1;
      for (double const weight : weights) {
        product *= 1 - weight * eigenvalue;
        grown = std::max(grown, std::abs(product));
      }
      most = std::max(most, std::abs(product));
    }
    CHECK(grown < 2000);  // rounding errors grow by as much
    CHECK(most <= expected * 1.000001);
    CHECK(most > expected * 0.999);
  }
}

namespace {

using M = SolverMethod;
using P = Preconditioner;
std::vector<SolverOptions> all_methods() {
  return {{.method = M::cg},
          {.method = M::cg, .preconditioner = P::chebyshev},
          {.method = M::cg, .preconditioner = P::diagonal},
          {.method = M::bicgstab},
          {.method = M::bicgstab, .preconditioner = P::diagonal},
          {.method = M::chebyshev},
          {.method = M::multigrid}};
}

}  // namespace

TEST_CASE("All methods find the solution of a direct solver", "[krylov]") {
  Problem const problem{23, 14, 20};
  auto const [a, b] = problem.system();
  auto const exact = a.solve(b);
  Solution run{Exec{}, problem.program(problem.grid())};
  for (SolverOptions const& options : all_methods()) {
    CAPTURE(static_cast<int>(options.method), static_cast<int>(options.preconditioner));
    problem.set(run);
    SteadySolver solver{run, [&](Grid<2> const& g) { return problem.program(g); }, options};
    SolveReport const report = solver.solve(1e-11);
    CAPTURE(report.cycles, report.iterations, report.change);
    CHECK(report.converged);
    CHECK(distance(run.get<warmth>(), exact) < 1e-8);
  }
}

TEST_CASE("Conjugate gradients take materials that differ by six orders of magnitude", "[krylov]") {
  Problem const problem{23, 14, 1e6};
  auto const [a, b] = problem.system();
  auto const exact = a.solve(b);
  Solution run{Exec{}, problem.program(problem.grid())};
  for (P const preconditioner : {P::multigrid, P::diagonal}) {
    problem.set(run);
    SteadySolver solver{run, [&](Grid<2> const& g) { return problem.program(g); },
                        SolverOptions{.method = M::cg, .preconditioner = preconditioner}};
    SolveReport const report = solver.solve(1e-8);
    CAPTURE(static_cast<int>(preconditioner), report.cycles, report.iterations, report.change, report.stalled);
    CHECK(report.converged);
    CHECK(distance(run.get<warmth>(), exact) < 1e-5 * *std::max_element(exact.begin(), exact.end()));
  }
}

TEST_CASE("Solvers give the same bits for any number of threads", "[krylov]") {
  Problem const problem{140, 37, 20};
  Exec const exec;
  auto const part = exec.concurrency() < 2 ? exec : Kokkos::Experimental::partition_space(exec, 1, 1)[0];
  auto const solved = [&](Exec const& on, SolverOptions const& options) {
    Solution run{on, problem.program(problem.grid())};
    problem.set(run);
    SteadySolver solver{run, [&](Grid<2> const& g) { return problem.program(g); }, options};
    solver.cycle();
    solver.cycle();
    return run.get<warmth>();
  };
  for (SolverOptions const& options : all_methods()) CHECK(solved(exec, options) == solved(part, options));
}

TEST_CASE("Solvers refuse tolerances and options that cannot be", "[krylov]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  Problem const problem{8, 8, 1};
  Solution run{Exec{}, problem.program(problem.grid())};
  problem.set(run);
  auto const on = [&](Grid<2> const& g) { return problem.program(g); };
  CHECK_THROWS_MATCHES((SteadySolver{run, on}.solve(1e-16)), InputError,
                       MessageMatches(ContainsSubstring("warmth's precision can reach")));
  CHECK_THROWS_AS((SteadySolver{run, on, SolverOptions{.reduction = 1.5}}), InputError);
  CHECK_THROWS_AS((SteadySolver{run, on, SolverOptions{.most_iterations = 0}}), InputError);
}
