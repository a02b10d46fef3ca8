// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/native_code.hpp"
#include "tessera/ghosts/plane_ghosts.hpp"
#include "tessera/strategy/column/window.hpp"
#include "tessera/strategy/tiling.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// The ring of planes of a block, in shared memory (see RingPlanes). All threads of the block call its functions
/// together. Without ghosts in memory, a plane beyond a face is loaded from its mirror.
template <class Source, class Planes, int V, class Ghosts>
class PlaneRing {
  using T = typename Source::value_type;
  using Completion = PlaneGhosts<T, Planes, Source::reach::radius>;
  /// Rows of a plane that the block copies at once, a 16-byte piece per thread; and the number of such copies of a
  /// thread.
  static constexpr int rows_at_once = ring_threads / Planes::row_pieces;
  static constexpr int most_rows = (Planes::rows + rows_at_once - 1) / rows_at_once;

 public:
  /// The ring of `tile` on a grid of `n` cells. Starts the copies of the first step's planes and some more.
  __device__ __forceinline__ PlaneRing(T* shared, Source const& source, Tile const& tile, int const (&n)[3],
                                       Ghosts const& ghosts)
      : m_shared(shared),
        m_ghosts(ghosts),
        m_completion(tile, n),
        m_source(source),
        m_next(tile.lo[2] + Planes::lo_z + Planes::lowest),
        m_end(m_next + tile.hi[2] - tile.lo[2] + Planes::span - 1),
        m_n(n[2]),
        m_open(m_next) {
    int const x = static_cast<int>(threadIdx.x) % Planes::row_pieces * V;
    int const y = static_cast<int>(threadIdx.x) / Planes::row_pieces;
    int const left = tile.lo[0] - Planes::halo_low, low = tile.lo[1] + Planes::lo_y;
    int const end = n[1] + Planes::hi_y - low < Planes::rows ? n[1] + Planes::hi_y - low : Planes::rows;
    bool const any = y < rows_at_once && y < end && left + x < n[0] + Planes::hi_x;
    m_rows = opaque(any ? (end - y + rows_at_once - 1) / rows_at_once : 0);
    m_to = opaque(y * Planes::pitch + x);
    m_from = opaque(source.cells + left + x + (low + y) * source.stride_y);
    TESSERA_NO_UNROLL
    for (int plane = 0; plane < Planes::slots - 1; ++plane) prefetch();
  }

  /// Advances to the next step: waits for its planes, and starts the copy of one more into the slot that is no longer
  /// read.
  __device__ __forceinline__ void rotate() {
    wait_for_copies<Planes::ahead - 1>();
    __syncthreads();
    prefetch();
    m_newest = m_newest == Planes::slots - 1 ? 0 : m_newest + 1;
    if constexpr (Ghosts::in_ring) complete();
  }

  /// Offset of cell `x` of row `y` of the tile in a slot, from the first row of the hull.
  __device__ __forceinline__ static constexpr int place(int x, int y) {
    return y * Planes::pitch + Planes::halo_low + x;
  }

  /// The rows of the step's planes, as a window reads them.
  struct Rows {
    T const* plane[Planes::span];
    __device__ __forceinline__ static constexpr int clamp_x(int x) { return x; }
    __device__ __forceinline__ T const* row(int, int p, int r) const {
      return plane[p - Planes::lowest] + r * Planes::pitch;
    }
  };
  /// The rows around the cell at offset `place`.
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
  /// Makes the ghosts of the planes that have arrived: before the first step of all its planes, then of one in each
  /// step.
  __device__ __forceinline__ void complete() {
    TESSERA_NO_UNROLL
    do {
      m_completion.complete(m_shared + m_open_slot * Planes::slot, m_open, m_ghosts.faces);
      m_open_slot = m_open_slot == Planes::slots - 1 ? 0 : m_open_slot + 1;
      ++m_open;
    } while (m_open_slot != (m_newest == Planes::slots - 1 ? 0 : m_newest + 1));
  }
  /// Starts the copy of the next plane.
  __device__ __forceinline__ void prefetch() {
    if (m_next < m_end) {
      T const* from = m_from + (Ghosts::stored ? m_next : mirrored_plane(m_next, m_n)) * m_source.stride_z;
      T* const to = m_shared + m_fill * Planes::slot + m_to;
      TESSERA_UNROLL
      for (int m = 0; m < most_rows; ++m) {
        if (m < m_rows) begin_copy(to + m * rows_at_once * Planes::pitch, from);
        from += rows_at_once * m_source.stride_y;
      }
      ++m_next;
    }
    m_fill = m_fill == Planes::slots - 1 ? 0 : m_fill + 1;
    close_copies();
  }

  T* m_shared;
  Ghosts const& m_ghosts;
  Completion m_completion;
  Source const& m_source;
  T const* m_from;                  ///< the thread's piece of plane 0 in the first row that it copies
  int m_to;                         ///< its offset in a slot
  int m_rows;                       ///< rows of a plane of which the thread copies a piece: every `rows_at_once`-th
  int m_next, m_end, m_n;           ///< planes: the next to copy, the end of the tile's, and the number of the grid's
  int m_fill = 0;                   ///< the next slot to fill
  int m_newest = Planes::span - 2;  ///< the slot of the step's highest plane
  int m_open, m_open_slot = 0;      ///< the next plane to make ghosts of, and its slot
};

}  // namespace tessera::detail
