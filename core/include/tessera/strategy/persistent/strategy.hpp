// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include "tessera/plan/steps_plan.hpp"
#include "tessera/stage.hpp"
#include "tessera/strategy/register_tile/strategy.hpp"

namespace tessera {

/// The persistent kernel: all steps of a call in one launch, for grids that fit the registers of a CUDA device. A warp
/// keeps its cells from step to step. Neighbours get its outer rows through shared memory, and other blocks get them as
/// messages through the second-level cache. There are no barriers: a warp waits only for the warps whose cells it
/// reads. See docs/register_tiles.md.
struct Persistent {
  static constexpr char const* name = "persistent";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true, .or_next = true};
};

namespace detail {

/// The cells of a block in registers, for values `T`: a lane has `V` contiguous cells in each of `rows` x `planes` rows
/// of its warp. Rows of a block are whole rows of the grid.
template <class T>
struct PersistentShape {
  static constexpr int lanes = 32, V = 4, rows = 4, planes = 4;
  static constexpr int warps_y = 4, warps_z = 2, warps = warps_y * warps_z;
  static constexpr int threads = lanes * warps;
  static constexpr int extent_x = lanes * V, extent_y = rows * warps_y, extent_z = planes * warps_z;

  /// Lanes move 16 bytes of a row at once. A row of shared memory, or of a message, has the first such parts of all
  /// lanes, then the second ones, if any.
  static constexpr int lane_bytes = 16, part_bytes = lanes * lane_bytes;
  static constexpr int part_cells = lane_bytes / static_cast<int>(sizeof(T)), parts = V / part_cells;

  // Shared memory of each warp: the rows that it reads, those of the block in two states and those of another block,
  // then its counters.
  static constexpr int row_bytes = parts * part_bytes;
  static constexpr int neighbour_rows = 2 * planes + rows;  ///< rows below and above in y, and of the other warp in z
  static constexpr int far_at = 2 * neighbour_rows * row_bytes;
  static constexpr int counters_at = far_at + rows * row_bytes;
  static constexpr int warp_bytes = counters_at + 2 * planes * 8;
  static constexpr int shared_bytes = warps * warp_bytes;
};

template <class T>
inline constexpr bool is_real = std::is_same_v<T, double> || std::is_same_v<T, float>;

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

/// Whether the persistent kernel takes a program's one stage: the operator reads only the state, in double or float, at
/// the cell and its six neighbours in space, and neither place nor time.
template <class Exec, int Rank, class StageType, int State>
inline constexpr bool can_persist = false;
#if TESSERA_REGISTER_TILES
template <class Exec, class Op, class R, class W>
inline constexpr bool can_persist<Exec, 3, Stage<Op, Reads<R>, Writes<W>>, 0> =
    has_register_tiles<Exec>&& has_counters&& is_real<typename W::value_type>&& is_nearest_star<input_reach<Op, 0>> &&
    !takes_at<3, Op, memory_row<typename ReadOf<R>::quantity>>;
#endif

/// The facts that resolving needs, for a program of one stage; others have none.
template <class Exec, int Rank, int State, class... Stages>
struct PersistentFactsOf {
  static PersistentFacts facts() { return {}; }
};
template <class Exec, int Rank, int State, class Op, class R, class W>
requires(can_persist<Exec, Rank, Stage<Op, Reads<R>, Writes<W>>,
                     State>) struct PersistentFactsOf<Exec, Rank, State, Stage<Op, Reads<R>, Writes<W>>> {
  using S = PersistentShape<typename W::value_type>;
  static PersistentFacts facts() {
    return {S::threads, {S::extent_x, S::extent_y, S::extent_z}, static_cast<std::size_t>(S::shared_bytes)};
  }
};

}  // namespace detail

template <class Exec, int Rank, class... Stages, class Boundaries>
void add_facts(Persistent, ProgramTag<Exec, Program<Rank, Types<Stages...>, Boundaries>>, StepsShape& shape) {
  constexpr int state = detail::state_input<Program<Rank, Types<Stages...>, Boundaries>>;
  shape.persistent = detail::PersistentFactsOf<Exec, Rank, state, Stages...>::facts();
}
/// Decides whether the grid fits the registers of the device and the kernel pays; only the number of steps can be
/// chosen.
inline StepsPlan resolve_steps(Persistent, Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  return resolve_persistent(request, shape, limits);
}

}  // namespace tessera
