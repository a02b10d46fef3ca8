// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/steps_plan.hpp"
#include "tessera/program.hpp"

// Compile-time facts of a program: which launches of several steps or stages it can have.

namespace tessera {

/// A program on an execution space, as a type: the argument of `add_facts` of a strategy.
template <class Exec, class ProgramType>
struct ProgramTag {};

/// Adds to `shape` the kernels that a strategy of several steps has compiled for a program. A strategy overloads this
/// for its tag.
template <class Strategy, class Tag>
void add_facts(Strategy, Tag, StepsShape& shape) {
  (void)shape;
}

namespace detail {

/// The input of a sweep of several steps that is the state: source `I` of its BoundStage, whose newest version target 0
/// updates.
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

/// Whether a launch of several steps may hold a quantity: one value per cell.
template <int Rank, class Q>
inline constexpr bool tiles_cells = !is_global_scalar<Q> && in_cells<typename Q::location, Rank>;

/// Whether a program has coupled boundaries.
template <class Boundaries>
inline constexpr bool has_shared = false;
template <class... Boundaries>
inline constexpr bool has_shared<Types<Boundaries...>> = (is_shared<Boundaries> || ...);

/// The input of a program's one stage that is the state, for time tiling; -1: not possible. The compile-time side of
/// steps_obstacle.
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

}  // namespace detail
}  // namespace tessera
