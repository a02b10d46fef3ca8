// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "tessera/stage.hpp"
#include "tessera/steps_plan.hpp"
#include "tessera/sweep/device/time_tile/strategy.hpp"

namespace tessera {

/// All steps of a call in one launch, for grids that the registers of a CUDA device hold: every warp keeps its cells
/// from step to step, and what others read of them goes through shared memory and, from block to block, as messages
/// through the second-level cache. There are no barriers: a warp waits for those alone whose cells it reads. See
/// docs/time_tiling.md.
struct Resident {
  static constexpr char const* name = "resident";
  /// A launch may take any number of steps.
  static constexpr bool any_steps = true;
  static constexpr bool or_next = true;
};

namespace detail {

/// How cells lie in the registers of a block: a lane has `V` cells that follow one another in each of `rows` x `planes`
/// rows of its warp, and the rows of a block are whole rows of the grid.
struct ResidentShape {
  static constexpr int lanes = 32, V = 4, rows = 4, planes = 4;
  static constexpr int warps_y = 4, warps_z = 2, warps = warps_y * warps_z;
  static constexpr int threads = lanes * warps;
  static constexpr int extent_x = lanes * V, extent_y = rows * warps_y, extent_z = planes * warps_z;

  // Shared memory: of each warp the rows that it reads, those of the block in two states and those of another block,
  // then its counters.
  static constexpr int row_bytes = extent_x * static_cast<int>(sizeof(double));
  static constexpr int beside = 2 * planes + rows;  ///< rows: below and above in y, and in z of the other warp
  static constexpr int far_at = 2 * beside * row_bytes;
  static constexpr int counters_at = far_at + rows * row_bytes;
  static constexpr int warp_bytes = counters_at + 2 * planes * 8;
  static constexpr int shared_bytes = warps * warp_bytes;
};

/// Whether a reach is within the cell and its six neighbours.
template <Reach R>
inline constexpr bool is_nearest_star = [] {
  bool star = R::radius == 1;
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) star = star && (x * x + y * y + z * z <= 1 || !R::has(x, y, z));
    }
  }
  return star;
}();

/// Whether a program's one stage can stay on the chip: an operator that reads the state alone, in double, at the cell
/// and its six neighbours in space, by nothing that depends on place or time.
template <class Exec, int Rank, class StageType, int State>
inline constexpr bool can_reside = false;
#if TESSERA_REGISTER_TILES
template <class Exec, class Op, class R, class W>
inline constexpr bool can_reside<Exec, 3, Stage<Op, Reads<R>, Writes<W>>, 0> =
    has_register_tiles<Exec>&& has_counters&& std::is_same_v<typename W::value_type, double>&&
        is_nearest_star<input_reach<Op, 0>> &&
    !takes_at<3, Op, memory_row<typename ReadOf<R>::quantity>>;
#endif

/// What resolving needs to know of it, for a program of these stages.
template <class Exec, int Rank, int State, class First, class... Rest>
ResidentFacts resident_facts() {
  using S = ResidentShape;
  if constexpr (sizeof...(Rest) == 0 && can_reside<Exec, Rank, First, State>) {
    return {S::threads, {S::extent_x, S::extent_y, S::extent_z}, static_cast<std::size_t>(S::shared_bytes)};
  } else {
    return {};
  }
}

}  // namespace detail
}  // namespace tessera
