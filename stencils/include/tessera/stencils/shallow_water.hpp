// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <vector>

#include "tessera/solution.hpp"
#include "tessera/stencils/shallow_water/flow_clock.hpp"
#include "tessera/stencils/shallow_water/operators.hpp"

namespace tessera::stencils {

// Shallow water with a pollutant on terrain: the programs. docs/shallow_water.md says what they compute.

/// How a step is made of stages.
enum class FlowAlgorithm {
  fused,      ///< one sweep per step; its length from the state before it, by the cells' own waves
  naive,      ///< the paper's three stages, each edge computed from both its sides
  decoupled,  ///< the paper's stages with each edge computed once ("ghost cell decoupling")
};

/// The ranges of the domain's sides: for each cell along a face (x_low, x_high, y_low, y_high), the number of its rule
/// (0: wall) and the share of the rule's discharge that enters there, 1/m. Empty where an axis is periodic.
struct FlowSides {
  std::array<std::vector<int>, 4> range;
  std::array<std::vector<double>, 4> share;

  /// Walls all round.
  static FlowSides walls(Grid<2> const& grid) {
    FlowSides sides;
    for (std::size_t face = 0; face < 4; ++face) sides.whole(grid, face, 0);
    return sides;
  }
  /// Lets rule `number` hold along a whole face, its discharge the same everywhere.
  FlowSides& whole(Grid<2> const& grid, std::size_t face, int number) {
    auto const along = 1 - face / 2;
    auto const cells = static_cast<std::size_t>(grid.cells[along]);
    range[face].assign(cells, number);
    share[face].assign(cells, 1 / (grid.cells[along] * grid.spacing[along]));
    return *this;
  }
};

/// What a flow is computed with; numbers in double, whatever the fields are.
struct FlowSetup {
  double gravity = 9.81;  ///< m/s^2
  double dry = 1e-6;      ///< films thinner than this (m) are slowed down
  double gamma = 0.9;     ///< share of the longest stable step, in (0, 1)
  double longest = 1e30;  ///< no step is longer, s
  Ground<double> ground{0, 1, 0};
  Signal rain{};                    ///< m/s; what it points to lives where the kernels run
  double rained_area = 0;           ///< m^2: the cells' areas times their shares of the rain
  SideRule const* rules = nullptr;  ///< by number, where the kernels run; may be null if all sides are walls
  FlowSides sides;
};

namespace detail {

template <class T, class Edge>
FlowNumbers<T, Edge> flow_numbers(Grid<2> const& grid, FlowSetup const& setup) {
  auto const t = [](double value) { return static_cast<T>(value); };
  return {{Edge{t(setup.gravity)}, setup.rules},
          {t(setup.gravity), t(setup.dry), t(setup.gamma)},
          {t(setup.ground.manning), t(setup.ground.rain), t(setup.ground.infiltration)},
          t(1 / grid.spacing[0]),
          t(1 / grid.spacing[1])};
}

/// The boundaries of the state and the bed: beyond the sides no water, the marks of the ranges, and their shares.
template <class T, class ProgramType>
ProgramType with_sides(ProgramType program, FlowSides const& sides) {
  program = program.template boundary<h<T>>(Dirichlet{0.0, ValueAt::node})
                .template boundary<qx<T>>(Dirichlet{0.0, ValueAt::node})
                .template boundary<qy<T>>(Dirichlet{0.0, ValueAt::node});
  for (std::size_t face = 0; face < 4; ++face) {
    if (program.grid().periodic[face / 2]) continue;
    auto const where = static_cast<Face>(face);
    FaceValues marks;
    for (int const range : sides.range[face]) marks.values.push_back((range + 1) * double{outside_mark<T>});
    program = program.template boundary<bed<T>>(where, Dirichlet{marks, ValueAt::node})
                  .template boundary<hc<T>>(where, Dirichlet{FaceValues{sides.share[face]}, ValueAt::node});
  }
  return program;
}

}  // namespace detail

/// The program of one time step. `GroundQuantity` is `ground<T>` where it differs from cell to cell, or nothing.
/// `Budget` adds the stage that keeps the totals. Before the first step: set the state, `bed`, and `start_clock`.
template <class T, FlowAlgorithm Algorithm, bool Budget, class Edge, class... GroundQuantity>
auto flow_program(Grid<2> const& grid, FlowSetup const& setup) {
  using Numbers = FlowNumbers<T, Edge>;
  Numbers const numbers = detail::flow_numbers<T, Edge>(grid, setup);
  FlowClock const ticking{setup.gamma, setup.longest, setup.rain, setup.rained_area};
  FlowLedger<T, Edge> const keeping{numbers, grid.spacing[0] * grid.spacing[1]};
  using Plain = Stage<FlowClock, Reads<clock, crossing_rate, goal>, Writes<clock>>;
  using Adding =
      Stage<FlowClock,
            Reads<clock, crossing_rate, goal, totals, entered_water, entered_pollutant, seeped_water, seeped_pollutant>,
            Writes<clock, totals>>;
  std::conditional_t<Budget, Adding, Plain> const clock_stage{ticking};
  Stage<FlowLedger<T, Edge>, Reads<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock, GroundQuantity...>,
        Writes<entered_water, entered_pollutant, seeped_water, seeped_pollutant>> const ledger{keeping};
  auto const assemble = [&](auto const&... stages) {
    return detail::with_sides<T>(Program{grid, stages...}, setup.sides);
  };
  if constexpr (Algorithm == FlowAlgorithm::fused) {
    Stage<FlowStep<T, Edge>, Reads<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock, GroundQuantity...>,
          Writes<h<T>, qx<T>, qy<T>, hc<T>, crossing_rate>> const step{{numbers}};
    if constexpr (Budget) {
      return assemble(clock_stage, ledger, step);
    } else {
      return assemble(clock_stage, step);
    }
  } else {
    Stage<FlowUpdate<T, Edge>, Reads<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, change<T>, clock, GroundQuantity...>,
          Writes<h<T>, qx<T>, qy<T>, hc<T>>> const update{{numbers}};
    auto const with_update = [&](auto const&... first) {
      if constexpr (Budget) {
        return assemble(first..., clock_stage, ledger, update);
      } else {
        return assemble(first..., clock_stage, update);
      }
    };
    if constexpr (Algorithm == FlowAlgorithm::naive) {
      Stage<FlowChange<T, Edge>, Reads<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock>,
            Writes<change<T>, crossing_rate>> const variation{{numbers}};
      return with_update(variation);
    } else {
      Stage<FlowFluxes<T, Edge>, Reads<h<T>, qx<T>, qy<T>, hc<T>, bed<T>>, Writes<flux_x<T>, flux_y<T>>> const fluxes{
          {numbers}};
      Stage<FlowGather<T, Edge>, Reads<flux_x<T>, flux_y<T>, h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock>,
            Writes<change<T>, crossing_rate>> const gather{{numbers}};
      return with_update(fluxes, gather)
          .template boundary<flux_x<T>>(Dirichlet{0.0, ValueAt::node})
          .template boundary<flux_y<T>>(Dirichlet{0.0, ValueAt::node});
    }
  }
}

/// The rate that the first step's length follows from: the largest of the cells'. The state is (y, x), x fastest.
inline double first_crossing_rate(Grid<2> const& grid, double gravity, std::vector<FlowState<double>> const& state) {
  FlowNumbers<double, RoeEdge<double>> numbers{};
  numbers.edges.edge.gravity = gravity;
  numbers.per_dx = 1 / grid.spacing[0];
  numbers.per_dy = 1 / grid.spacing[1];
  double rate = 0;
  for (FlowState<double> const& s : state) rate = largest(rate, numbers.cell_rate(s));
  return rate;
}

/// Sets the clock of a solution of a flow program to `time`, and its budgets to nothing. `rate`: see
/// first_crossing_rate.
template <class SolutionType>
void start_clock(SolutionType& solution, double time, double rate) {
  using List = typename SolutionType::quantities;
  solution.template set<clock>(std::vector<double>{time, time, 0, 0, 0});
  solution.template set<goal>(time);
  solution.template set<crossing_rate>(rate);
  if constexpr (contains<totals, List>) {
    solution.template set<totals>(0.0);
    solution.template set<entered_water>(0.0);
    solution.template set<entered_pollutant>(0.0);
    solution.template set<seeped_water>(0.0);
    solution.template set<seeped_pollutant>(0.0);
  }
}

}  // namespace tessera::stencils
