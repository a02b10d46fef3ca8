// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tessera/sweep/device/time_tile/tile_memory.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// What blocks that make a tile together hand to each other: the rows at their ends. The rows of some levels are sent
/// in the middle of a step, when the outer warp of a block has read those that it was sent in the step before, and are
/// awaited at the step's end; those of the others are sent at its end, and are awaited in the middle of the next. So
/// there is time for them to come, and that they have come says too that the other block has read the last ones, whose
/// place is free then.
template <class Bound, std::size_t State, class Numbers>
class TimeTileCluster : protected TimeTileMemory<Bound, State, Numbers> {
 protected:
  using Memory = TimeTileMemory<Bound, State, Numbers>;
  using Memory::block_of_tile, Memory::counter, Memory::m_lane, Memory::m_rows, Memory::m_warp;
  using Memory::C, Memory::K, Memory::R, Memory::V, Memory::X;
  using Memory::shared, Memory::shared_row, Memory::shared_rows, Memory::vector_of;
  using typename Memory::Arguments, typename Memory::N, typename Memory::Shape, typename Memory::T;
  using Own = T[C][R];  ///< a thread's cells of a plane
  static constexpr bool clustered = N::cluster > 1;
  /// Where levels wait a step, the last one is made first.
  static constexpr bool last_first = Shape::waits;

  __device__ __forceinline__ TimeTileCluster(Arguments const& args) : Memory(args) {
    if constexpr (clustered) {
      if (m_lane == 0 && m_warp == 0) {
        for (int at = 0; at < Shape::counters; ++at) begin_counter(counter(at), 1);
      }
      meet_cluster();
      at_ends([&](auto side) TESSERA_INLINE {
        for (int turn = 0; turn < 2; ++turn) {
          this->template expect<side.value, 0>(turn);
          this->template expect<side.value, 1>(turn);
        }
        // The first step waits, too, in its middle.
        this->template send_half<Shape::row_buffers - 1, side.value, 1>(0, Nothing{});
      });
    }
  }

  /// Sends and awaits rows before the `At`th level that is made in a step of phase `P`, or, if all have been, at its
  /// end: those of the thread's cells that came last to a level of `levels`.
  template <int P, int At, class Levels>
  __device__ __forceinline__ void exchange(Levels const& levels) const {
    if constexpr (clustered && (At == half<0>.sent || At == half<0>.awaited || At == half<1>.awaited)) {
      at_ends([&](auto side) TESSERA_INLINE {
        if constexpr (At == half<0>.sent) this->template send_half<P, side.value, 0>(m_step, levels);
        if constexpr (At == half<1>.sent) this->template send_half<P, side.value, 1>(m_step + 1, levels);
        if constexpr (At == half<0>.awaited) this->template await_half<side.value, 0>();
        if constexpr (At == half<1>.awaited) this->template await_half<side.value, 1>();
      });
    }
  }
  __device__ __forceinline__ void end_step() {
    Memory::end_step();
    ++m_step;
  }
  /// Waits for all that is still on its way to this block.
  __device__ __forceinline__ void leave_cluster() const {
    if constexpr (clustered) {
      at_ends([&](auto side) TESSERA_INLINE { this->template await_half<side.value, 1>(); });
      meet_cluster();
    }
  }

 private:
  /// Levels to which nothing has come yet.
  struct Nothing {
    template <int P, int L>
    __device__ __forceinline__ void take_newest(Own& own) const {
      TESSERA_UNROLL
      for (auto& row : own) {
        TESSERA_UNROLL
        for (T& cell : row) cell = 0;
      }
    }
  };
  /// Half of the levels, [begin, end): before which of the levels of a step, in the order in which they are made, their
  /// rows are sent, and before which they are awaited (K: at its end). The last levels first: what a level is handed is
  /// made by the next one in that order, and for the first two of all only at the end.
  struct HalfOfLevels {
    int begin, end, sent, awaited;
  };
  template <int Half>
  static constexpr HalfOfLevels half = last_first
                                           ? (Half == 0 ? HalfOfLevels{2, K, K - 1, K} : HalfOfLevels{0, 2, K, K - 2})
                                           : (Half == 0 ? HalfOfLevels{0, K / 2, K / 2, K}
                                                        : HalfOfLevels{K / 2, K, K, K / 2});

  /// Calls `f` with -1 in the first warp of a block, if there is a block before it, and with 1 in the last one, if
  /// there is one after it.
  template <class F>
  __device__ __forceinline__ void at_ends(F const& f) const {
    if (m_warp == 0) {
      if (block_of_tile() > 0) f(std::integral_constant<int, -1>{});
    } else if (m_warp == N::warps - 1) {
      if (block_of_tile() < N::cluster - 1) f(std::integral_constant<int, 1>{});
    }
  }
  // For each side of a block and each half a counter for every other step.
  template <int Side, int Half>
  __device__ __forceinline__ static unsigned char* counter_of(int turn) {
    return counter((Side < 0 ? 0 : 4) + 2 * Half + (turn & 1));
  }
  /// Lets a counter expect the rows of a half.
  template <int Side, int Half>
  __device__ __forceinline__ void expect(int turn) const {
    constexpr int rows = (half<Half>.end - half<Half>.begin) * (Side < 0 ? Shape::below_y : Shape::above_y);
    if (m_lane == 0) expect_bytes(counter_of<Side, Half>(turn), rows * X * static_cast<int>(sizeof(T)));
  }
  template <int P, int Side, int Half, class Levels>
  __device__ __forceinline__ void send_half(int turn, Levels const& levels) const {
    constexpr int beyond = N::warps * shared_rows * X;  // from an outer warp's rows to where another block has them
    constexpr int first = Side < 0 ? Shape::below_y : 0, count = Side < 0 ? Shape::above_y : Shape::below_y;
    int const other = block_of_tile() + Side;
    Remote const to = in_block(shared(m_rows - Side * beyond), other);
    Remote const counts = in_block(counter_of<-Side, Half>(turn), other);
    unroll<half<Half>.end - half<Half>.begin>([&](auto at_level) TESSERA_INLINE {
      constexpr int l = half<Half>.begin + at_level.value;
      Own plane;
      levels.template take_newest<P, l>(plane);
      unroll<count>([&](auto row) TESSERA_INLINE {
        unroll<Memory::R / Memory::V>([&](auto q) TESSERA_INLINE {
          constexpr int at = Memory::shared_row(P % Shape::row_buffers, l, first + row.value) + q.value * Memory::V;
          constexpr int from = Side < 0 ? row.value : Memory::C - count + row.value;
          send(to + at * static_cast<int>(sizeof(T)), Memory::vector_of(plane[from], q.value).values, counts);
        });
      });
    });
  }
  template <int Side, int Half>
  __device__ __forceinline__ void await_half() const {
    if constexpr (half<Half>.begin != half<Half>.end) {
      wait_for_turn(counter_of<Side, Half>(m_step), m_step >> 1 & 1);
      expect<Side, Half>(m_step);
    }
  }

  int m_step = 0;  ///< of the sweep, through all parts
};

}  // namespace tessera::detail
