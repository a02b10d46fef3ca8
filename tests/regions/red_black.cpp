// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <vector>

#include "regions/spaces_with_column.hpp"
#include "spaces.hpp"
#include "tessera/numeric.hpp"
#include "tessera/reduce.hpp"

using namespace tessera;
using Catch::Matchers::WithinRel;

namespace regions {

struct potential : Quantity<double> {};
struct charge : Quantity<double> {};

/// The value that solves the five-point Laplace equation -div grad u = f at one point, its neighbours held: h^2 f is
/// what the second input is.
struct Solve {
  double over = 1;  ///< how far beyond it to go: 1 is Gauss and Seidel's
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class F>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, F const& f) const {
    double const mean = 0.25 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) + f());
    return tessera::fma(over, mean - u(), u());
  }
};
using SolveStage = Stage<Solve, Reads<potential, charge>, Writes<potential>>;

/// The unknowns are the points inside a square of side 1 whose sides are held at zero: h = 1 / (n + 1).
template <class... Stages>
auto square(int n, Stages const&... stages) {
  return Program{Grid<2>{{n, n}}, stages...}.template boundary<potential>(Dirichlet{0.0, ValueAt::node});
}

/// By what an error shrinks in a step, once its slowest part is all that is left.
template <class Run>
double factor(Run& run) {
  run.template set<potential>(1.0);
  run.advance(400);
  double const before = norms(run.exec(), run.template field<potential>()).l2;
  run.advance(20);
  return std::pow(norms(run.exec(), run.template field<potential>()).l2 / before, 1.0 / 20);
}

/// D. M. Young, Iterative Solution of Large Linear Systems (1971): Jacobi's error shrinks by cos(pi h) in a step, that
/// of Gauss and Seidel by its square, whatever consistent order the points are taken in, red and black is one; with the
/// best over-relaxation, 2 / (1 + sin(pi h)), by that less 1.
TEST_CASE("Red and black Gauss-Seidel converges as theory says, and Jacobi half as fast", "[regions][physics]") {
  int const n = 17;
  double const pi = std::acos(-1.0), h = 1.0 / (n + 1), jacobi = std::cos(pi * h);
  test::for_each_space([&](auto const& exec) {
    for (char const* strategy : {"", "naive", "team"}) {
      Solution once{exec, square(n, SolveStage{}), Schedule{strategy}};
      CHECK_THAT(factor(once), WithinRel(jacobi, 1e-6));
      Solution seidel{exec, square(n, SolveStage{}.over(Parity<0>{}), SolveStage{}.over(Parity<1>{})),
                      Schedule{strategy}};
      CHECK(seidel.plan().buffers.quantities[0].buffers == 1);
      CHECK_THAT(factor(seidel), WithinRel(jacobi * jacobi, 1e-6));
    }
  });
}

TEST_CASE("Successive over-relaxation solves Poisson's equation", "[regions][physics]") {
  int const n = 31;
  double const pi = std::acos(-1.0), h = 1.0 / (n + 1), best = 2 / (1 + std::sin(pi * h));
  test::for_each_space([&](auto const& exec) {
    SolveStage const stage{{best}};
    Solution run{exec, square(n, stage.over(Parity<0>{}), stage.over(Parity<1>{}))};
    // sin(pi x) sin(2 pi y) solves the discrete equation with its discrete eigenvalue.
    double const lambda = 4 * (std::pow(std::sin(pi * h / 2), 2) + std::pow(std::sin(pi * h), 2));
    std::vector<double> exact, load;
    for (int cell = 0; cell < n * n; ++cell) {
      exact.push_back(std::sin(pi * (cell % n + 1) * h) * std::sin(2 * pi * (cell / n + 1) * h));
      load.push_back(lambda * exact.back());
    }
    run.template set<charge>(load);
    run.advance(300);  // the error is below (best - 1)^300, times what is of order 300: 1e-23
    std::vector<double> const got = run.template get<potential>();
    double worst = 0;
    for (std::size_t cell = 0; cell < got.size(); ++cell) worst = std::fmax(worst, std::fabs(got[cell] - exact[cell]));
    CHECK(worst < 1e-13);
  });
}

}  // namespace regions
