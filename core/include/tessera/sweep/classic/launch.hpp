// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/exec_traits.hpp"
#include "tessera/sweep/fill_ghosts.hpp"
#include "tessera/sweep/launch.hpp"

namespace tessera::detail {

/// Launches the functor of a kernel of the literature, and fills the ghosts that it leaves open.
template <class Strategy, class Functor, class Exec>
void launch_kernel(Exec const& exec, Functor const& functor, ResolvedSchedule const& resolved,
                   std::string const& label) {
  using Bounds = Kokkos::LaunchBounds<Strategy::kernel.most_threads>;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Bounds>;
  Policy policy(exec, functor.tiling.league_size(), resolved.schedule.team_size, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(resolved.scratch_bytes)));
  launch(label + "/" + Strategy::name, policy, functor);
  fill_open_ghosts<false>(exec, functor.bound);
}

}  // namespace tessera::detail
