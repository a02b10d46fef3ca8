// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

#include <Kokkos_Core.hpp>

#include "tessera/backend/launch.hpp"

namespace tessera::detail {

/// Launches a functor for `teams` teams of `threads` threads, each with `scratch_bytes` of scratch; `Bounds` are
/// Kokkos's LaunchBounds. CUDA has a launch of its own (native_teams.hpp).
template <class Bounds, class Exec, class Functor>
void launch_teams(std::string const& label, Exec const& exec, int teams, int threads, std::size_t scratch_bytes,
                  Functor const& functor) {
  Kokkos::TeamPolicy<Exec, Kokkos::IndexType<int>, Bounds> policy(exec, teams, threads, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch_bytes)));
  launch(label, policy, functor);
}

}  // namespace tessera::detail
