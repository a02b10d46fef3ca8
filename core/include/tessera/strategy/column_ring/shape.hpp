// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include "tessera/schedule.hpp"
#include "tessera/strategy/column/window_shape.hpp"

namespace tessera::detail {

/// Whether a reach is wide: threads that keep it in registers are limited by caches, not by memory. It has points off
/// the column along z that are two cells away or on a diagonal.
template <Reach Points, int Rank>
constexpr bool is_wide() {
  Hull const off_column = beside_hull<Points, Rank>;
  bool far = false;
  for (int axis = 0; axis < 3; ++axis) far = far || off_column.lo[axis] < -1 || off_column.hi[axis] > 1;
  return Rank == 3 && (far || is_diagonal<Points, Rank>);
}

/// Warps and threads of a block with a ring.
inline constexpr int ring_warps = 8, ring_threads = 32 * ring_warps;

/// The constants of a column sweep whose blocks keep the planes of one wide input in a ring in shared memory, for the
/// inputs `Inputs`, which are InputType. Neighbours from other threads are read from the ring; a thread's own columns,
/// and all other inputs, stay in registers.
template <int Rank, std::size_t WidestValue, class... Inputs>
struct RingShape {
  static constexpr int V = static_cast<int>(16 / WidestValue);
  /// Rows of a thread: eight cells in all, since the loop body contains the formula once per cell and phase of the
  /// windows.
  static constexpr int R = 8 / V;
  static constexpr int tile_x = 32 * V, tile_y = R * ring_warps;

  /// The input that has the ring: the one that is wide; -1 if there are none or several.
  static constexpr int find_input() {
    std::array<bool, sizeof...(Inputs) + 1> const wide{
        (Inputs::components > 0 && is_wide<typename Inputs::reach, Rank>())...};
    int found = -1, count = 0;
    for (int i = 0; i < static_cast<int>(sizeof...(Inputs)); ++i) {
      if (!wide[static_cast<std::size_t>(i)]) continue;
      found = i;
      ++count;
    }
    return count == 1 ? found : -1;
  }
  static constexpr int input = find_input();

  /// Registers of 4 bytes for windows.
  static constexpr int registers = (0 + ... + Inputs::template window_registers<Rank, V, R>);

  /// Blocks per multiprocessor: two leave a thread 128 registers.
  static constexpr int blocks = registers <= 80 ? 2 : 1;

  /// Steps after which the slots of all windows repeat.
  static constexpr int count_steps() {
    int steps = 1;
    ((steps = std::lcm(steps, WindowShape<typename Inputs::reach, Rank, V, R>::planes)), ...);
    return steps;
  }
  static constexpr int period = count_steps();
};

/// The ring of a wide input: slots of one plane of a tile with its halo, rows of whole 16-byte pieces.
///
///     the window along z, reach 2             the ring
///
///     [ k+5 ]  not loaded yet
///     [ k+4 ]                                 under way        `ahead` planes
///     [ k+3 ]                                 under way
///     [ k+2 ]  enters each own column         in its slot      `span` planes
///     [ k+1 ]  in registers                   in its slot
///     [ k   ]  in registers, other rows       in its slot
///     [ k-1 ]  in registers                   its slot is filled next
template <Reach Points, class Value, int V, int R>
struct RingPlanes {
  using Window = WindowShape<Points, 3, V, R>;
  static constexpr int lo_x = Window::lo_x, lo_y = Window::lo_y, lo_z = Window::lo_z;
  static constexpr int hi_x = Window::hull.hi[0], hi_y = Window::hull.hi[1], hi_z = Window::hull.hi[2];
  static constexpr int halo_low = (V - 1 - lo_x) / V * V, halo_high = (hi_x + V - 1) / V * V;
  static constexpr int pitch = 32 * V + halo_low + halo_high;
  static constexpr int rows = R * ring_warps + hi_y - lo_y;
  static constexpr int slot = pitch * rows;     ///< values of a plane
  static constexpr int row_pieces = pitch / V;  ///< 16-byte pieces of a row

  /// The lowest plane of the hull whose elements enter the window in each step.
  static constexpr int find_lowest() {
    int lowest = Window::planes - 1;
    for (int l = 0; l < Window::at_step.count; ++l) {
      lowest = Window::at_step.list[l].p < lowest ? Window::at_step.list[l].p : lowest;
    }
    return lowest;
  }
  static constexpr int lowest = find_lowest();
  static constexpr int span = Window::planes - lowest;
  static constexpr std::size_t bytes_with(int ahead) { return sizeof(Value) * slot * (span + ahead); }
  /// Planes under way: three, or two where they take much scratch.
  static constexpr int ahead = bytes_with(3) <= 128 * 1024 ? 3 : 2;
  static constexpr int slots = span + ahead;
  static constexpr std::size_t bytes = bytes_with(ahead);
};

/// The facts of a stage's ring that scheduling needs; no bytes if it has none. A ring needs exactly one wide input, of
/// one component and the widest value, and windows and ring that leave room for the formula.
template <int Rank, std::size_t WidestValue, class... Inputs>
constexpr RingFacts ring_facts(int formula_registers) {
  using Shape = RingShape<Rank, WidestValue, Inputs...>;
  if constexpr (Shape::input >= 0) {
    using Wide = typename TypeAt<Types<Inputs...>, static_cast<std::size_t>(Shape::input < 0 ? 0 : Shape::input)>::type;
    using Value = typename Wide::value_type;
    if constexpr (Wide::components == 1 && sizeof(Value) == WidestValue && Shape::registers <= 240) {
      using Planes = RingPlanes<typename Wide::reach, Value, Shape::V, Shape::R>;
      constexpr std::size_t most_bytes = 200 * 1024;
      if (Planes::bytes > most_bytes || Shape::registers + formula_registers > 240) return {};
      return {Planes::bytes, Shape::tile_x, Shape::tile_y, ring_threads, Planes::ahead, Shape::blocks};
    }
  }
  return {};
}

}  // namespace tessera::detail
