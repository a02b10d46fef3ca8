// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <numeric>

#include "tessera/solve/steady_solver.hpp"
#include "tessera/stencils/heat.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T>
struct warmth : Quantity<T> {};
template <class T>
struct conductivity : Quantity<T> {};
template <class T>
struct heating : Quantity<T> {};

/// The kinds of ends along an axis.
enum class Ends { values, gradients, periodic, nodes, mixed };

template <class T, class ProgramType, std::size_t Rank>
ProgramType with_ends(ProgramType program, std::array<Ends, Rank> const& ends) {
  for (std::size_t axis = 0; axis < Rank; ++axis) {
    auto const low = static_cast<Face>(2 * axis), high = static_cast<Face>(2 * axis + 1);
    if (ends[axis] == Ends::periodic) continue;
    if (ends[axis] == Ends::gradients) {
      program =
          program.template boundary<warmth<T>>(low, Neumann{0.0}).template boundary<warmth<T>>(high, Neumann{0.0});
    } else {
      ValueAt const at = ends[axis] == Ends::nodes ? ValueAt::node : ValueAt::face;
      program = program.template boundary<warmth<T>>(low, Dirichlet{1.0, at});
      program = ends[axis] == Ends::mixed ? program.template boundary<warmth<T>>(high, Neumann{0.0})
                                          : program.template boundary<warmth<T>>(high, Dirichlet{0.0, at});
    }
  }
  return program;
}

template <int Rank>
Grid<Rank> make_grid(std::array<int, Rank> const& cells, std::array<double, Rank> const& spacing,
                     std::array<Ends, Rank> const& ends) {
  Grid<Rank> grid{cells, spacing};
  for (std::size_t axis = 0; axis < Rank; ++axis) grid.periodic[axis] = ends[axis] == Ends::periodic;
  return grid;
}

/// The mean factor by which corrections shrink from one cycle to the next, after the first three.
template <class T, int Rank>
double factor(std::array<int, Rank> const& cells, std::array<double, Rank> const& spacing,
              std::array<Ends, Rank> const& ends) {
  auto const grid = make_grid<Rank>(cells, spacing, ends);
  double const dt = stencils::heat_step_limit(1.0, spacing);
  auto const on = [&](Grid<Rank> const& g) {
    using Op = stencils::Heat<Rank, T>;
    return with_ends<T>(Program{g, Stage<Op, Reads<warmth<T>>, Writes<warmth<T>>>{Op::make(1.0, g.spacing, dt)}}, ends);
  };
  Exec const exec;
  Solution run{exec, on(grid)};
  auto const noise = [](auto const& at) {
    double s = 0;
    for (int axis = 0; axis < Rank; ++axis) s = 12.9898 * s + 78.233 * at[axis] + 0.1;
    s = std::sin(s) * 43758.5453;
    return s - std::floor(s);
  };
  run.template set<warmth<T>>(sample<warmth<T>>(grid, noise));
  SteadySolver solver{run, on};
  auto const cycle_change = [&] {
    solver.cycle();
    NormTask<Exec> task;
    task.begin(exec, run.template field<warmth<T>>(), run.template field<warmth<T>>(1));
    return task.end().change;
  };
  for (int cycle = 0; cycle < 3; ++cycle) cycle_change();
  double const first = cycle_change();
  for (int cycle = 0; cycle < 3; ++cycle) cycle_change();
  double const last = cycle_change();
  return std::pow(last / first, 0.25);
}

}  // namespace

TEST_CASE("A V-cycle's factor does not depend on the size", "[multigrid]") {
  auto const ends = Ends::values;
  for (int const n : {17, 31, 32, 47, 64}) {
    INFO(n);
    CHECK(factor<double, 3>({n, n, n}, {1, 1, 1}, {ends, ends, ends}) < 0.15);
    CHECK(factor<double, 2>({n, n}, {1, 1}, {ends, ends}) < 0.15);
    CHECK(factor<double, 1>({n}, {1}, {ends}) < 0.15);
  }
  CHECK(factor<double, 2>({257, 257}, {1, 1}, {ends, ends}) < 0.15);
}

TEST_CASE("A V-cycle's factor with other ends and shapes", "[multigrid]") {
  CHECK(factor<double, 3>({33, 20, 47}, {1, 1, 1}, {Ends::values, Ends::gradients, Ends::periodic}) < 0.2);
  CHECK(factor<double, 3>({31, 31, 31}, {1, 1, 1}, {Ends::nodes, Ends::nodes, Ends::nodes}) < 0.2);
  CHECK(factor<double, 3>({32, 32, 32}, {1, 1, 1}, {Ends::gradients, Ends::gradients, Ends::gradients}) < 0.2);
  CHECK(factor<double, 3>({32, 32, 32}, {1, 1, 1}, {Ends::periodic, Ends::periodic, Ends::periodic}) < 0.2);
  CHECK(factor<double, 3>({32, 32, 32}, {1, 1, 1}, {Ends::mixed, Ends::mixed, Ends::mixed}) < 0.2);
  CHECK(factor<double, 3>({32, 32, 32}, {1, 0.2, 5}, {Ends::values, Ends::values, Ends::values}) < 0.25);
}
