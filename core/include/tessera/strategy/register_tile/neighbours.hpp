// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/unroll.hpp"
#include "tessera/strategy/register_tile/memory.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The exchange of rows between warps that are neighbours in y: the outer rows of each plane that enters a level,
/// through shared memory. Each warp has a place for its rows, and there is one more at either end of a block. The next
/// block of the cluster sends the rows there; beyond a face they are ghosts, written by the warp at the face. Readers
/// need no special case.
///
/// Rows written in a step are read in the next one. A warp signals both neighbours by counters that its rows are there,
/// and waits for theirs when it needs them: at the beginning of a step where levels wait, otherwise after all rows that
/// need none, so that half a step hides the latency. When all rows of a step have arrived, those of the step before
/// have been read. Without counters, warps synchronise at barriers.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileNeighbours : protected RegisterTileMemory<Bound, State, Numbers> {
 protected:
  using Memory = RegisterTileMemory<Bound, State, Numbers>;
  using Memory::block_of_tile, Memory::counter, Memory::m_args, Memory::m_group, Memory::m_lane, Memory::m_outer,
      Memory::m_warp;
  using Memory::C, Memory::K, Memory::R, Memory::V, Memory::X;
  using Memory::read_row, Memory::shared, Memory::write_row;
  using typename Memory::Arguments, typename Memory::N, typename Memory::Shape, typename Memory::T;
  using Own = T[C][R];  ///< a thread's cells of a plane
  static constexpr bool clustered = N::cluster > 1, signals = Shape::signals;
  static constexpr int warp_rows = Shape::warp_rows;
  static constexpr int warp_counters = 2 * Memory::counter_bytes;  ///< bytes of the two counters of a warp
  static constexpr int next_to_block = Memory::after_block | Memory::before_block;

  __device__ __forceinline__ RegisterTileNeighbours(Arguments const& args) : Memory(args) {
    m_rows = Shape::rows_at + (m_group * Shape::row_places + m_warp) * warp_rows + m_lane * R;
    if constexpr (clustered) find_next_block();
    if constexpr (signals) begin_counters();
  }

  /// Writes the outer rows of the newest plane of each level, in a step of phase `P`, to where the neighbouring warps
  /// read them. Outer warps write ghosts beyond a face. `Halo`: a side of the tile where the warp has no neighbour.
  template <int P, int Halo = 0, class Levels>
  __device__ __forceinline__ void hand_rows_over(Levels const& levels) {
    unroll<K>([&](auto l) TESSERA_INLINE {
      Own newest;
      levels.template take_newest<P, l.value>(newest);
      unroll<(Halo == Memory::high_y ? 0 : Shape::below_y)>([&](auto r) TESSERA_INLINE {
        write_row(newest[Memory::C - Shape::below_y + r.value], this->template place<P, l.value>(r.value));
      });
      unroll<(Halo == Memory::low_y ? 0 : Shape::above_y)>([&](auto r) TESSERA_INLINE {
        write_row(newest[r.value], this->template place<P, l.value>(Shape::below_y + r.value));
      });
    });
    // Before the outer rows, which take longer.
    if constexpr (signals) signal_neighbours();
    if (Halo == 0 && m_outer != 0) hand_outer_rows<P>(levels);
  }
  /// Reads a row of level `L` that another warp, `other` places away, has written.
  template <int P, int L>
  __device__ __forceinline__ void read_other(int other, int row, T (&to)[R]) const {
    constexpr int buffer = (P + Shape::row_buffers - Shape::row_delay) % Shape::row_buffers;
    read_row(shared(m_rows + other * warp_rows + shared_row(buffer, L, row)), to);
  }

  /// Waits for the rows that the neighbouring warps wrote in the step before.
  __device__ __forceinline__ void await_rows() const {
    if constexpr (signals) {
      wait_for_phase(own_counter(), (m_step >> 1) & 1);
      if (clustered && (m_outer & next_to_block)) expect(own_counter());
    } else if constexpr (Shape::syncs_neighbours) {
      static_assert(N::warps <= 16, "barrier 0 is the block's, each of the 15 others that of two warps");
      if (m_warp > 0) sync_warp_pair(m_warp);
      if (m_warp < N::warps - 1) sync_warp_pair(m_warp + 1);
    }
  }
  /// Called before and after a long loop: constants of the loop are assigned to registers anew. Otherwise values
  /// spilled by the loop for ends and corners would stay in local memory in all loops.
  __device__ __forceinline__ void allot_registers() {
    auto const anew = [zero = opaque_zero()](auto&... values) TESSERA_INLINE { ((values += zero), ...); };
    anew(m_rows, m_outer, m_warp, this->m_lane, this->m_arrival, this->m_stored);
    if constexpr (!Memory::finds_faces) anew(this->m_low_x, this->m_high_x);
  }
  /// Waits for all rows still in flight to this block.
  __device__ __forceinline__ void leave_cluster() const {
    if constexpr (clustered) {
      if (m_outer & next_to_block) wait_for_phase(own_counter(), (m_step >> 1) & 1);
      sync_cluster();
    }
  }

 private:
  /// Offset of a row from the first one of the same warp in buffer 0. The rows of all levels are contiguous.
  static constexpr __device__ int shared_row(int buffer, int l, int row) {
    return buffer * N::groups * Shape::row_places * warp_rows + (row * K + l) * X;
  }
  /// Address of the thread's cells of a row written in a step of phase `P`.
  template <int P, int L>
  __device__ __forceinline__ T* place(int row) const {
    return shared(m_rows + shared_row(P % Shape::row_buffers, L, row));
  }
  /// Signals the neighbouring warps that this warp's rows are there.
  __device__ __forceinline__ void signal_neighbours() {
    ++m_step;
    __syncwarp();
    unsigned char* const own = own_counter();
    arrive(own - warp_counters, m_lane == 0 && m_warp > 0);
    arrive(own + warp_counters, m_lane == 0 && m_warp < N::warps - 1);
  }
  /// The extra work of an outer warp. It touches another block or a face, not both: blocks of a cluster have several
  /// warps.
  template <int P, class Levels>
  __device__ __forceinline__ void hand_outer_rows(Levels const& levels) const {
    if constexpr (clustered) {
      if (m_outer & Memory::after_block) return send_rows<P, -1>(levels);
      if (m_outer & Memory::before_block) return send_rows<P, 1>(levels);
    }
    int const rows = opaque(m_rows);
    if (m_outer & Memory::low_y) ghost_rows<P, false>(levels, rows);
    if (m_outer & Memory::high_y) ghost_rows<P, true>(levels, rows);
  }
  /// Writes the ghost rows beyond the low or high face of y: ghost layer d mirrors the d-th row from the face.
  template <int P, bool High, class Levels>
  __device__ __forceinline__ void ghost_rows(Levels const& levels, int rows) const {
    unroll<(High ? Shape::above_y : Shape::below_y)>([&](auto layer) TESSERA_INLINE {
      constexpr int d = layer.value;
      constexpr int ghost = High ? Shape::below_y + d : Shape::below_y - 1 - d;
      unroll<K>([&](auto l) TESSERA_INLINE {
        T row[Memory::R];
        this->template own_row<P, l.value, High ? Memory::C - 1 - d : d>(levels, rows, row);
        TESSERA_UNROLL
        for (T& cell : row) cell = this->m_args.faces.ghost(High ? 3 : 2, d, cell);
        write_row(row,
                  shared(rows + (High ? warp_rows : -warp_rows) + shared_row(P % Shape::row_buffers, l.value, ghost)));
      });
    });
  }
  /// Row `Row` of the thread in the newest plane of level `L`. Where rows are updated one after another, it is read
  /// back from shared memory by an opaque address, which saves registers.
  template <int P, int L, int Row, class Levels>
  __device__ __forceinline__ void own_row(Levels const& levels, int rows, T (&row)[R]) const {
    if constexpr (Shape::by_rows && (Row < Shape::above_y || Row >= C - Shape::below_y)) {
      constexpr int at = Row < Shape::above_y ? Shape::below_y + Row : Row - (C - Shape::below_y);
      read_row(shared(rows + shared_row(P % Shape::row_buffers, L, at)), row);
    } else {
      Own newest;
      levels.template take_newest<P, L>(newest);
      TESSERA_UNROLL
      for (int e = 0; e < R; ++e) row[e] = newest[Row][e];
    }
  }
  /// Finds the address in the next block to which this warp sends, if it has one.
  __device__ __forceinline__ void find_next_block() {
    int const other_block = this->outer(0, 0);
    if (other_block == 0) return;
    int const side = (other_block & Memory::after_block) != 0 ? -1 : 1, other = block_of_tile() + side;
    m_next_rows = in_block(shared(m_rows - side * N::warps * warp_rows), other);
    m_next_counter = in_block(counter(side < 0 ? 2 * (N::warps - 1) : 0), other);
  }
  /// Sends the rows that the next block, before (-1) or after (1) this one, reads. All other warps wait for this one,
  /// so it sends from registers, with the fewest instructions. Where levels wait, registers are short: one copy sends
  /// the rows from shared memory.
  template <int P, int Side, class Levels>
  __device__ __forceinline__ void send_rows(Levels const& levels) const {
    constexpr int first = Side < 0 ? Shape::below_y : 0, count = Side < 0 ? Shape::above_y : Shape::below_y;
    Remote const counts = m_next_counter + (m_step & 1) * Memory::counter_bytes;
    if constexpr (Shape::waits) {
      constexpr int from = shared_row(P % Shape::row_buffers, 0, first), bytes = static_cast<int>(sizeof(T));
      fence_for_copies();
      __syncwarp();
      send_copy(m_next_rows + from * bytes, shared(m_rows + from), count * K * X * bytes, counts, m_lane == 0);
    } else {
      unroll<K>([&](auto l) TESSERA_INLINE {
        Own newest;
        levels.template take_newest<P, l.value>(newest);
        unroll<count>([&](auto r) TESSERA_INLINE {
          constexpr int row = (Side < 0 ? 0 : C - Shape::below_y) + r.value;
          constexpr int at = shared_row(P % Shape::row_buffers, l.value, first + r.value);
          TESSERA_UNROLL
          for (int q = 0; q < R / V; ++q)
            send(m_next_rows + (at + q * V) * static_cast<int>(sizeof(T)), Memory::vector_of(newest[row], q).values,
                 counts);
        });
      });
    }
  }

  /// Initialises the two counters of this warp, for even and odd steps. Both neighbours arrive on them, and they count
  /// bytes that come from another block.
  __device__ __forceinline__ void begin_counters() {
    bool const other_block = this->outer(0, 0) != 0;
    if (m_lane == 0) {
      int const neighbours = (m_warp > 0) + (m_warp < N::warps - 1) + other_block;
      for (int parity = 0; parity < 2; ++parity) begin_counter(counter(2 * m_warp + parity), neighbours);
    }
    if constexpr (clustered) {
      sync_cluster();
    } else {
      Memory::barrier();
    }
    // Before the first step no rows exist, and none come from other blocks.
    m_step = -1;
    signal_neighbours();
    if (other_block) {
      arrive(own_counter(), m_lane == 0);
      expect(counter(2 * m_warp + 1));
    }
  }
  /// The counter of the rows that are read in this step.
  __device__ __forceinline__ unsigned char* own_counter() const { return counter(2 * m_warp + (m_step & 1)); }
  /// Sets the bytes that a counter expects from another block in a step.
  __device__ __forceinline__ void expect(unsigned char* counts) const {
    constexpr int bytes = K * X * static_cast<int>(sizeof(T));
    if (m_lane == 0) expect_bytes(counts, bytes * (m_warp == 0 ? Shape::below_y : Shape::above_y));
  }

  Remote m_next_rows{}, m_next_counter{};  ///< in the next block: where this thread's rows go, and the counters
  int m_rows;                              ///< offset in shared memory of the thread's rows for other warps
  int m_step = 0;                          ///< step of the sweep, counted through all parts
};

}  // namespace tessera::detail
