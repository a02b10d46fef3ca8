// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convergence/problem.hpp"

#include <algorithm>
#include <cmath>

#include "spaces.hpp"
#include "tessera/solution.hpp"
#include "tessera/stencils/heat.hpp"

using namespace tessera;
using stencils::Heat;
using stencils::HeatVariable;
using stencils::WithSource;

namespace convergence {

template <class T>
struct warmth : Quantity<T> {};
struct conductivity : Quantity<double> {};
struct heating : Quantity<double> {};

template <int Rank>
Grid<Rank> grid_of(Problem<Rank> const& problem) {
  Grid<Rank> grid{problem.cells, problem.spacing};
  for (std::size_t axis = 0; axis < Rank; ++axis) grid.periodic[axis] = problem.ends[axis] == Ends::periodic;
  return grid;
}

/// `program` with the rules of `problem` for quantity `Q`.
template <class Q, class ProgramType, int Rank>
ProgramType with_ends(ProgramType program, Problem<Rank> const& problem) {
  for (int f = 0; f < 2 * Rank; ++f) {
    auto const face = static_cast<Face>(f);
    auto const axis = static_cast<std::size_t>(f / 2);
    double const value = f % 2 == 0 ? problem.low[axis] : problem.high[axis];
    switch (problem.ends[axis]) {
      case Ends::periodic: break;
      case Ends::value: program = program.template boundary<Q>(face, Dirichlet{value}); break;
      case Ends::node_value: program = program.template boundary<Q>(face, Dirichlet{value, ValueAt::node}); break;
      case Ends::gradient: program = program.template boundary<Q>(face, Neumann{value}); break;
    }
  }
  return program;
}

/// alpha dt / h^2 of each axis.
template <int Rank, class T>
Heat<Rank, T> heat_step(Problem<Rank> const& p) {
  Heat<Rank, T> op;
  for (std::size_t a = 0; a < Rank; ++a) op.c[a] = static_cast<T>(p.diffusivity * p.dt / (p.spacing[a] * p.spacing[a]));
  return op;
}

/// `f(exec)` on the execution space with number `space`.
template <class F>
std::vector<double> on_space(int space, F const& f) {
  std::vector<double> result;
  int number = 0;
  test::for_each_space([&](auto const& exec) {
    if (number++ == space) result = f(exec);
  });
  return result;
}

int space_count() { return static_cast<int>(test::Spaces::size); }

template <int Rank, class T>
std::vector<double> solve_heat(int space, Problem<Rank> const& problem, std::vector<double> const& initial,
                               long steps) {
  using Q = warmth<T>;
  Program const bare{grid_of(problem), Stage<Heat<Rank, T>, Reads<Q>, Writes<Q>>{heat_step<Rank, T>(problem)}};
  auto const program = with_ends<Q>(bare, problem);
  return on_space(space, [&](auto const& exec) {
    Solution run{exec, program};
    run.time_step(problem.dt);
    run.template set<Q>(initial);
    run.advance(steps);
    return run.template get<Q, double>();
  });
}

std::vector<double> solve_source(int space, Problem<1> const& problem, std::vector<double> const& initial,
                                 std::vector<double> const& source, long steps) {
  using Q = warmth<double>;
  using Op = WithSource<Heat<1, double>, double>;
  Program const bare{grid_of(problem),
                     Stage<Op, Reads<Q, heating>, Writes<Q>>{Op{heat_step<1, double>(problem), problem.dt}}};
  auto const program = with_ends<Q>(bare, problem);
  return on_space(space, [&](auto const& exec) {
    Solution run{exec, program};
    run.time_step(problem.dt);
    run.template set<Q>(initial);
    run.template set<heating>(source);
    run.advance(steps);
    return run.template get<Q>();
  });
}

template <int Rank>
std::vector<double> solve_variable(int space, Problem<Rank> const& problem, std::vector<double> const& initial,
                                   std::vector<double> const& diffusivity, std::vector<double> const& source,
                                   long steps) {
  using Q = warmth<double>;
  using Op = WithSource<HeatVariable<Rank, double>, double>;
  Op op{{}, problem.dt};
  for (std::size_t a = 0; a < Rank; ++a) op.step.c[a] = problem.dt / (problem.spacing[a] * problem.spacing[a]);
  Program const bare{grid_of(problem), Stage<Op, Reads<Q, conductivity, heating>, Writes<Q>>{op}};
  auto const program = with_ends<Q>(bare, problem).template boundary<conductivity>(Neumann{0.0});
  return on_space(space, [&](auto const& exec) {
    Solution run{exec, program};
    run.time_step(problem.dt);
    run.template set<Q>(initial);
    run.template set<conductivity>(diffusivity);
    run.template set<heating>(source);
    run.advance(steps);
    return run.template get<Q>();
  });
}

double distance(std::vector<double> const& a, std::vector<double> const& b) {
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t p = 0; p < a.size() && p < b.size(); ++p) {
    double const d = std::abs(a[p] - b[p]);
    worst = std::isfinite(d) ? std::max(worst, d) : INFINITY;
  }
  return worst;
}

using Values = std::vector<double>;
template Values solve_heat<1, double>(int, Problem<1> const&, Values const&, long);
template Values solve_heat<2, double>(int, Problem<2> const&, Values const&, long);
template Values solve_heat<3, double>(int, Problem<3> const&, Values const&, long);
template Values solve_heat<3, float>(int, Problem<3> const&, Values const&, long);
template Values solve_variable<1>(int, Problem<1> const&, Values const&, Values const&, Values const&, long);
template Values solve_variable<2>(int, Problem<2> const&, Values const&, Values const&, Values const&, long);

}  // namespace convergence
