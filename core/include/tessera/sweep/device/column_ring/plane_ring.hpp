// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/sweep/device/column_ring/plane_ghosts.hpp"
#include "tessera/sweep/device/column_window.hpp"
#include "tessera/sweep/device/native_code.hpp"
#include "tessera/sweep/tiling.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The ring of planes of a block, in shared memory (see RingPlanes). All threads of the block call its functions
/// together. Where ghosts are not in memory, it holds of a plane beyond a face the one that is mirrored.
template <class Source, class Planes, int V, class Ghosts>
class PlaneRing {
  using T = typename Source::value_type;
  using Completion = PlaneGhosts<T, Planes, Source::reach::radius>;

 public:
  /// The ring of `tile` on a grid of `n` cells, with the planes of the first step and some more under way.
  __device__ __forceinline__ PlaneRing(T* shared, Source const& source, Tile const& tile, int const (&n)[3],
                                       Ghosts const& ghosts)
      : m_shared(shared),
        m_ghosts(ghosts),
        m_completion(tile, n),
        m_from(source.cells + tile.lo[0] - Planes::halo_low + (tile.lo[1] + Planes::lo_y) * source.stride_y),
        m_stride(source.stride_z),
        m_next(tile.lo[2] + Planes::lo_z + Planes::lowest),
        m_end(m_next + tile.hi[2] - tile.lo[2] + Planes::span - 1),
        m_n(n[2]),
        m_open(m_next) {
    TESSERA_UNROLL
    for (int m = 0; m < Planes::per_thread; ++m) {
      int const piece = static_cast<int>(threadIdx.x) + m * ring_threads;
      int const x = piece % Planes::row_pieces * V, y = piece / Planes::row_pieces;
      m_offset[m] = x + y * static_cast<int>(source.stride_y);
      bool const exists = piece < Planes::pieces && tile.lo[0] - Planes::halo_low + x < n[0] + Planes::hi_x &&
                          tile.lo[1] + Planes::lo_y + y < n[1] + Planes::hi_y;
      m_mine |= exists ? 1U << m : 0U;
    }
    TESSERA_NO_UNROLL
    for (int plane = 0; plane < Planes::slots - 1; ++plane) ask();
  }

  /// Goes on to the next step: waits for its planes, and asks for one more, in the slot that nobody reads any longer.
  __device__ __forceinline__ void turn() {
    wait_for_copies<Planes::ahead - 1>();
    __syncthreads();
    ask();
    m_newest = m_newest == Planes::slots - 1 ? 0 : m_newest + 1;
    if constexpr (Ghosts::in_ring) complete();
  }

  /// Where cell `x` of row `y` of the tile stands in a slot, seen from the first row of its hull.
  __device__ __forceinline__ static constexpr int place(int x, int y) {
    return y * Planes::pitch + Planes::halo_low + x;
  }

  /// Where a window finds the rows of the step's planes.
  struct Rows {
    T const* plane[Planes::span];
    __device__ __forceinline__ static constexpr int beside(int x) { return x; }
    __device__ __forceinline__ T const* row(int, int p, int r) const {
      return plane[p - Planes::lowest] + r * Planes::pitch;
    }
  };
  /// Those around the cell that stands at `place`.
  __device__ __forceinline__ Rows rows(int place) const {
    Rows rows;
    TESSERA_UNROLL
    for (int p = 0; p < Planes::span; ++p) {
      int const slot = m_newest - (Planes::span - 1 - p);
      rows.plane[p] = m_shared + (slot < 0 ? slot + Planes::slots : slot) * Planes::slot + place;
    }
    return rows;
  }

 private:
  /// Makes the ghosts of the planes that have come: of all that the first step reads, then of one in each step.
  __device__ __forceinline__ void complete() {
    TESSERA_NO_UNROLL
    do {
      m_completion.complete(m_shared + m_open_slot * Planes::slot, m_open, m_ghosts.faces);
      m_open_slot = m_open_slot == Planes::slots - 1 ? 0 : m_open_slot + 1;
      ++m_open;
    } while (m_open_slot != (m_newest == Planes::slots - 1 ? 0 : m_newest + 1));
  }
  /// Asks memory for the next plane.
  __device__ __forceinline__ void ask() {
    if (m_next < m_end) {
      T const* const from = m_from + (Ghosts::stored ? m_next : mirrored_plane(m_next, m_n)) * m_stride;
      T* const to = m_shared + m_fill * Planes::slot + static_cast<int>(threadIdx.x) * V;
      TESSERA_UNROLL
      for (int m = 0; m < Planes::per_thread; ++m) {
        if (m_mine >> m & 1U) begin_copy(to + m * ring_threads * V, from + m_offset[m]);
      }
      ++m_next;
    }
    m_fill = m_fill == Planes::slots - 1 ? 0 : m_fill + 1;
    close_copies();
  }

  T* m_shared;
  Ghosts const& m_ghosts;
  Completion m_completion;
  T const* m_from;  ///< the first piece of plane 0
  std::ptrdiff_t m_stride;
  int m_next, m_end, m_n;            ///< planes: the next to be asked for, the end of those, and of the grid's
  int m_offset[Planes::per_thread];  ///< of the thread's pieces, from the first of a plane
  unsigned m_mine = 0;               ///< which of them exist
  int m_fill = 0;                    ///< the slot that is filled next
  int m_newest = Planes::span - 2;   ///< the slot of the step's highest plane
  int m_open, m_open_slot = 0;       ///< the next plane whose ghosts are to be made
  static_assert(Planes::per_thread <= 32, "a bit for each of a thread's pieces");
};

}  // namespace tessera::detail
