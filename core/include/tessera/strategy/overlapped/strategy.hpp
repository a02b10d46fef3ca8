// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/abilities.hpp"

namespace tessera {

/// Several steps in one launch, in overlapping tiles of space and time: a team loads its tile with a halo as deep as
/// all steps reach, and each step shrinks the valid cells, down to the tile (Holewinski et al., ICS 2012). The swept
/// axis is streamed, with a ring of planes in team scratch for every step. Up to most_steps steps.
struct Overlapped {
  static constexpr char const* name = "overlapped";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true};
};

/// The pipelined wavefront: the overlapped sweep of exactly two steps, whose ring of the step in between has four
/// planes at reach 1 where a team has a barrier per plane.
struct Wavefront {
  static constexpr char const* name = "wavefront";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true};
};

inline StepsPlan resolve_steps(Overlapped, Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_overlapped_schedule(request, shape, limits);
}
inline StepsPlan resolve_steps(Wavefront, Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_wavefront_schedule(request, shape, limits);
}

}  // namespace tessera
