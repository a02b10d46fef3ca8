// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/fused_stages/plan.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"

namespace tessera {

/// Fused-stage streaming: all stages of one or several steps in one launch, with rows in registers. For CUDA devices
/// and programs of several stages, in the plane and on the line. See docs/register_tiles.md.
struct FusedStages {
  static constexpr char const* name = "fused_stages";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true, .or_next = true};
};

namespace detail {

/// The most steps of a launch: in the plane a block has a warp for each.
template <int Rank>
inline constexpr int fused_stages_steps = Rank == 1 ? most_steps : 8;

/// Rows of the grid under way from memory.
inline constexpr int row_under_way = 4;

/// An input of an unbound stage: its hull only.
template <int Rank, Reach R>
struct UnboundSource {
  static constexpr Hull hull = stored_hull<R, Rank>;
};

template <int Rank, class StageType>
struct UnboundStage;
template <int Rank, class Op, class... Rs, class... Ws>
struct UnboundStage<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>>> {
  template <class Indices>
  struct Of;
  template <std::size_t... Is>
  struct Of<std::index_sequence<Is...>> {
    using sources = Types<UnboundSource<Rank, input_reach<Op, Is>>...>;
  };
  using sources = typename Of<std::index_sequence_for<Rs...>>::sources;
  using targets = Types<Ws...>;
};

/// The plan of unbound stages.
template <int Rank, class... Stages>
using RowPlanOf = RowPlan<Types<typename UnboundStage<Rank, Stages>::sources...>,
                          Types<typename UnboundStage<Rank, Stages>::targets...>, WiringOf<Stages...>>;

/// The facts of a compiled tile that resolving needs.
template <class Plan, int Rank>
constexpr FusedStagesFacts facts_of_row_plan() {
  FusedStagesFacts facts;
  facts.extent = Plan::extent;
  facts.unit = Plan::unit;
  facts.halo = Plan::halo;
  facts.more_rows = Plan::early_rows + Plan::out_lag + 1;
  facts.most_steps = fused_stages_steps<Rank>;
  // Rows in shared memory. On a line: an input row and an output row per warp. In the plane: an output row, the rows
  // under way, and two rows from each step to the next.
  facts.first_bytes = Rank == 1 ? line_tile_warps * (Plan::row_bytes + Plan::out_bytes)
                                : (row_under_way - 2) * Plan::row_bytes + Plan::out_bytes;
  facts.step_bytes = Rank == 1 ? 0 : 2 * Plan::row_bytes;
  return facts;
}

/// The facts of a program of these stages; empty if it has no such kernel.
template <class Exec, int Rank, class... Stages>
FusedStagesFacts fused_stages_facts() {
  if constexpr (has_register_tiles<Exec> && Rank < 3) {
    using Plan = RowPlanOf<Rank, Stages...>;
    if constexpr (Plan::fits) return facts_of_row_plan<Plan, Rank>();
  }
  return {};
}

}  // namespace detail

template <class Exec, int Rank, class... Stages, class Boundaries>
void add_facts(FusedStages, ProgramTag<Exec, Program<Rank, Types<Stages...>, Boundaries>>, StepsShape& shape) {
  if constexpr (detail::takes_launches<Program<Rank, Types<Stages...>, Boundaries>>) {
    shape.rows = detail::fused_stages_facts<Exec, Rank, Stages...>();
  }
}
/// Decides how many steps per launch pay, and the tiles.
inline StepsPlan resolve_steps(FusedStages, Schedule const& request, StepsShape const& shape,
                               TeamLimits const& limits) {
  return resolve_fused_stages(request, shape, limits);
}

}  // namespace tessera
