// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include "tessera/strategy/tiling.hpp"

namespace tessera::detail {

/// An input whose neighbours stay in memory.
template <class Source>
struct FromMemory {
  Source const& source;

  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION FromMemory(TeamType const&, Source const& from, int, int) : source(from) {}
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void begin(TeamType const&, Tile const&) const {}
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void fetch(TeamType const&, Tile const&, int) const {}
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void commit(TeamType const&, Tile const&, int) const {}
  KOKKOS_FORCEINLINE_FUNCTION void rotate() const {}
  KOKKOS_FORCEINLINE_FUNCTION auto row(Tile const&, int j, int k) const { return source.row(j, k); }
};

/// An input in a ring of planes k + lo .. k + hi in scratch, with one more slot for the next plane: all planes of its
/// hull, or those from `Low` to `High`.
///
///       x0 + lo      x0            x1      x1 + hi
///     y0 + lo +------+-------------+-------+
///             |      |   halo      |       |      one plane of the ring: tile and halo, rows of `pitch` values,
///          y0 +------+-------------+-------+      components after one another; loaded by the whole team, each
///             | halo |   tile      | halo  |      thread taking every size-th value in row order
///          y1 +------+-------------+-------+
///             |      |   halo      |       |
///     y1 + hi +------+-------------+-------+
template <class Source, int Low = Source::hull.lo[2], int High = Source::hull.hi[2]>
struct FromPlanes {
  using T = typename Source::value_type;
  static constexpr int lo_x = Source::hull.lo[0], lo_y = Source::hull.lo[1], lo_z = Low;
  static constexpr int hi_z = High;
  static constexpr int planes = hi_z - lo_z + 1;
  static constexpr int halo_x = Source::hull.hi[0] - lo_x;
  static constexpr int halo_y = Source::hull.hi[1] - lo_y;

  /// Values that a thread prefetches into registers; the rest of a plane is loaded without them.
  static constexpr int ahead = 4;

  Source const& source;
  T* ring;
  int pitch, rows;
  int plane[planes + 1];  ///< the slot of plane k + lo + d; the last is the free one
  T held[ahead * Source::components] = {};

  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION FromPlanes(TeamType const& team, Source const& from, int tile_x, int tile_y)
      : source(from), pitch(tile_x + halo_x), rows(tile_y + halo_y) {
    int const size = pitch * rows * Source::components;
    ring = team.template scratch<T>(static_cast<std::size_t>(size) * (planes + 1));
    for (int d = 0; d <= planes; ++d) plane[d] = d * size;
  }

  /// Loads the planes that the first step reads.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void begin(TeamType const& team, Tile const& tile) {
    for (int d = 0; d < planes; ++d) {
      fetch_plane(team, tile, tile.lo[2] + lo_z + d);
      commit_plane(team, tile, tile.lo[2] + lo_z + d, plane[d]);
    }
  }
  /// Prefetches the plane that step k + 1 adds, while step k is computed.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void fetch(TeamType const& team, Tile const& tile, int k) {
    if (k + 1 < tile.hi[2]) fetch_plane(team, tile, k + 1 + hi_z);
  }
  /// Stores that plane in the free slot.
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void commit(TeamType const& team, Tile const& tile, int k) const {
    if (k + 1 < tile.hi[2]) commit_plane(team, tile, k + 1 + hi_z, plane[planes]);
  }
  /// Frees the slot of the oldest plane.
  KOKKOS_FORCEINLINE_FUNCTION void rotate() {
    int const oldest = plane[0];
    for (int d = 0; d < planes; ++d) plane[d] = plane[d + 1];
    plane[planes] = oldest;
  }
  KOKKOS_FORCEINLINE_FUNCTION auto row(Tile const& tile, int j, int) const {
    PlaneRow<T, lo_z, planes> r;
    r.ring = ring + (j - tile.lo[1] - lo_y) * pitch - tile.lo[0] - lo_x;
    for (int d = 0; d < planes; ++d) r.plane[d] = plane[d];
    r.pitch = pitch;
    r.stride_c = pitch * rows;
    return r;
  }

 private:
  /// Cell (lo_x, lo_y) of plane k of the tile with its halo, in memory.
  KOKKOS_FORCEINLINE_FUNCTION T const* corner(Tile const& tile, int k) const {
    return source.cells + (tile.lo[0] + lo_x) + (tile.lo[1] + lo_y) * source.stride_y + k * source.stride_z;
  }

  /// Calls `f(m, x, y)` for the m-th value of this thread, `first <= m < last`: every size-th cell of the plane in row
  /// order.
  template <class TeamType, class F>
  KOKKOS_FORCEINLINE_FUNCTION void for_my_cells(TeamType const& team, Tile const& tile, F const& f) const {
    int const width = tile.hi[0] - tile.lo[0] + halo_x;
    int const height = tile.hi[1] - tile.lo[1] + halo_y;
    int const step_y = team.size() / width;
    int const step_x = team.size() - step_y * width;
    int x = team.rank() % width;
    int y = team.rank() / width;
    auto const next = [&] {
      x += step_x;
      y += step_y;
      if (x >= width) {
        x -= width;
        ++y;
      }
    };
    for (int m = 0; m < ahead; ++m) {
      if (y < height) f(m, x, y);
      next();
    }
    while (y < height) {
      f(ahead, x, y);
      next();
    }
  }

  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void fetch_plane(TeamType const& team, Tile const& tile, int k) {
    if constexpr (!TeamType::single) {
      T const* const from = corner(tile, k);
      for_my_cells(team, tile, [&](int m, int x, int y) {
        if (m == ahead) return;
        for (int c = 0; c < Source::components; ++c) {
          held[m * Source::components + c] = from[x + y * source.stride_y + c * source.stride_c];
        }
      });
    }
  }
  template <class TeamType>
  KOKKOS_FORCEINLINE_FUNCTION void commit_plane(TeamType const& team, Tile const& tile, int k, int slot) const {
    T const* const from = corner(tile, k);
    T* const to = ring + slot;
    if constexpr (TeamType::single) {
      copy_rows(from, to, tile);
    } else {
      for_my_cells(team, tile, [&](int m, int x, int y) {
        for (int c = 0; c < Source::components; ++c) {
          to[x + y * pitch + c * pitch * rows] =
              m < ahead ? held[m * Source::components + c] : from[x + y * source.stride_y + c * source.stride_c];
        }
      });
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void copy_rows(T const* from, T* to, Tile const& tile) const {
    int const width = tile.hi[0] - tile.lo[0] + halo_x;
    int const height = tile.hi[1] - tile.lo[1] + halo_y;
    for (int c = 0; c < Source::components; ++c) {
      for (int y = 0; y < height; ++y) {
        T const* const row = from + y * source.stride_y + c * source.stride_c;
        T* const copy = to + (c * rows + y) * pitch;
#pragma omp simd
        for (int x = 0; x < width; ++x) copy[x] = row[x];
      }
    }
  }
};

}  // namespace tessera::detail
