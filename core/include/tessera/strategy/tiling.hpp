// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tessera/backend/fast_division.hpp"
#include "tessera/backend/macros.hpp"
#include "tessera/bind/bound_stage.hpp"
#include "tessera/schedule.hpp"

namespace tessera::detail {

/// The cells [lo, hi) of one team, in storage axes.
struct Tile {
  int lo[3];
  int hi[3];
};

/// Whether a tile of a grid of `n` cells reads ghosts beyond the faces of an axis, at reach `reach`.
KOKKOS_FORCEINLINE_FUNCTION bool near_face(Tile const& tile, int const (&n)[3], int axis, int reach) {
  return tile.lo[axis] < reach || tile.hi[axis] > n[axis] - reach;
}

/// How a grid is cut into tiles, and their order: x first, then the rows of tiles of a slab of y, then the chunks of z,
/// then the next slab. Teams that run at once share halos in the cache. A slab is thin enough that the last planes of a
/// chunk are still in the cache when the next chunk begins. One slab is all of y.
struct Tiling {
  int n[3];
  int size[3];
  int tiles_x, tiles_y, chunks;
  int slab;  ///< rows of tiles in a slab
  FastDivision per_slab, per_row, per_chunk,
      per_last_chunk;  ///< tiles, where there are any; the last slab may be thinner

  Tiling(int const (&cells)[3], Schedule const& s)
      : n{cells[0], cells[1], cells[2]},
        size{s.tile_x, s.tile_y, s.chunk_z},
        tiles_x((n[0] + s.tile_x - 1) / s.tile_x),
        tiles_y((n[1] + s.tile_y - 1) / s.tile_y),
        chunks((n[2] + s.chunk_z - 1) / s.chunk_z),
        slab(s.slab_y > 0 && s.slab_y < n[1] ? (s.slab_y + s.tile_y - 1) / s.tile_y : tiles_y),
        per_slab(tiles_x * slab * chunks),
        per_row(tiles_x),
        per_chunk(slab),
        per_last_chunk(slab > 0 ? tiles_y - (tiles_y - 1) / slab * slab : 0) {}

  /// The number of teams.
  [[nodiscard]] int league_size() const { return tiles_x * tiles_y * chunks; }

  KOKKOS_FORCEINLINE_FUNCTION Tile tile(int league_rank) const {
    int x = league_rank;
    int const first_row = per_slab.divide(x) * slab;
    int row = per_row.divide(x);
    int const chunk = (tiles_y - first_row < slab ? per_last_chunk : per_chunk).divide(row);
    int const first[3] = {x * size[0], (first_row + row) * size[1], chunk * size[2]};
    Tile t;
    for (int axis = 0; axis < 3; ++axis) {
      t.lo[axis] = first[axis];
      t.hi[axis] = first[axis] + size[axis] < n[axis] ? first[axis] + size[axis] : n[axis];
    }
    return t;
  }
};

/// The team interface of sweeps, for Kokkos members and native launches. `Single` teams have one thread, whose loops
/// over x are SIMD loops.
template <class Member, bool Single>
struct KokkosTeam {
  static constexpr bool single = Single;
  Member const& member;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int rank() const { return member.team_rank(); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int size() const { return member.team_size(); }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const {
    if constexpr (!Single) member.team_barrier();
  }
  /// The maximum over all threads, for every thread.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Key greatest(Key mine) const {
    if constexpr (!Single) member.team_reduce(Kokkos::Max<Key>(mine));
    return mine;
  }
  template <class T>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION T* scratch(std::size_t count) const {
    return static_cast<T*>(member.team_scratch(0).get_shmem_aligned(count * sizeof(T), 16));
  }
};

/// Distributes the cells of `box` over the team, up to `Batch` at a time: `f(cells, count)`.
template <int Batch, class TeamType, class F>
KOKKOS_FORCEINLINE_FUNCTION void for_each_cell(TeamType const& team, Tile const& box, F const& f) {
  int const nx = box.hi[0] - box.lo[0];
  int const ny = box.hi[1] - box.lo[1];
  int const nz = box.hi[2] - box.lo[2];
  if (nx <= 0 || ny <= 0 || nz <= 0) return;
  TESSERA_NO_UNROLL
  for (int first = team.rank(); first < nx * ny * nz; first += Batch * team.size()) {
    int cells[Batch][3];
    int count = 0;
    TESSERA_UNROLL
    for (int b = 0; b < Batch; ++b) {
      int const p = first + b * team.size();
      if (p < nx * ny * nz) ++count;
      cells[b][0] = box.lo[0] + p % nx;
      cells[b][1] = box.lo[1] + p / nx % ny;
      cells[b][2] = box.lo[2] + p / (nx * ny);
    }
    f(cells, count);
  }
}

/// The cells of a tile near the faces of one axis: [begin, low) near the low face, [high, end) near the high face
/// alone. On thin grids a cell may be near both: [high_face, end) are near the high one.
struct Layers {
  int begin, low, high, high_face, end;

