// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/bound_stage.hpp"
#include "tessera/schedule.hpp"

namespace tessera::detail {

/// The cells [lo, hi) of one team, in storage axes.
struct Tile {
  int lo[3];
  int hi[3];
};

/// How a grid is cut into tiles: x tiles first, z chunks last, so that teams that run at once share halos in the cache
/// and a host's thread owns planes.
struct Tiling {
  int n[3];
  int size[3];
  int tiles_x, tiles_y;

  Tiling(int const (&cells)[3], Schedule const& s)
      : n{cells[0], cells[1], cells[2]},
        size{s.tile_x, s.tile_y, s.chunk_z},
        tiles_x((n[0] + s.tile_x - 1) / s.tile_x),
        tiles_y((n[1] + s.tile_y - 1) / s.tile_y) {}

  /// The number of teams.
  [[nodiscard]] int league_size() const { return tiles_x * tiles_y * ((n[2] + size[2] - 1) / size[2]); }

  KOKKOS_FORCEINLINE_FUNCTION Tile tile(int league_rank) const {
    int const first[3] = {league_rank % tiles_x * size[0], league_rank / tiles_x % tiles_y * size[1],
                          league_rank / (tiles_x * tiles_y) * size[2]};
    Tile t;
    for (int axis = 0; axis < 3; ++axis) {
      t.lo[axis] = first[axis];
      t.hi[axis] = first[axis] + size[axis] < n[axis] ? first[axis] + size[axis] : n[axis];
    }
    return t;
  }
};

/// All that a sweep needs of a team, so that a Kokkos member and a native launch can both serve it. `Single` teams are
/// one thread each, whose loops over x are SIMD loops.
template <class Member, bool Single>
struct KokkosTeam {
  static constexpr bool single = Single;
  Member const& member;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int rank() const { return member.team_rank(); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int size() const { return member.team_size(); }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const {
    if constexpr (!Single) member.team_barrier();
  }
  template <class T>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* scratch(std::size_t count) const {
    return static_cast<T*>(member.team_scratch(0).get_shmem_aligned(count * sizeof(T), 16));
  }
};

/// Writes the ghosts of the cells of `box`, dealt to the team.
template <class TeamType, class Bound>
KOKKOS_FORCEINLINE_FUNCTION void complete_box(TeamType const& team, Bound const& bound, Tile const& box) {
  int const nx = box.hi[0] - box.lo[0];
  int const ny = box.hi[1] - box.lo[1];
  int const nz = box.hi[2] - box.lo[2];
  if (nx <= 0 || ny <= 0 || nz <= 0) return;
  for (int p = team.rank(); p < nx * ny * nz; p += team.size()) {
    bound.complete(box.lo[0] + p % nx, box.lo[1] + p / nx % ny, box.lo[2] + p / (nx * ny));
  }
}

/// Writes the ghosts of the cells of `tile`, whose stores a barrier has made visible to the team: slab by slab the
/// cells near a face, each once. Once for a whole tile: a thread alone at it waits long for its few loads.
template <class TeamType, class Bound>
KOKKOS_FORCEINLINE_FUNCTION void complete_tile(TeamType const& team, Bound const& bound, Tile const& tile) {
  Tile inner = tile;
  for (int axis = 2; axis >= 0; --axis) {
    int const width = bound.width(axis);
    int const low = width < tile.hi[axis] ? width : tile.hi[axis];
    int const high = bound.n[axis] - width > low ? bound.n[axis] - width : low;
    Tile slab = inner;
    slab.hi[axis] = low;
    complete_box(team, bound, slab);
    slab.lo[axis] = high > tile.lo[axis] ? high : tile.lo[axis];
    slab.hi[axis] = tile.hi[axis];
    complete_box(team, bound, slab);
    inner.lo[axis] = low > tile.lo[axis] ? low : tile.lo[axis];
    inner.hi[axis] = high < tile.hi[axis] ? high : tile.hi[axis];
  }
}

}  // namespace tessera::detail
