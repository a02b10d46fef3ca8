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

/// What a launch of several steps or stages is given. A strategy of several steps has
/// `template <class Launch> void launch_steps(Tag, Launch const&)`; it reads no ghosts of what stages write and stores
/// none.
template <class Exec, class ProgramType, class BinderType>
struct StepsLaunch;

template <class Exec, int Rank, class First, class... Rest, class... Boundaries, class BinderType>
struct StepsLaunch<Exec, Program<Rank, Types<First, Rest...>, Types<Boundaries...>>, BinderType> {
  using execution_space = Exec;
  using first_stage = First;
  using wiring = detail::WiringOf<First, Rest...>;  ///< where each stage finds its inputs
  static constexpr int rank = Rank;
  static constexpr int stages = 1 + static_cast<int>(sizeof...(Rest));
  /// Which input of the one stage is what it writes; -1: there are several stages, or none is.
  static constexpr int state = detail::state_input<Program<Rank, Types<First, Rest...>, Types<Boundaries...>>>;

  Exec const& exec;
  BinderType const& binder;            ///< binds stages to buffers
  detail::LaunchMemory<Exec>& memory;  ///< that launches of this solution have beside its fields
  StepsPlan const& plan;
  StepTimes const& times;               ///< of the steps that are to be taken
  detail::PlaneLayouts const& layouts;  ///< how planes lie before and after
  std::string label;
};

}  // namespace tessera
