// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
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
  /// Lets rule `number` hold in the cells of a face where `holds` says so, each with its share of the discharge, 1/m;
  /// their sum times the cell's length is 1. Both have one value for each cell of the face.
  FlowSides& along(std::size_t face, std::vector<bool> const& holds, std::vector<double> const& shares, int number) {
    for (std::size_t cell = 0; cell < holds.size(); ++cell) {
      if (!holds[cell]) continue;
      range[face][cell] = number;
      share[face][cell] = shares[cell];
    }
    return *this;
  }
};

/// What a flow is computed with; numbers in double, whatever the fields are.
struct FlowSetup {
  double gravity = 9.81;  ///< m/s^2
  double dry = 1e-6;      ///< films thinner than this (m) are slowed down
  double wet = 1e-3;      ///< depth in m from which a cell counts as flooded in `maxima`
  double gamma = 0.9;     ///< share of the longest stable step, in (0, 1)
  double longest = 1e30;  ///< no step is longer, s
  double fastest = 1e15;  ///< no water is faster, m/s: what a film may come to (FlowSources); see fastest_water
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
  int ranges = 0;
  for (auto const& side : setup.sides.range) {
    for (int const range : side) ranges = std::max(ranges, range + 1);
  }
  return {{Edge::make(setup.gravity), setup.rules, ranges},
          {t(setup.gravity), t(1 / setup.dry), t(setup.gamma), t(setup.fastest)},
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

/// Which program: its algorithm; whether it keeps budgets; whether the ground differs from cell to cell (`ground`);
/// whether it keeps the highest depth and speed and the time of arrival (`maxima`).
template <FlowAlgorithm Algorithm, bool Budget = true, bool GroundMap = false, bool Maxima = false>
struct FlowForm {
  static constexpr FlowAlgorithm algorithm = Algorithm;
  static constexpr bool budget = Budget, ground_map = GroundMap, maxima = Maxima;
};

namespace detail {

/// A stage from lists of what it reads and writes.
template <class Op, class ReadList, class WriteList>
struct StageOfLists;
template <class Op, class... Rs, class... Ws>
struct StageOfLists<Op, Types<Rs...>, Types<Ws...>> {
  using type = Stage<Op, Reads<Rs...>, Writes<Ws...>>;
};
template <class Op, class ReadList, class WriteList>
std::tuple<typename StageOfLists<Op, ReadList, WriteList>::type> one_stage(Op const& op, ReadList, WriteList) {
  return {typename StageOfLists<Op, ReadList, WriteList>::type{op}};
}

/// The stages of a form, by name; the program puts them in order.
template <class T, class Form, class Edge, class... GroundQuantity>
struct FlowStages {
  FlowNumbers<T, Edge> numbers;
  FlowClock ticking;
  double area;
  T wet;

  using State = Types<h<T>, qx<T>, qy<T>, hc<T>>;
  using Read = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock>;
  using ReadGround = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock, GroundQuantity...>;

  [[nodiscard]] auto clock_stage() const {
    if constexpr (Form::budget) {
      using Read =
          Types<clock, crossing_rate, goal, totals, entered_water, entered_pollutant, seeped_water, seeped_pollutant>;
      return one_stage(ticking, Read{}, Types<clock, totals>{});
    } else {
      return one_stage(ticking, Types<clock, crossing_rate, goal>{}, Types<clock>{});
    }
  }
  [[nodiscard]] auto ledger() const {
    if constexpr (Form::budget) {
      using Sums = Types<entered_water, entered_pollutant, seeped_water, seeped_pollutant>;
      return one_stage(FlowLedger<T, Edge>{numbers, area}, ReadGround{}, Sums{});
    } else {
      return std::tuple<>();
    }
  }
  [[nodiscard]] auto maxima_stage() const {
    if constexpr (Form::maxima) {
      return one_stage(FlowMaxima<T>{wet}, Types<h<T>, qx<T>, qy<T>, clock, maxima<T>>{}, Types<maxima<T>>{});
    } else {
      return std::tuple<>();
    }
  }
  [[nodiscard]] auto variation() const {
    if constexpr (Form::algorithm == FlowAlgorithm::naive) {
      return one_stage(FlowChange<T, Edge>{numbers}, Read{}, Types<change<T>, crossing_rate>{});
    } else if constexpr (Form::algorithm == FlowAlgorithm::decoupled) {
      using Cells = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>>;
      using Gathered = Types<flux_x<T>, flux_y<T>, h<T>, qx<T>, qy<T>, hc<T>, bed<T>, clock>;
      return std::tuple_cat(one_stage(FlowFluxes<T, Edge>{numbers}, Cells{}, Types<flux_x<T>, flux_y<T>>{}),
                            one_stage(FlowGather<T, Edge>{numbers}, Gathered{}, Types<change<T>, crossing_rate>{}));
    } else {
      return std::tuple<>();
    }
  }
  [[nodiscard]] auto update() const {
    if constexpr (Form::algorithm == FlowAlgorithm::fused) {
      return one_stage(FlowStep<T, Edge>{numbers}, ReadGround{}, Types<h<T>, qx<T>, qy<T>, hc<T>, crossing_rate>{});
    } else {
      using Updated = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, change<T>, clock, GroundQuantity...>;
      return one_stage(FlowUpdate<T, Edge>{numbers}, Updated{}, State{});
    }
  }
  /// Edges and their rate, the clock, the ledger of the state before the step, and the step.
  [[nodiscard]] auto all() const {
    return std::tuple_cat(variation(), clock_stage(), ledger(), update(), maxima_stage());
  }
};

}  // namespace detail

/// The program of one time step. Before the first: set the state, `bed`, what the form adds, and `start_clock`.
template <class T, class Form, class Edge = RoeEdge<T>>
auto flow_program(Grid<2> const& grid, FlowSetup const& setup) {
  using Stages = std::conditional_t<Form::ground_map, detail::FlowStages<T, Form, Edge, ground<T>>,
                                    detail::FlowStages<T, Form, Edge>>;
  Stages const stages{detail::flow_numbers<T, Edge>(grid, setup),
                      {setup.gamma, setup.longest, setup.rain, setup.rained_area},
                      grid.spacing[0] * grid.spacing[1],
                      static_cast<T>(setup.wet)};
  auto const program = detail::with_sides<T>(std::apply(
                                                 [&](auto const&... stage) {
                                                   return Program{grid, stage...};
                                                 },
                                                 stages.all()),
                                             setup.sides);
  if constexpr (Form::algorithm == FlowAlgorithm::decoupled) {
    return program.template boundary<flux_x<T>>(Dirichlet{0.0, ValueAt::node})
        .template boundary<flux_y<T>>(Dirichlet{0.0, ValueAt::node});
  } else {
    return program;
  }
}

/// A speed, m/s, that no water comes to on ground and water whose levels are `fall` metres apart, and which is as fast
/// as `start` at first: twice the fastest wave of water so deep, with which the front of a broken dam runs (A. Ritter,
/// 1892); ten metres more for what rain and discharges bring.
inline double fastest_water(double gravity, double fall, double start) {
  return start + 2 * std::sqrt(gravity * (fall + 10));
}

/// The rate that the first step's length follows from: the largest of the cells'. The state is (y, x), x fastest.
inline double first_crossing_rate(Grid<2> const& grid, double gravity, std::vector<FlowState<double>> const& state) {
  FlowNumbers<double, RoeEdge<double>> numbers{};
  numbers.edges.edge = RoeEdge<double>::make(gravity);
  numbers.per_dx = 1 / grid.spacing[0];
  numbers.per_dy = 1 / grid.spacing[1];
  double rate = 0;
  for (FlowState<double> const& s : state) rate = largest(rate, numbers.cell_rate(s));
  return rate;
}

namespace detail {

/// No water has come yet: depth and speed 0, arrival -1.
template <class SolutionType, class... Qs>
void start_maxima(SolutionType& solution, Types<Qs...>) {
  auto const start = [&]<class Q>(Types<Q>) {
    if constexpr (requires { typename Q::is_flow_maxima; }) {
      auto const cells = static_cast<std::size_t>(solution.program().grid().size());
      std::vector<double> none(2 * cells, 0.0);
      none.resize(3 * cells, -1.0);
      solution.template set<Q>(none);
    }
  };
  (start(Types<Qs>{}), ...);
}

}  // namespace detail

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
  detail::start_maxima(solution, List{});
}

}  // namespace tessera::stencils
