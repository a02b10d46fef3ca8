// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "tessera/solution.hpp"
#include "tessera/stencils/shallow_water/flow_clock.hpp"
#include "tessera/stencils/shallow_water/open_side.hpp"
#include "tessera/stencils/shallow_water/operators.hpp"
#include "tessera/stencils/shallow_water/second_order.hpp"

namespace tessera::stencils {

// Shallow water with a pollutant on terrain: the programs. docs/shallow_water.md says what they compute.

/// The stages of a step.
enum class FlowAlgorithm {
  fused,      ///< one sweep per step; the time step follows from waves of cells in the state before it
  naive,      ///< three stages of the paper, each flux edge computed by both cells
  decoupled,  ///< stages of the paper, each flux edge computed once ("ghost cell decoupling")
};

/// The ranges of the sides of the domain: for each cell along a face (x_low, x_high, y_low, y_high), the number of its
/// rule (0: wall) and what the rule knows of the cell. Empty where an axis is periodic.
struct FlowSides {
  std::array<std::vector<int>, 4> range;
  /// discharge, rating: the cell's share of the discharge of the rule, 1/m; normal: its conveyance (see conveyance),
  /// m^(1/3)/s; still: 2 c - u of the water outside, m/s; else unused.
  std::array<std::vector<double>, 4> own;

  /// Walls on all sides.
  static FlowSides walls(Grid<2> const& grid) {
    FlowSides sides;
    for (std::size_t face = 0; face < 4; ++face) sides.whole(grid, face, 0);
    return sides;
  }
  /// Sets rule `number` along a whole face; a discharge is uniform.
  FlowSides& whole(Grid<2> const& grid, std::size_t face, int number) {
    auto const along = 1 - face / 2;
    auto const cells = static_cast<std::size_t>(grid.cells[along]);
    range[face].assign(cells, number);
    own[face].assign(cells, 1 / (grid.cells[along] * grid.spacing[along]));
    return *this;
  }
  /// Sets rule `number` in the cells of a face where `holds`, with what it knows of each; the sum of the shares of a
  /// discharge times the length of a cell is 1. Both have one value per cell of the face.
  FlowSides& along(std::size_t face, std::vector<bool> const& holds, std::vector<double> const& values, int number) {
    for (std::size_t cell = 0; cell < holds.size(); ++cell) {
      if (!holds[cell]) continue;
      range[face][cell] = number;
      own[face][cell] = values[cell];
    }
    return *this;
  }
};

/// The parameters of a flow, in double, whatever the type of the fields.
struct FlowSetup {
  double gravity = 9.81;  ///< m/s^2
  double dry = 1e-6;      ///< depth in m below which films are damped
  double wet = 1e-3;      ///< depth in m from which a cell is flooded in `maxima`
  double gamma = 0.9;     ///< share of the longest stable step, in (0, 1)
  double longest = 1e30;  ///< the longest time step, s
  double fastest = 1e15;  ///< speed limit of water, m/s, for films (FlowSources); see fastest_water
  Ground<double> ground{0, 1, 0};
  Forcings forcings{};              ///< points to device memory
  SideRule const* rules = nullptr;  ///< by number, in device memory; may be null if all sides are walls
  FlowSides sides;
};

namespace detail {

template <class T, class Edge>
FlowNumbers<T, Edge> flow_numbers(Grid<2> const& grid, FlowSetup const& setup, int order) {
  auto const t = [](double value) { return static_cast<T>(value); };
  int ranges = 0;
  for (auto const& side : setup.sides.range) {
    for (int const range : side) ranges = std::max(ranges, range + 1);
  }
  return {{Edge::make(setup.gravity), setup.rules, ranges},
          {t(setup.gravity), t(1 / setup.dry), t(setup.fastest), t(setup.gamma)},
          {t(setup.ground.manning), t(setup.ground.rain), t(setup.ground.infiltration)},
          t(1 / grid.spacing[0]),
          t(1 / grid.spacing[1]),
          order == 2};
}

/// The boundaries of the state and the bed: no water beyond the sides, and what their rules know of the cells.
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
                  .template boundary<hc<T>>(where, Dirichlet{FaceValues{sides.own[face]}, ValueAt::node});
  }
  return program;
}

}  // namespace detail

