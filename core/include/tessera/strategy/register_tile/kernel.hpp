// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "tessera/strategy/register_tile/level_partial_sums.hpp"
#include "tessera/strategy/register_tile/level_planes.hpp"
#include "tessera/strategy/register_tile/level_shared_sums.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

template <class Bound, std::size_t State, class Numbers>
using RegisterTileLevels = std::conditional_t<
    Numbers::level_storage == LevelStorage::partial_sums, RegisterTilePartialSums<Bound, State, Numbers>,
    std::conditional_t<Numbers::level_storage == LevelStorage::shared_sums,
                       RegisterTileSharedSums<Bound, State, Numbers>, RegisterTilePlanes<Bound, State, Numbers>>>;

/// The sweep of a block along z over one tile, several steps at once.
template <class Bound, std::size_t State, class Numbers>
class RegisterTileKernel : private RegisterTileLevels<Bound, State, Numbers> {
  using Levels = RegisterTileLevels<Bound, State, Numbers>;
  using Levels::all_edges, Levels::high_x, Levels::high_y, Levels::low_x, Levels::low_y, Levels::narrow, Levels::ragged;
  using Levels::barrier, Levels::enter, Levels::groups, Levels::sync_groups, Levels::next_plane;
  using Levels::K;
  using Levels::m_args, Levels::m_edges, Levels::m_end_store, Levels::m_first, Levels::m_halo;
  using typename Levels::Arguments, typename Levels::N, typename Levels::Own, typename Levels::Plane,
      typename Levels::Shape;
  static constexpr int period = Shape::held;
  /// Whether tiles at any face of x share one loop over planes inside. Each loop takes a compiler up to half a minute.
  /// More of them gain nothing for operators with several inputs, which are bound by their loads, nor for the kernel of
  /// remaining steps, which runs once per call.
  static constexpr bool one_face_loop = Bound::inputs > 1 || N::remaining;

 public:
  using Levels::blocks_of_tile, Levels::leave_cluster, Levels::shared_bytes;

  __device__ __forceinline__ RegisterTileKernel(Arguments const& args) : Levels(args) {}

  /// Sweeps one part of a column of tiles.
  __device__ __forceinline__ void sweep(WorkPartition::Part const& part) {
    enter(part);
    typename Levels::NearFaces near_faces;
    this->remember(near_faces);
    int const nz = m_args.bound.n[2], out_lag = Shape::out_lag(groups());
    bool const open = m_args.periodic_z;
    int const steps = whole_periods(part.end - m_first + out_lag);
    int const low_end = open || m_first > 0 ? 0 : whole_periods(out_lag + Shape::below_z);
    int const faced = nz - m_first - Shape::ends_early;
    int const inside = open || m_end_store < faced ? m_end_store : faced;
    int const high_begin = inside / period * period;
    for (int p = 0; p < N::under_way - 1; ++p) {
      next_plane();
      this->template load<all_edges>();
    }
    next_plane();
    // One copy of the loop handles every case: both ends, and tiles that have no loop of their own.
    bool const plain = one_face_loop
                           ? (m_edges & narrow) == 0
                           : m_edges == 0 || m_edges == low_x || m_edges == high_x || m_edges == (high_x | ragged);
    int s = 0;
    TESSERA_NO_UNROLL
    for (int end = 0; end < 2; ++end) {
      int const until = end == 1 || !plain ? steps : low_end < steps ? low_end : steps;
      this->allot_faces();
      TESSERA_NO_UNROLL
      for (; s < until; s += period) iteration<all_edges, true>(s);
      if (end == 1 || s >= high_begin) continue;
      if (m_edges == 0) {
        iterations_inside(s, high_begin, part.round);
      } else if constexpr (one_face_loop) {
        iterations<low_x | high_x | ragged>(s, high_begin);
      } else if (m_edges == low_x) {
        iterations<low_x>(s, high_begin);
      } else if (m_edges == high_x) {
        iterations<high_x>(s, high_begin);
      } else if (m_edges == (high_x | ragged)) {
        iterations<high_x | ragged>(s, high_begin);
      }
      s = high_begin;
    }
    this->leave();
    barrier();
  }

 private:
  /// Steps rounded up to whole periods.
  static constexpr __device__ int whole_periods(int steps) { return (steps + period - 1) / period * period; }
  /// Iterations from step `s` to `end` over planes inside, in a tile that touches no face of x. Warps of the halo along
  /// y have loops of their own and compute less. In a `round` of whole columns these warps throttle.
  __device__ __forceinline__ void iterations_inside(int s, int end, [[maybe_unused]] int round) {
    if constexpr (Shape::trims_halo) {
      if (m_halo == low_y) return iterations<0, low_y>(s, end, round);
      if (m_halo == high_y) return iterations<0, high_y>(s, end, round);
    }
    iterations<0>(s, end);
  }
  /// Iterations from step `s` to `end` over planes inside. In the plane the loop counts down, which saves a register
  /// and avoids a spill. `Halo`: the side of the tile whose halo along y the warp has.
  template <int Edges, int Halo = 0>
  __device__ __forceinline__ void iterations(int s, int end, [[maybe_unused]] int round = -1) {
    if constexpr (Edges != 0) this->allot_faces();
    if constexpr (Shape::shares_rows) {
      this->allot_registers();
      int const stop = end + opaque_zero();
      [[maybe_unused]] Throttler<(period < 8 ? 8 / period : 1) * period> throttle(m_args.throttle, round, s, stop);
      TESSERA_NO_UNROLL
      for (; s < stop; s += period) {
        if constexpr (Halo != 0) throttle.wait(s);
        iteration<Edges, false, Halo>(s);
      }
      this->allot_registers();
    } else {
      if constexpr (Shape::rotates && Edges == 0) s = rotate(s, end);
      TESSERA_NO_UNROLL
      for (int left = end - s; left > 0; left -= period) iteration<Edges, false>(end - left);
    }
  }
  /// One iteration: as many steps as a window has slots, so that every slot index is a constant.
  template <int Edges, bool Ends, int Halo = 0>
  __device__ __forceinline__ void iteration(int s) {
    unroll<period>([&](auto phase) TESSERA_INLINE { step<phase.value, Edges, Ends, Halo>(s + phase.value); });
  }

