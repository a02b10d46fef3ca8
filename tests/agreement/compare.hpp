// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "agreement/runs.hpp"

/// The strategy of GPUs is compiled for hosts too, so that it is tested where there is none.
template <>
struct tessera::ExecTraits<Kokkos::DefaultHostExecutionSpace>
    : tessera::DefaultTraits<Kokkos::DefaultHostExecutionSpace> {
  using strategies = tessera::Types<tessera::Team, tessera::Naive, tessera::Column, tessera::PerCell>;
};

namespace agreement {

/// Schedules of the team and column sweeps: automatic ones, tiles that divide nothing, the smallest, larger than the
/// grid.
inline std::vector<tessera::Schedule> team_schedules(bool host) {
  using enum tessera::Placement;
  auto const threads = [host](int size) { return host ? 0 : size; };
  std::vector<tessera::Schedule> all{{"team", 0, 0, 0, 0, memory},
                                     {"team", 0, 0, 0, 0, planes},
                                     {"team", 8, 4, 3, 0, memory},
                                     {"team", 8, 4, 3, threads(32), planes},
                                     {"team", 5, 3, 2, threads(37), planes},
                                     {"team", 33, 2, 1, threads(96), memory},
                                     {"team", 1, 1, 1, threads(1), planes},
                                     {"team", 16, 2, 100, threads(250), planes},
                                     {"team", 64, 7, 100, 0, memory},
                                     {"column"},
                                     {"column", 4, 4, 2},
                                     {"column", 8, 4, 3},
                                     {"column", 36, 4, 1},
                                     {"column", 64, 4, 100},
                                     {"per_cell"}};
  all.push_back({"column", 8, 4, 2, 0, automatic, tessera::Streaming::automatic, 8});
  if (host) {
    all.push_back({"team", 0, 0, 0, 0, memory, tessera::Streaming::on});
    all.push_back({"team", 70, 3, 2, 0, memory, tessera::Streaming::on});
    all.push_back({"team", 34, 1, 4, 0, planes, tessera::Streaming::on});
  }
  return all;
}

/// Team, in all its schedules, gives the bits of naive: on every space, size and kind of boundary.
template <class Model>
void team_agrees_with_naive() {
  tessera::test::for_each_space([](auto const& exec) {
    agree_with_naive<Model>(exec, team_schedules(tessera::on_host<std::decay_t<decltype(exec)>>));
  });
}

}  // namespace agreement
