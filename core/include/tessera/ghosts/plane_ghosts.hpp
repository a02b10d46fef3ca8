// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/macros.hpp"
#include "tessera/strategy/column_ring/shape.hpp"
#include "tessera/strategy/tiling.hpp"

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Makes the ghosts in a loaded plane of a ring from the cells of the plane, once for all threads of the block, which
/// saves registers. For grids at least as thick as the ghosts are deep. All threads call it together.
template <class T, class Planes, int Depth>
class PlaneGhosts {
 public:
  __device__ __forceinline__ PlaneGhosts(Tile const& tile, int const (&n)[3])
      : m_low_x(tile.lo[0] == 0),
        m_low_y(tile.lo[1] == 0),
        m_last_x(n[0] - 1 - tile.lo[0] + Planes::halo_low),
        m_last_y(n[1] - 1 - tile.lo[1] - Planes::lo_y),
        m_n(n[2]) {}

  /// Completes plane `k` of the grid, or a ghost plane that holds its mirror: axis by axis, which defines the ghosts
  /// beyond edges of the grid.
  template <class Faces>
  __device__ __forceinline__ void complete(T* plane, int k, Faces const& faces) const {
    if (m_low_x || m_last_x < Planes::pitch - 1) {
      TESSERA_NO_UNROLL
      for (int at = static_cast<int>(threadIdx.x); at < Planes::rows * Depth; at += ring_threads) {
        T* const row = plane + at / Depth * Planes::pitch;
        int const d = at % Depth;
        if (m_low_x) row[Planes::halo_low - 1 - d] = faces.ghost(0, d, row[Planes::halo_low + d]);
        if (m_last_x + 1 + d < Planes::pitch) row[m_last_x + 1 + d] = faces.ghost(1, d, row[m_last_x - d]);
      }
      __syncthreads();
    }
    if (m_low_y || m_last_y < Planes::rows - 1) {
      TESSERA_NO_UNROLL
      for (int at = static_cast<int>(threadIdx.x); at < Depth * Planes::pitch; at += ring_threads) {
        T* const column = plane + at % Planes::pitch;
        int const d = at / Planes::pitch;
        if (m_low_y) value(column, -Planes::lo_y - 1 - d) = faces.ghost(2, d, value(column, -Planes::lo_y + d));
        if (m_last_y + 1 + d < Planes::rows)
          value(column, m_last_y + 1 + d) = faces.ghost(3, d, value(column, m_last_y - d));
      }
      __syncthreads();
    }
    if (k < 0 || k >= m_n) {
      int const face = k < 0 ? 4 : 5, d = k < 0 ? -1 - k : k - m_n;
      TESSERA_NO_UNROLL
      for (int at = static_cast<int>(threadIdx.x); at < Planes::slot; at += ring_threads)
        plane[at] = faces.ghost(face, d, plane[at]);
      __syncthreads();
    }
  }

 private:
  __device__ __forceinline__ static T& value(T* column, int row) { return column[row * Planes::pitch]; }

  bool m_low_x, m_low_y;   ///< the tile is next to these faces
  int m_last_x, m_last_y;  ///< index of the last grid cell in a row of the plane, and of the last row
  int m_n;                 ///< planes of the grid
};

}  // namespace tessera::detail
