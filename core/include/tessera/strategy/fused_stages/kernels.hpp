// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/strategy/fused_stages/memory.hpp"
#include "tessera/strategy/fused_stages/strategy.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The sweep of a plane by fused-stage streaming. All warps of a block work on the same tile. Each takes one step of
/// the rows that the warp before has computed.
template <class Bounds, class Wiring>
class RowSweep : private RowMemory<Bounds, Wiring> {
  using Base = RowMemory<Bounds, Wiring>;
  using Base::D, Base::m_args;
  using typename Base::Arguments, typename Base::Plan;
  static constexpr int step_lag = Plan::out_lag + 1;  ///< from a row entering a step to the same row entering the next

 public:
  /// Rows that a part computes beyond those that it stores.
  static constexpr int more_rows(int steps) { return steps * (Plan::early_rows + step_lag) - 1; }

  __device__ __forceinline__ RowSweep(Arguments const& args)
      : Base(args), m_steps(args.times.steps), m_step(uniform(static_cast<int>(threadIdx.y))) {}

  /// Sweeps one part of a column of tiles.
  __device__ __forceinline__ void sweep(WorkPartition::Part const& part) {
    Base::enter_tile(part.column);
    this->m_windows = {};
    m_first = part.begin - m_steps * Plan::early_rows;
    if (!m_args.periodic_y && m_first < 0) m_first = 0;
    m_begin = part.begin;
    m_end = part.end;
    m_early = m_begin - (m_steps - 1) * Plan::early_rows;
    m_late = m_end + (m_steps - 1) * Plan::out_lag;
    int const count = part.end - m_first + m_steps * step_lag - 1;
    for (int p = 0; p < row_under_way - 1; ++p) prefetch(p);
    TESSERA_NO_UNROLL
    for (int s = 0; s < count; s += D) {
      unroll<D>([&](auto phase) TESSERA_INLINE { row_step<phase.value>(s + phase.value); });
    }
    __pipeline_wait_prior(0);
    __syncthreads();
  }

 private:
  /// Starts the load of the row that enters at step `s` of the sweep.
  __device__ __forceinline__ void prefetch(int s) {
    if (m_step == 0) Base::load(m_first + s, m_early, m_late, s % row_under_way * Plan::row_bytes);
    __pipeline_commit();
  }
  /// Offset in shared memory of the rows that step `step` has computed, at step `s` of the sweep.
  __device__ __forceinline__ static int handed(int step, int s) {
    return (row_under_way + 2 * step + s % 2) * Plan::row_bytes;
  }
  template <int P>
  __device__ __forceinline__ void row_step(int s) {
    int const k = m_first + s - m_step * step_lag;
    if (m_step == 0) {
      __pipeline_wait_prior(row_under_way - 2);
      __syncwarp();
    }
    Base::template receive<P>(m_step == 0 ? s % row_under_way * Plan::row_bytes : handed(m_step - 1, s + 1));
    Base::for_writes([&](auto w) TESSERA_INLINE {
      if constexpr (Plan::template loaded<w.value>) this->template complete_before<w.value, P>(k);
    });
    this->template compute_stages<P>(k, m_step);
    constexpr int made = (P - Plan::out_lag + D) % D;
    int const out = k - Plan::out_lag;
    if (m_step < m_steps - 1) {
      Base::template hand_over<made>(handed(m_step, s));
    } else if (out >= m_begin && out < m_end) {
      Base::template store<made>(out, handed(m_step, 0));
    }
    prefetch(s + row_under_way - 1);
    __syncthreads();
  }

  int m_steps, m_step;          ///< steps of the launch, and the one of this warp
  int m_first, m_begin, m_end;  ///< the first row that enters; the rows that are stored
  int m_early, m_late;          ///< the rows of the first step that later ones need
};

/// The sweep of a line: a warp takes all steps of a tile, one after another.
template <class Bounds, class Wiring>
class RowLine : private RowMemory<Bounds, Wiring> {
  using Base = RowMemory<Bounds, Wiring>;
  using Base::m_args, Base::m_windows;
  using typename Base::Arguments, typename Base::Plan;

 public:
  static constexpr int warp_bytes = Plan::row_bytes + Plan::out_bytes;

  __device__ __forceinline__ RowLine(Arguments const& args) : Base(args) {}

  __device__ __forceinline__ void sweep(int tile) {
    Base::enter_tile(tile);
    int const at = static_cast<int>(threadIdx.y) * warp_bytes;
    Base::load(0, 0, 1, at);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    Base::template receive<0>(at);
    TESSERA_NO_UNROLL
    for (int step = 0; step < m_args.times.steps; ++step) {
      if (step > 0) advance();
      Base::for_writes([&](auto w) TESSERA_INLINE {
        if constexpr (Plan::template loaded<w.value>) this->template complete_before<w.value, 0>(0);
      });
      this->template compute_stages<0>(0, step);
    }
    Base::template store<0>(0, at + Plan::row_bytes);
    __syncwarp();
  }

 private:
  /// Copies the results of a step to the input of the next one.
  __device__ __forceinline__ void advance() {
    Base::for_writes([&](auto w) TESSERA_INLINE {
      constexpr int W = w.value;
      if constexpr (Plan::template loaded<W>) {
        auto& before = this->m_windows.before.template get<W>();
        auto const& made = this->m_windows.made.template get<W>();
        unroll<Base::template components<W>>([&](auto c) TESSERA_INLINE {
          unroll<Base::C>([&](auto e) TESSERA_INLINE {
            before.values[c.value][0][before.below + e.value] = made.values[c.value][0][made.below + e.value];
          });
        });
      }
    });
  }
};

template <class Bounds, class Wiring>
__global__ void __launch_bounds__(32 * fused_stages_steps<2>)
    row_sweep_kernel(__grid_constant__ RowArguments<Bounds, Wiring> const args) {
  RowSweep<Bounds, Wiring> tile(args);
  int const block = static_cast<int>(blockIdx.x);
  bool const one = args.chunk > 0;
  WorkPartition::Part part = one ? args.part(block) : WorkPartition::Part{};
  auto walk = args.partition.walk(one ? 0 : block);
  for (bool there = one || args.partition.next(walk, part); there; there = !one && args.partition.next(walk, part)) {
    tile.sweep(part);
  }
}

template <class Bounds, class Wiring>
__global__ void __launch_bounds__(32 * line_tile_warps)
    row_line_kernel(__grid_constant__ RowArguments<Bounds, Wiring> const args) {
  RowLine<Bounds, Wiring> line(args);
  for (int tile = static_cast<int>(blockIdx.x) * line_tile_warps + static_cast<int>(threadIdx.y); tile < args.x.count;
       tile += static_cast<int>(gridDim.x) * line_tile_warps) {
    line.sweep(tile);
  }
}

}  // namespace tessera::detail
