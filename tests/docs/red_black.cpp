// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Red and black Gauss-Seidel with over-relaxation: stages over the cells of one parity (docs/stages.md).
#include <cmath>
#include <cstdio>
#include <vector>

#include <tessera/numeric.hpp>
#include <tessera/solution.hpp>

using namespace tessera;

struct potential : Quantity<double> {};
struct h2f : Quantity<double> {};

struct Relax {
  double over;
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class F>
  KOKKOS_FUNCTION double operator()(U const& u, F const& f) const {
    double const mean = 0.25 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) + f());
    return tessera::fma(over, mean - u(), u());
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  int const n = 255;
  double const h = 1.0 / (n + 1), pi = std::acos(-1.0);
  Stage<Relax, Reads<potential, h2f>, Writes<potential>> const relax{{2 / (1 + std::sin(pi * h))}};
  auto program = Program{Grid<2>{{n, n}, {h, h}}, relax.over(Parity<0>{}), relax.over(Parity<1>{})}.boundary<potential>(
      Dirichlet{0.0, ValueAt::node});
  Solution run{Kokkos::DefaultExecutionSpace{}, program};
  run.set<h2f>(h * h);
  run.advance(1000);
  std::printf("middle %.6f\n", run.get<potential>()[n * n / 2]);  // -laplace u = 1 on the unit square
}
