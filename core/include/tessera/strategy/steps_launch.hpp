// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/plan/program_facts.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/storage/launch_memory.hpp"
#include "tessera/storage/plane_layout.hpp"
#include "tessera/strategy/overlapped/routes.hpp"

namespace tessera {

/// The arguments of a launch of several steps or stages. A strategy of several steps has `template <class Launch> void
/// launch_steps(Tag, Launch const&)`; it neither reads nor stores ghosts of what stages write.
template <class Exec, class ProgramType, class BinderType>
struct StepsLaunch;

/// The same, with its program taken apart.
template <class Exec, int Rank, class First, class... Rest, class... Boundaries, class BinderType>
struct StepsLaunch<Exec, Program<Rank, Types<First, Rest...>, Types<Boundaries...>>, BinderType> {
  using execution_space = Exec;
  using first_stage = First;
  using wiring = detail::WiringOf<First, Rest...>;  ///< where each stage finds its inputs
  static constexpr int rank = Rank;
  static constexpr int stages = 1 + static_cast<int>(sizeof...(Rest));
  /// The input of the one stage that is its state; -1: there are several stages, or no state.
  static constexpr int state = detail::state_input<Program<Rank, Types<First, Rest...>, Types<Boundaries...>>>;

  Exec const& exec;
  BinderType const& binder;            ///< binds stages to buffers
  detail::LaunchMemory<Exec>& memory;  ///< for the launches of this solution
  StepsPlan const& plan;
  StepTimes const& times;               ///< of the steps of the launch
  detail::PlaneLayouts const& layouts;  ///< of planes before and after the launch
  std::string label;
};

}  // namespace tessera
