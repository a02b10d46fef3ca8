// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/program.hpp"
#include "tessera/strategy/exec_traits.hpp"
#include "tessera/strategy/persistent/strategy.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"

namespace tessera {

namespace detail {

/// Which input of a sweep of several steps is the state: source `I` of its BoundStage, whose newest version target 0
/// follows.
template <std::size_t I>
using StateInput = std::integral_constant<std::size_t, I>;

/// Whether a stage's operator is called with an At.
template <int Rank, class StageType>
inline constexpr bool stage_takes_at = false;
template <int Rank, class Op, class... Rs, class... Ws, class Region>
inline constexpr bool stage_takes_at<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>, Region>> =
    takes_at<Rank, Op, memory_row<typename ReadOf<Rs>::quantity>...>;

/// Whether a face has a function of the user's.
template <class Spec>
inline constexpr bool has_functions = true;
template <>
inline constexpr bool has_functions<BoundarySpec<>> = false;

/// Whether a launch of several steps may hold a quantity: one value in each cell.
template <int Rank, class Q>
inline constexpr bool tiles_cells = !is_global_scalar<Q> && in_cells<typename Q::location, Rank>;

/// Whether some of a program's boundaries are functions of several quantities.
template <class Boundaries>
inline constexpr bool has_shared = false;
template <class... Boundaries>
inline constexpr bool has_shared<Types<Boundaries...>> = (is_shared<Boundaries> || ...);

/// Which input of a program's one stage is the state that steps can be tiled in time for; -1 if they cannot: the
/// compile-time side of steps_obstacle.
template <class ProgramType>
inline constexpr int state_input = -1;

/// Finds it for a stage with the boundaries of its quantities.
template <int Rank, class StageType, class Boundaries>
struct FindState {
  static constexpr int value = -1;
};
template <int Rank, class Op, class... Rs, class W, class Boundaries>
struct FindState<Rank, Stage<Op, Reads<Rs...>, Writes<W>>, Boundaries> {
  static constexpr int value = [] {
    using List = QuantityList<Stage<Op, Reads<Rs...>, Writes<W>>>;
    constexpr std::size_t count = sizeof...(Rs);
    bool const is_state[count] = {std::is_same_v<typename ReadOf<Rs>::quantity, W>...};
    bool const old[count] = {(ReadOf<Rs>::age > 0)...};
    bool const functions[count] = {
        has_functions<typename TypeAt<Boundaries, IndexOf<typename ReadOf<Rs>::quantity, List>::value>::type>...};
    bool local[count] = {};
    for_each_index<count>([&](auto i) { local[i.value] = is_centre(stored_hull<input_reach<Op, i.value>, Rank>); });
    int state = -1;
    for (std::size_t r = 0; r < count; ++r) {
      bool const fixed = is_state[r] ? state < 0 && !local[r] : !functions[r] || local[r];
      if (old[r] || !fixed) return -1;
      if (is_state[r]) state = static_cast<int>(r);
    }
    bool const cells = tiles_cells<Rank, W> && (tiles_cells<Rank, typename ReadOf<Rs>::quantity> && ...);
    return cells && W::components == 1 ? state : -1;
  }();
};
template <int Rank, class StageType, class Boundaries>
inline constexpr int state_input<Program<Rank, Types<StageType>, Boundaries>> =
    has_shared<Boundaries> ? -1 : FindState<Rank, StageType, Boundaries>::value;

/// Whether launches of several steps, or stages, are compiled for a program: the compile-time side of steps_obstacle.
template <class ProgramType>
inline constexpr bool takes_launches = false;

/// The same of a stage, with the boundaries of its program's quantities.
template <int Rank, class StageType, class Quantities, class Boundaries, class AllWritten>
inline constexpr bool stage_takes_launches = false;
template <int Rank, class Op, class... Rs, class... Ws, class Quantities, class Boundaries, class... Written>
inline constexpr bool stage_takes_launches<Rank, Stage<Op, Reads<Rs...>, Writes<Ws...>>, Quantities, Boundaries,
                                           Types<Written...>> = [] {
  constexpr std::size_t count = sizeof...(Rs);
  bool const newest[count] = {(ReadOf<Rs>::age == 0 && tiles_cells<Rank, typename ReadOf<Rs>::quantity>)...};
  bool const functions[count] = {
      has_functions<typename TypeAt<Boundaries, IndexOf<typename ReadOf<Rs>::quantity, Quantities>::value>::type>...};
  bool local[count] = {};
  for_each_index<count>([&](auto i) { local[i.value] = is_centre(stored_hull<input_reach<Op, i.value>, Rank>); });
  bool const written[count] = {
      []<class Q>(Types<Q>) { return (std::is_same_v<Q, Written> || ...); }(Types<typename ReadOf<Rs>::quantity>{})...};
  for (std::size_t at = 0; at < count; ++at) {
    if (!newest[at] || (functions[at] && !local[at] && !written[at])) return false;
  }
  return (tiles_cells<Rank, Ws> && ...);
}();
template <int Rank, class... Stages, class... Boundaries>
inline constexpr bool takes_launches<Program<Rank, Types<Stages...>, Types<Boundaries...>>> =
    !has_shared<Types<Boundaries...>> &&
    (stage_takes_launches<Rank, Stages, QuantityList<Stages...>, Types<Boundaries...>,
                          typename Concat<typename Stages::writes...>::type> &&
     ...);

/// Whether a list of strategies holds one of this name.
template <class... Strategies>
bool is_named(Types<Strategies...>, std::string const& name) {
  return ((name == Strategies::name) || ...);
}

/// Whether the next strategy of a list is asked where this one is not chosen: one that wants it says
/// `static constexpr bool or_next = true;`.
template <class Strategy>
constexpr bool or_next() {
  if constexpr (requires { Strategy::or_next; }) {
    return Strategy::or_next;
  } else {
    return false;
  }
}

/// The plan of an execution space without strategies that take several steps.
inline StepsPlan resolve_steps_named(Types<>, Schedule const& request, StepsShape const&, TeamLimits const&) {
  if (request.steps_per_launch > 1) {
    throw InputError("schedule: steps_per_launch = " + std::to_string(request.steps_per_launch) +
                     ", but no strategy that takes several is compiled for this execution space; leave it out");
  }
  return {1, false, {}, "no strategy that takes several is compiled"};
}

/// Lets the strategy of a list that `request` names (without a name, the first one that takes several steps) resolve
/// the numbers. If none does, the reason is the first one's that weighed them.
template <class First, class... Rest>
StepsPlan resolve_steps_named(Types<First, Rest...>, Schedule const& request, StepsShape const& shape,
                              TeamLimits const& limits) {
  StepsPlan plan;
  auto const try_one = [&](auto strategy) {
    if (!request.strategy.empty() && request.strategy != strategy.name) return false;
    StepsPlan next = resolve_steps(strategy, request, shape, limits);
    next.any_steps = strategy.any_steps;
    if (plan.reason.empty() || next.launches() || (next.weighed && !plan.weighed)) plan = next;
    // Steps that were asked for are the next one's to take.
    return plan.launches() || (request.steps_per_launch <= 1 && !or_next<decltype(strategy)>());
  };
  (void)(try_one(First{}) || ... || try_one(Rest{}));
  return plan;
}

}  // namespace detail

/// How many steps of `program` a launch takes on an execution space, by which of its `time_strategies`, and why. Throws
/// InputError for steps or numbers that cannot be and were asked for.
template <class Exec, int Rank, class... Stages, class... Boundaries>
StepsPlan choose_steps(Exec const& exec, Program<Rank, Types<Stages...>, Types<Boundaries...>> const& program,
                       Schedule const& request) {
  using Strategies = typename ExecTraits<Exec>::time_strategies;
  ProgramInfo const info = program.info();
  bool const named = detail::is_named(Strategies{}, request.strategy);
  int const stages = static_cast<int>(sizeof...(Stages));
  if (auto const single = single_steps(request, named, steps_obstacle(info), stages)) return *single;
  StepsShape shape = steps_shape(info);
  constexpr int state = detail::state_input<Program<Rank, Types<Stages...>, Types<Boundaries...>>>;
  shape.persistent = detail::PersistentFactsOf<Exec, Rank, state, Stages...>::facts();
  shape.tile = detail::register_tile<Exec, Rank, state, Stages...>();
  if constexpr (detail::takes_launches<Program<Rank, Types<Stages...>, Types<Boundaries...>>>) {
    shape.rows = detail::fused_stages_facts<Exec, Rank, Stages...>();
  }
  return detail::resolve_steps_named(Strategies{}, request, shape, ExecTraits<Exec>::limits(exec));
}

}  // namespace tessera
