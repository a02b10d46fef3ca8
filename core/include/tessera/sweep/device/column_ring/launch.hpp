// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/bound_part.hpp"
#include "tessera/exec_traits.hpp"
#include "tessera/sweep/device/check_cuda.hpp"
#include "tessera/sweep/device/column_ring/kernel.hpp"
#include "tessera/sweep/fill_ghosts.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Lets a kernel have its shared memory, which is more than CUDA gives unasked, and launches it.
template <class Bound, class Ghosts>
void launch_column_ring(Kokkos::Cuda const& exec, Bound const& bound, Ghosts const& ghosts, Schedule const& s,
                        std::string const& label) {
  constexpr RingFacts facts = RingShapeOf<Bound>::facts;
  auto const kernel = column_ring_kernel<Bound, Ghosts, facts.blocks>;
  Tiling const tiling(bound.n, s);
  check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(facts.bytes)),
             label);
  Kokkos::Profiling::pushRegion(label);
  kernel<<<tiling.league_size(), ring_threads, facts.bytes, exec.cuda_stream()>>>(bound, tiling, ghosts);
  Kokkos::Profiling::popRegion();
  check_cuda(cudaGetLastError(), label);
}

template <class Bound>
void sweep(ColumnRing, Kokkos::Cuda const& exec, Bound const& bound, ResolvedSchedule const& resolved,
           std::string const& label) {
  if constexpr (RingShapeOf<Bound>::facts.bytes > 0) {  // others were refused when the strategy was chosen
    launch_column_ring(exec, bound, StoredGhosts{}, resolved.schedule, label + "/column_ring");
    fill_open_ghosts<false>(exec, bound);
  }
}

/// The state is the wide input, and there is a ring for it.
template <class Bound, std::size_t State>
struct SparedGhostsOf<ColumnRing, Bound, State> {
  using Shape = typename RingShapeOf<Bound>::type;
  using Columns = MirroredColumns<Bound, State, Shape>;
  static constexpr bool exist() {
    return RingShapeOf<Bound>::facts.bytes > 0 && Shape::input == static_cast<int>(State) && Columns::exist();
  }
  static SparedGhosts facts() {
    if constexpr (exist()) return Columns::facts();
    return {};
  }
};

template <std::size_t State, class Bound>
void sweep_mirrored(ColumnRing, std::integral_constant<std::size_t, State>, Kokkos::Cuda const& exec,
                    Bound const& bound, ResolvedSchedule const& resolved, std::string const& label) {
  using Mirrored = SparedGhostsOf<ColumnRing, Bound, State>;
  if constexpr (Mirrored::exist()) {
    launch_column_ring(exec, bound, Mirrored::Columns::ghosts(bound), resolved.schedule, label + "/column_ring");
  }
}

}  // namespace tessera::detail
