// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/launch_teams.hpp"
#include "tessera/ghosts/fill_ghosts.hpp"
#include "tessera/strategy/list.hpp"

namespace tessera::detail {

/// Launches the functor of a kernel of the literature, and fills the ghosts that it does not write.
template <class Strategy, class Functor, class Exec>
void launch_kernel(Exec const& exec, Functor const& functor, ResolvedSchedule const& resolved,
                   std::string const& label) {
  using Bounds = Kokkos::LaunchBounds<Strategy::kernel.most_threads>;
  launch_teams<Bounds>(label + "/" + Strategy::name, exec, functor.tiling.league_size(), resolved.schedule.team_size,
                       resolved.scratch_bytes, functor);
  fill_open_ghosts<false>(exec, functor.bound);
}

}  // namespace tessera::detail