  /// One step of the sweep. All reads of shared memory come before the first write, so the compiler can start the reads
  /// of all levels early.
  template <int P, int Edges, bool Ends, int Halo>
  __device__ __forceinline__ void step(int s) {
    if constexpr (Shape::by_rows) {
      step_by_rows<P, Edges, Ends, Halo>(s);
    } else {
      step_by_levels<P, Edges, Ends>(s);
    }
  }
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void step_by_levels(int s) {
    Own next, out;
    this->template await_groups<P>();
    this->template take<P, Edges>(next);
    this->await_rows();
    this->template make<P, Edges, Ends>(s, next, out);
    if constexpr (Shape::shares_rows) this->template hand_rows_over<P>(static_cast<Levels const&>(*this));
    finish<P, Edges, Ends>(s, out);
  }
  template <int P, int Edges, bool Ends, int Halo>
  __device__ __forceinline__ void step_by_rows(int s) {
    constexpr int C = N::rows, low = Shape::below_y, high = Shape::above_y, inside = C - low - high;
    this->template await_plane<Edges>();
    if constexpr (inside > 0) {
      unroll<inside>([&](auto r) TESSERA_INLINE { this->template row<P, Edges, Ends, low + r.value, Halo>(s); });
    }
    this->await_rows();
    unroll<low>([&](auto r) TESSERA_INLINE { this->template row<P, Edges, Ends, r.value, Halo>(s); });
    constexpr int first = C - high > low ? C - high : low;
    unroll<C - first>([&](auto r) TESSERA_INLINE { this->template row<P, Edges, Ends, first + r.value, Halo>(s); });
    this->template hand_rows_over<P, Halo>(static_cast<Levels const&>(*this));
    this->template load<Edges>();
    this->end_rows();
    this->template end_step<P>();
  }
  template <int P, int Edges, bool Ends, int Row, int Halo>
  __device__ __forceinline__ void row(int s) {
    constexpr int made = levels_of_row<Halo, Row>, last = levels_of_row<Halo, N::rows - 1>;
    // The last rows read rows of the next warp; these are loaded row by row.
    constexpr int filled = Row >= N::rows - Shape::above_y && last > made ? last : made;
    typename Levels::T cells[N::columns];
    this->receive_row(Row, cells);
    this->template make_row<P, Edges, Ends, Row, made, filled>(s, cells);
    if constexpr (made == K) this->template deliver_row<Edges, Ends>(s, Row, cells);
  }
  /// Number of levels that need row `Row` of a thread in a warp with the halo at side `Halo` of the tile.
  template <int Halo, int Row>
  static constexpr int levels_of_row = Halo == low_y    ? Shape::levels_inside(Row, Shape::below_y)
                                       : Halo == high_y ? Shape::levels_inside(N::rows - 1 - Row, Shape::above_y)
                                                        : K;
  template <int P, int Edges>
  __device__ __forceinline__ void take(Own& next) const {
    this->template await_plane<Edges>();
    this->template receive<P>(next);
  }
  template <int P, int Edges, bool Ends>
  __device__ __forceinline__ void finish(int s, Own const& out) {
    this->template deliver<P, Edges, Ends>(s, out);
    this->template load<Edges>();
    this->template end_step<P>();
    sync_groups();
  }

  /// Runs whole cycles from step `s` on, so that whole iterations are left up to `end`. Returns the next step.
  __device__ __forceinline__ int rotate(int s, int end) {
    constexpr int cycle = Levels::cycle;
    int const whole = (end - s) / (cycle * period) * period;
    Plane ring[cycle];
    this->begin_cycles(ring);
    int const stop = s + whole * cycle;
    TESSERA_NO_UNROLL
    for (int left = stop - s; left > 0; left -= cycle) {
      unroll<cycle>([&](auto phase) TESSERA_INLINE { step_of_cycle<phase.value>(stop - left + phase.value, ring); });
    }
    this->end_cycles(ring);
    return stop;
  }
  template <int P, int Cycle>
  __device__ __forceinline__ void step_of_cycle(int s, Plane (&ring)[Cycle]) {
    Own next;
    this->template await_groups<P>();
    this->template take<P, 0>(next);
    this->template make_in_cycle<P>(s, next, ring);
    finish<P, 0, false>(s, next);
  }
};

/// Sweeps the part of the grid of each block, or cluster.
template <class Bound, std::size_t State, class Numbers>
__global__ void __launch_bounds__(Numbers::threads, Numbers::blocks)
    register_tile_kernel(__grid_constant__ RegisterTileArguments<Bound, State, Numbers> const args) {
  RegisterTileKernel<Bound, State, Numbers> tile(args);
  int const block = static_cast<int>(blockIdx.x) / tile.blocks_of_tile();
  WorkPartition::Part part;
  for (auto walk = args.partition.walk(block); args.partition.next(walk, part);) {
    tile.sweep(part);
  }
  tile.leave_cluster();
}

}  // namespace tessera::detail
