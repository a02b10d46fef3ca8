// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>

#include "tessera/sweep/device/check_cuda.hpp"
#include "tessera/sweep/device/row_tile/row_kernels.hpp"
#include "tessera/sweep/device/row_tile/strategy.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The rules of every write's faces.
template <class Kinds, class... Bounds, int... Ws>
auto row_faces(Pack<Bounds...> const& bounds, std::integer_sequence<int, Ws...>) {
  using Plan = typename Kinds::Plan;
  auto const one = [&]<int W>(std::integral_constant<int, W>) {
    constexpr int stage = Plan::template stage<W>;
    auto const& target = bounds.template get<stage>().targets.template get<Plan::template place<W>>();
    return FaceMap<typename Kinds::template value<W>, Plan::ghosts>(target.faces);
  };
  return pack(one(std::integral_constant<int, Ws>{})...);
}

/// What a row of tile `tile` costs, measured, as a multiple of one whose cells are moved by 16 bytes each.
inline double row_cost(TileAxis const& x, int tile, int vector) {
  int const first = x.origin(tile);
  return first % vector != 0 || first < 0 || first + x.extent > x.n ? 1.75 : 1.0;
}

/// Rows that a block takes of a single step, which computes `more` beside those, if the device holds `held` blocks at
/// once: so few that blocks which run at once ask memory for what lies near, and fewer where there is not enough for
/// all.
inline int row_chunk(int rows, int columns, int held, int more) {
  long const fair = static_cast<long>(rows) * columns / held;
  return static_cast<int>(std::clamp(fair, 2L, std::max(2L, 6L * more)));
}

/// Shares a plane out among blocks, of which the device holds `held` at once. Returns how many there are.
template <class Wiring, class... Bounds>
int share_out(RowArguments<Types<Bounds...>, Wiring>& args, int held) {
  using Plan = typename RowTypes<Types<Bounds...>, Wiring>::Plan;
  int const more = RowSweep<Types<Bounds...>, Wiring>::more_rows(args.times.steps);
  if (args.times.steps == 1) {
    args.chunk = row_chunk(args.n, args.x.count, held, more);
    return args.x.count * ((args.n + args.chunk - 1) / args.chunk);
  }
  args.shares = ColumnShares(args.x.count, args.n, std::min(held, ColumnShares::max_blocks), more,
                             [&](int tile) { return row_cost(args.x, tile, Plan::vector); });
  return args.shares.blocks;
}

/// Launches row tiles: a plane's are swept along y, with a warp for each step; a line's tiles each take all steps.
template <class Wiring, class... Bounds>
void launch_row_tile(Kokkos::Cuda const& exec, Pack<Bounds...> const& bounds, StepTimes const& times,
                     std::string const& label) {
  using List = Types<Bounds...>;
  using Kinds = RowTypes<List, Wiring>;
  using Plan = typename Kinds::Plan;
  auto const& first = bounds.template get<0>();
  bool const* const periodic = first.targets.template get<0>().faces.periodic;
  RowArguments<List, Wiring> args{
      bounds,
      TileAxis(first.n[0], Kinds::extent, round_up(times.steps * Plan::halo, Plan::unit), Plan::unit, periodic[0]),
      periodic[2],
      first.n[2],
      row_faces<Kinds>(bounds, std::make_integer_sequence<int, Plan::writes>{}),
      times,
      {},
      0};
  cudaStream_t const stream = exec.cuda_stream();
  int const multiprocessors = exec.cuda_device_prop().multiProcessorCount;
  int const bytes = row_tile_facts<Plan, Kinds::rank>().shared_bytes(times.steps);
  auto const allow = [&](auto* kernel) {
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), label);
  };
  if constexpr (Kinds::rank == 1) {
    allow(row_line_kernel<List, Wiring>);
    int const blocks = std::min((args.x.count + line_tile_warps - 1) / line_tile_warps, 64 * multiprocessors);
    row_line_kernel<List, Wiring><<<blocks, dim3(32, line_tile_warps), bytes, stream>>>(args);
  } else {
    auto const kernel = row_sweep_kernel<List, Wiring>;
    allow(kernel);
    int held = 1;
    check_cuda(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, kernel, 32 * times.steps, static_cast<std::size_t>(bytes)),
        label);
    int const blocks = share_out(args, held * multiprocessors);
    kernel<<<blocks, dim3(32, times.steps), bytes, stream>>>(args);
  }
  check_cuda(cudaGetLastError(), label);
}

/// Takes the steps of `times`, all stages, in one launch. Reads no ghosts of what stages write, and writes none.
template <class... Routes, class... Lasting, class... Bounds>
void sweep_steps(RegisterRows, LaunchWiring<Types<Routes...>, Types<Lasting...>>, Kokkos::Cuda const& exec,
                 Pack<Bounds...> const& bounds, StepsPlan const&, StepTimes const& times, std::string const& label) {
  using Wiring = LaunchWiring<Types<Routes...>, Types<Lasting...>>;
  using Kinds = RowTypes<Types<Bounds...>, Wiring>;
  if constexpr (Kinds::rank < 3) {
    if constexpr (Kinds::Plan::fits) launch_row_tile<Wiring>(exec, bounds, times, label + "/register_rows");
  }
}

}  // namespace tessera::detail
