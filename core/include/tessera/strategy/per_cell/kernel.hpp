// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tessera/backend/native_launch.hpp"
#include "tessera/strategy/per_cell/sweep.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

inline constexpr int cell_threads = 256;

/// A thread per cell. A Kokkos range would be a loop of one iteration, before which the compiler loads all kernel
/// arguments that any cell may need: half as many instructions again, which dominate on small grids.
template <class Sweep>
__global__ void __launch_bounds__(cell_threads) per_cell_kernel(__grid_constant__ Sweep const sweep, int cells) {
  int const cell = static_cast<int>(blockIdx.x) * cell_threads + static_cast<int>(threadIdx.x);
  if (cell < cells) sweep(cell);
}

template <class Sweep>
void launch_cells(Native const& exec, Sweep const& sweep, int cells, std::string const& label) {
  if (cells == 0) return;  // a region may be empty
  int const blocks = cells / cell_threads + (cells % cell_threads > 0 ? 1 : 0);
  launch_native(exec, per_cell_kernel<Sweep>, blocks, {cell_threads}, 0, label, sweep, cells);
}

}  // namespace tessera::detail
