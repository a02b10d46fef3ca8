// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/stencils/poisson.hpp"

#include <limits>

#include "stencils/support.hpp"

using namespace tessera;
namespace st = tessera::stencils;

namespace stencil_tests {

struct potential : Quantity<double> {};
struct load : Quantity<double> {};

/// exp(x) sin(2 y) cos(z): its Laplacian is -3 (in the plane) or -4 (in space) times itself.
struct Exact {
  double factor;
  KOKKOS_FUNCTION double of(double x, double y, double z) const {
    return factor * Kokkos::exp(x) * Kokkos::sin(2 * y) * Kokkos::cos(z);
  }
  template <int Rank>
  KOKKOS_FUNCTION double operator()(At<Rank> const& at) const {
    return of(at[0], at[1], Rank > 2 ? at[2] : 0);
  }
};

/// exp(x) sin(y), which has no Laplacian.
struct Harmonic {
  KOKKOS_FUNCTION double operator()(At<2> const& at) const { return Kokkos::exp(at.x()) * Kokkos::sin(at.y()); }
};

/// A unit square or cube between ghosts with exact values, which stand 1/n apart on all sides of it.
template <int Rank>
Grid<Rank> grid_of(int n) {
  Grid<Rank> grid;
  grid.cells.fill(n);
  grid.spacing.fill(1.0 / (n + 1));
  grid.origin.fill(0.5 / (n + 1));
  return grid;
}

/// Steps until nothing changes any more but the last digits; the slowest mode loses Rank pi^2 h^2 / 4 at least.
template <class Run>
std::vector<double> converged(Run& run, int n) {
  run.advance(14L * n * n);
  return run.template get<potential>();
}

template <int Rank>
double poisson_error(int n) {
  Grid<Rank> const grid = grid_of<Rank>(n);
  Exact const u{1}, f{Rank == 2 ? -3.0 : -4.0};
  using Op = st::Poisson<Rank, double>;
  auto const program = Program{grid, Stage<Op, Reads<potential, load>, Writes<potential>>{Op::make(grid.spacing[0])}}
                           .template boundary<potential>(Dirichlet{u, ValueAt::node})
                           .template boundary<load>(Dirichlet{f, ValueAt::node});
  auto const at_centres = [&](Exact const& exact) {
    return sample(grid, [&](double x, double y, double z) { return exact.of(x, y, z); });
  };
  double worst = 0;
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, program};
    run.template set<potential>(0.0);
    run.template set<load>(at_centres(f));
    worst = std::max(worst, distance(converged(run, n), at_centres(u)));
  });
  return worst;
}

double laplace_error(int n) {
  Grid<2> const grid = grid_of<2>(n);
  using Op = st::Laplace<2, double>;
  auto const program =
      Program{grid, Stage<Op, Reads<potential>, Writes<potential>>{st::laplace_step<2, double>()}}.boundary<potential>(
          Dirichlet{Harmonic{}, ValueAt::node});
  auto const exact = sample(grid, [](double x, double y, double) { return std::exp(x) * std::sin(y); });
  double worst = 0;
  test::for_each_space([&](auto const& exec) {
    Solution run{exec, program};
    run.template set<potential>(0.0);
    worst = std::max(worst, distance(converged(run, n), exact));
  });
  return worst;
}

void falls_with_order(int order, double coarse, double fine) {
  double const measured = std::log2(coarse / fine);
  CAPTURE(coarse, fine, measured);
  CHECK(std::abs(measured - order) < 0.1 * order / 4);
  CHECK(fine > 1e-13);  // still an error of the formula, not of rounding
}

TEST_CASE("The nine-point Poisson step converges with fourth order", "[poisson]") {
  falls_with_order(4, poisson_error<2>(15), poisson_error<2>(31));
}

TEST_CASE("The nineteen-point Poisson step converges with fourth order", "[poisson]") {
  falls_with_order(4, poisson_error<3>(7), poisson_error<3>(15));
}

TEST_CASE("The nine-point Laplace step converges with sixth order", "[poisson]") {
  falls_with_order(6, laplace_error(7), laplace_error(15));
}

}  // namespace stencil_tests
