// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/bound_part.hpp"
#include "tessera/exec_traits.hpp"
#include "tessera/sweep/device/check_cuda.hpp"
#include "tessera/sweep/device/column_ring/kernel.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Lets a kernel have its shared memory, which is more than CUDA gives unasked, and launches it.
template <class Bound>
void launch_column_ring(Kokkos::Cuda const& exec, Bound const& bound, Tiling const& tiling, std::string const& label) {
  constexpr RingFacts facts = RingShapeOf<Bound>::facts;
  auto const kernel = column_ring_kernel<Bound, facts.blocks>;
  check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(facts.bytes)),
             label);
  Kokkos::Profiling::pushRegion(label);
  kernel<<<tiling.league_size(), ring_threads, facts.bytes, exec.cuda_stream()>>>(bound, tiling);
  Kokkos::Profiling::popRegion();
  check_cuda(cudaGetLastError(), label);
}

template <class Bound>
void sweep(ColumnRing, Kokkos::Cuda const& exec, Bound const& bound, ResolvedSchedule const& resolved,
           std::string const& label) {
  if constexpr (RingShapeOf<Bound>::facts.bytes > 0) {  // others were refused when the strategy was chosen
    launch_column_ring(exec, bound, Tiling(bound.n, resolved.schedule), label + "/column_ring");
    fill_ghosts(exec, bound, false);
  }
}

}  // namespace tessera::detail
