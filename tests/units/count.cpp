// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../bench/count.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tessera/stencils/fdtd.hpp"
#include "tessera/stencils/jacobi.hpp"
#include "tessera/stencils/total_variation.hpp"

namespace tessera::bench {
namespace {

struct level : Quantity<double> {};

/// Jacobi steps of a grid of `Rank` axes.
template <int Rank, class Step>
Counts of_step() {
  Grid<Rank> grid;
  grid.cells.fill(8);
  return count(Program{grid, Stage<Step, Reads<level>, Writes<level>>{Step::average()}}.template boundary<level>(
      Dirichlet{0.0}));
}

/// The operations, points and flops that formulas have on paper.
void check(Counts const& counts, int operations, int points, int flops) {
  CHECK(counts.operations == operations);
  CHECK(counts.points == points);
  CHECK(counts.flops == flops);
}

TEST_CASE("Means have one operation for each point, and one for the layer above in boxes", "[count]") {
  // Flops: each multiply-add is two. A line adds mirror images, a star in the plane pairs, before it weighs them.
  check(of_step<1, stencils::Jacobi1D3<double>>(), 3, 3, 4);
  check(of_step<1, stencils::Jacobi1D7<double>>(), 7, 7, 10);
  check(of_step<2, stencils::Jacobi2D5<double>>(), 5, 5, 7);
  check(of_step<3, stencils::Jacobi3D7<double>>(), 7, 7, 10);
  check(of_step<2, stencils::WeightedBox<2, double>>(), 10, 9, 14);
}

TEST_CASE("Operations of all stages add up, in either precision", "[count]") {
  Grid<2> const grid{.cells = {8, 8}};
  // ey and ex: a difference and a multiply-add; hz: two of each.
  check(count(stencils::fdtd_program<double>(grid, {}, 0.5)), 8, 3 + 3 + 5, 12);
  check(count(stencils::fdtd_program<float>(grid, {}, 0.5)), 8, 3 + 3 + 5, 12);
}

TEST_CASE("Roots count, and constants among themselves do not", "[count]") {
  Grid<2> const grid{.cells = {8, 8}};
  // Four differences, four multiply-adds, a root; the step is another multiply-add.
  check(count(stencils::gradient_program<double>(grid)), 10, 5, 15);
  // Three slopes, each two differences, two multiply-adds and a root; the pull, a product; the sides, a sum, two
  // multiply-adds and a product; their quotient, a product and three sums, two multiply-adds and a division.
  Counts const update = count(stencils::total_variation_program<double, true>(grid, 1.0));
  CHECK(update.points == 7 + 1 + 1);
  CHECK(update.operations == 3 * (2 + 2 + 1) + 1 + 4 + 7);
  CHECK(update.flops == 3 * (2 + 4 + 1) + 1 + 6 + 9);
}

}  // namespace
}  // namespace tessera::bench