/// The form of a program: its algorithm; whether it keeps budgets; whether the ground varies per cell (`ground`);
/// whether it keeps the maximum depth and speed and the arrival time (`maxima`); its order, 1 or, fused, 2.
template <FlowAlgorithm Algorithm, bool Budget = true, bool GroundMap = false, bool Maxima = false, int Order = 1>
struct FlowForm {
  static_assert(Order == 1 || (Order == 2 && Algorithm == FlowAlgorithm::fused));
  static constexpr FlowAlgorithm algorithm = Algorithm;
  static constexpr bool budget = Budget, ground_map = GroundMap, maxima = Maxima;
  static constexpr int order = Order;
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

/// The stages of a form, by name.
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
      using Read = Types<clock, crossing_rate, goal, step_rate, totals, entered_water, entered_pollutant, seeped_water,
                         seeped_pollutant>;
      return one_stage(ticking, Read{}, Types<clock, step_rate, totals>{});
    } else {
      return one_stage(ticking, Types<clock, crossing_rate, goal, step_rate>{}, Types<clock, step_rate>{});
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
    if constexpr (Form::order == 2) {
      using Parts = Types<linear_h, linear_level, linear_u, linear_v, linear_c>;
      using Linear = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, linear_h, linear_level, linear_u, linear_v, linear_c,
                           clock, GroundQuantity...>;
      return std::tuple_cat(
          one_stage(FlowLinear<T, Edge>{numbers}, ReadGround{}, Parts{}),
          one_stage(FlowLinearStep<T, Edge>{numbers}, Linear{}, Types<h<T>, qx<T>, qy<T>, hc<T>, crossing_rate>{}));
    } else if constexpr (Form::algorithm == FlowAlgorithm::fused) {
      return one_stage(FlowStep<T, Edge>{numbers}, ReadGround{}, Types<h<T>, qx<T>, qy<T>, hc<T>, crossing_rate>{});
    } else {
      using Updated = Types<h<T>, qx<T>, qy<T>, hc<T>, bed<T>, change<T>, clock, GroundQuantity...>;
      return one_stage(FlowUpdate<T, Edge>{numbers}, Updated{}, State{});
    }
  }
  /// Flux edges and their rate, the clock, the budget of the state before the step, and the step.
  [[nodiscard]] auto all() const {
    return std::tuple_cat(variation(), clock_stage(), ledger(), update(), maxima_stage());
  }
};

}  // namespace detail

/// The program of one time step. Set before the first: the state, `bed`, the fields of the form, and `start_clock`.
template <class T, class Form, class Edge = RoeEdge<T>>
auto flow_program(Grid<2> const& grid, FlowSetup const& setup) {
  using Stages = std::conditional_t<Form::ground_map, detail::FlowStages<T, Form, Edge, ground<T>>,
                                    detail::FlowStages<T, Form, Edge>>;
  Stages const stages{detail::flow_numbers<T, Edge>(grid, setup, Form::order),
                      {setup.gamma, setup.longest, setup.gravity, 1 / grid.spacing[0] + 1 / grid.spacing[1],
                       setup.forcings, Form::algorithm == FlowAlgorithm::fused},
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
  } else if constexpr (Form::order == 2) {
    auto const none = Dirichlet{0.0, ValueAt::node};
    return program.template boundary<linear_h>(none)
        .template boundary<linear_level>(none)
        .template boundary<linear_u>(none)
        .template boundary<linear_v>(none)
        .template boundary<linear_c>(none);
  } else {
    return program;
  }
}

/// An upper bound of the speed of water, m/s, on ground and water whose levels differ by at most `fall` metres and
/// which starts at `start`: twice the fastest wave of water so deep, the speed of a dam-break front (A. Ritter, 1892),
/// with ten metres more for rain and discharges.
inline double fastest_water(double gravity, double fall, double start) {
  return start + 2 * std::sqrt(gravity * (fall + 10));
}

/// The rate for the first time step: the maximum over the cells. The state is (y, x), x fastest.
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

/// Initial maxima: depth and speed 0, arrival -1.
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

/// The stage of a flow program that sets the clock.
template <std::size_t I = 0, class SolutionType>
FlowClock& clock_stage(SolutionType& solution) {
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(solution.template op<I>())>, FlowClock>) {
    return solution.template op<I>();
  } else {
    return clock_stage<I + 1>(solution);
  }
}

/// Sets the clock of a solution of a flow program to `time`, and its budgets to 0. `rate`: see first_crossing_rate.
template <class SolutionType>
void start_clock(SolutionType& solution, double time, double rate) {
  using List = typename SolutionType::quantities;
  solution.template set<clock>(std::vector<double>{time, time, 0, 0, 0});
  solution.template set<goal>(time);
  solution.template set<crossing_rate>(rate);
  solution.template set<step_rate>(rate);
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