  KOKKOS_FORCEINLINE_FUNCTION Layers(int first, int last, int width, int n) : begin(first), end(last) {
    low = width > first ? (width < last ? width : last) : first;
    high_face = n - width > first ? (n - width < last ? n - width : last) : first;
    high = high_face > low ? high_face : low;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool at_face() const { return low > begin || high_face < end; }
};

/// Writes the ghosts beyond the faces of `Axis` of the cells near them, within `cells` along the other axes.
template <int Axis, class TeamType, class Bound>
KOKKOS_FORCEINLINE_FUNCTION void complete_sides(TeamType const& team, Bound const& bound, Tile const& cells,
                                                Layers const& layers) {
  if (!layers.at_face()) return;
  TESSERA_NO_UNROLL
  for (int side = 0; side < 2; ++side) {
    Tile box = cells;
    box.lo[Axis] = side == 0 ? layers.begin : layers.high_face;
    box.hi[Axis] = side == 0 ? layers.low : layers.end;
    for_each_cell<4>(team, box,
                     [&](int const(&some)[4][3], int count) { bound.template complete_side<Axis>(side, some, count); });
  }
}

/// Writes the ghosts of the cells of a tile near faces of two or three axes.
template <class TeamType, class Bound>
KOKKOS_FUNCTION void complete_ghost_edges(TeamType const& team, Bound const& bound, Layers const& x, Layers const& y,
                                          Layers const& z) {
  TESSERA_NO_UNROLL
  for (int part = 0; part < 27; ++part) {
    int const a = part % 3, b = part / 3 % 3, c = part / 9;
    if (int(a != 1) + int(b != 1) + int(c != 1) < 2) continue;
    auto const first = [](Layers const& l, int at) { return at == 0 ? l.begin : at == 1 ? l.low : l.high; };
    auto const last = [](Layers const& l, int at) { return at == 0 ? l.low : at == 1 ? l.high : l.end; };
    Tile const box{{first(x, a), first(y, b), first(z, c)}, {last(x, a), last(y, b), last(z, c)}};
    for_each_cell<1>(team, box,
                     [&](int const(&cells)[1][3], int) { bound.complete(cells[0][0], cells[0][1], cells[0][2]); });
  }
}

/// Writes the ghosts of the cells of `tile`, which the team has stored: once per tile, because the few loads of a
/// single thread would take long. Interior tiles have no work. Cells near one face take a short path; if ghosts beyond
/// edges of the grid are read, cells near several faces take the long one.
template <class TeamType, class Bound>
KOKKOS_FORCEINLINE_FUNCTION void complete_tile(TeamType const& team, Bound const& bound, Tile const& tile) {
  Layers const x(tile.lo[0], tile.hi[0], bound.width(0), bound.n[0]);
  Layers const y(tile.lo[1], tile.hi[1], bound.width(1), bound.n[1]);
  Layers const z(tile.lo[2], tile.hi[2], bound.width(2), bound.n[2]);
  int const axes = int(x.at_face()) + int(y.at_face()) + int(z.at_face());
  if (axes == 0) return;
  team.barrier();
  bool const ghost_edges = axes > 1 && bound.ghost_edges();
  Tile const cells = ghost_edges ? Tile{{x.low, y.low, z.low}, {x.high, y.high, z.high}} : tile;
  complete_sides<0>(team, bound, cells, x);
  complete_sides<1>(team, bound, cells, y);
  complete_sides<2>(team, bound, cells, z);
  if (ghost_edges) complete_ghost_edges(team, bound, x, y, z);
}

}  // namespace tessera::detail
