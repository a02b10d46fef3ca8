// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An outside project: an operator of its own, advanced on a grid, and what it must keep; and the library of units,
// which the package has to find again.
#include <cmath>
#include <cstdio>
#include <tessera/run/units.hpp>
#include <tessera/tessera.hpp>

struct dye : tessera::Quantity<double> {};

/// Upwind transport along x: what leaves a cell enters the next.
struct Carry {
  double share;
  using reach = tessera::Star<1>;
  KOKKOS_FUNCTION double operator()(auto const& u) const { return u() + share * (u(-1, 0) - u()); }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using namespace tessera;
  Grid<2> const grid{.cells = {37, 11}, .periodic = {true, true}};
  Solution run{Kokkos::DefaultExecutionSpace{}, Program{grid, Stage<Carry, Reads<dye>, Writes<dye>>{{0.25}}}};
  std::vector<double> start(37 * 11, 0.0);
  start[5] = 407.0;
  run.set<dye>(start);
  run.advance(100);
  double const mean = norms(run.exec(), run.field<dye>()).mean;
  std::printf("%smean %.15g\n", run.explain().c_str(), mean);
  return std::abs(mean - 1) < 1e-14 && !unit_change("m", "m").changes() ? 0 : 1;
}
