// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "agreement/runs.hpp"
#include "tessera/strategy/classic/all.hpp"

namespace agreement {

/// The host's default space runs the kernels as a device would, by teams of several threads; other hosts' spaces run
/// them as hosts do.
template <class Exec>
inline constexpr bool as_host = tessera::on_host<Exec> && !std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace>;

/// Every space has the kernels of the literature, and the oracle.
template <class Exec>
struct ClassicTraits : tessera::DefaultTraits<Exec> {
  using strategies = tessera::detail::Concat<tessera::ClassicStrategies, tessera::Types<tessera::Naive>>::type;
  static constexpr bool simd = as_host<Exec>;
  static tessera::TeamLimits limits(Exec const& exec) {
    tessera::TeamLimits limits = tessera::DefaultTraits<Exec>::limits(exec);
    limits.host = as_host<Exec>;
    return limits;
  }
};

}  // namespace agreement

template <class Exec>
requires(Kokkos::is_execution_space<Exec>::value) struct tessera::ExecTraits<Exec> : agreement::ClassicTraits<Exec> {
};

namespace agreement {

/// Schedules of the kernels: their own, a tile that is no cube, the smallest, one wider than most grids. On devices
/// with fewer threads than cells, and with more; on hosts in teams of `host_threads`.
template <class... Strategies>
std::vector<tessera::Schedule> classic_schedules(bool host, int host_threads, tessera::Types<Strategies...>) {
  auto const threads = [&](int wanted) { return host ? host_threads : wanted; };
  std::vector<tessera::Schedule> all;
  for (std::string const name : {Strategies::name...}) {
    int const chunk = name.starts_with("block") ? 4 : 100;
    all.push_back({name, 0, 0, 0, threads(0)});
    all.push_back({name, 8, 4, 3, threads(37)});
    all.push_back({name, 1, 1, 1, threads(1)});
    all.push_back({name, 17, 2, chunk, threads(250)});
  }
  return all;
}

/// The kernels give the bits of naive where they run as on devices.
template <class Model>
void classic_agrees_with_naive() {
  Kokkos::DefaultExecutionSpace const exec;
  bool const host = tessera::on_host<Kokkos::DefaultExecutionSpace>;
  agree_with_naive<Model>(exec, classic_schedules(host, 1, tessera::ClassicStrategies{}));
}

/// The same on a host with several threads a team, which spin at every barrier: on few grids.
template <class Model>
void classic_agrees_in_teams() {
  Kokkos::DefaultExecutionSpace const exec;
  bool const host = tessera::on_host<Kokkos::DefaultExecutionSpace>;
  int const threads = std::min(3, exec.concurrency());
  agree_with_naive<Model>(exec, classic_schedules(host, threads, tessera::ClassicStrategies{}),
                          {{9, 5, 4}, {11, 7, 3}});
}

}  // namespace agreement
