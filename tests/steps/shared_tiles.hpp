// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/solution.hpp"

// In all files of this program alike: hosts get a third strategy, which takes steps as devices do.

namespace steps {

/// The overlapped sweep as devices run it, on a host: two threads (if there are) share a tile.
struct SharedTiles {
  static constexpr char const* name = "shared_tiles";
  static constexpr tessera::Abilities abilities{.several_steps = true, .fewer_steps = true};
};

inline tessera::StepsPlan resolve_steps(SharedTiles, tessera::Schedule request, tessera::StepsShape const& shape,
                                        tessera::TeamLimits limits) {
  limits.host = false;
  request.strategy = "overlapped";
  request.team_size = limits.concurrency > 1 ? 2 : 1;
  tessera::StepsPlan plan = tessera::resolve_overlapped_schedule(request, shape, limits);
  plan.resolved.schedule.strategy = SharedTiles::name;
  return plan;
}

template <class Launch>
void launch_steps(SharedTiles, Launch const& launch) {
  tessera::detail::launch_overlapped<true>(typename Launch::wiring{}, launch.exec, launch.binder.all_launched(),
                                           launch.plan, launch.times, launch.label);
}

}  // namespace steps

template <>
struct tessera::ExecTraits<Kokkos::DefaultHostExecutionSpace>
    : tessera::DefaultTraits<Kokkos::DefaultHostExecutionSpace> {
  using time_strategies = tessera::Types<tessera::Overlapped, tessera::Wavefront, steps::SharedTiles>;
};
