// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "tessera/strategy/column/window_shape.hpp"
#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera {

/// Level storage: what a level of a register tile keeps from step to step. Its planes, passed from slot to slot; planes
/// of levels that wait a step, or that rotate in place (LevelShape::waits, rotates); partial sums (HasPartialSums); or,
/// in the plane, rows with shared sums (HasSharedSums).
enum class LevelStorage { planes, waiting_planes, rotating_planes, partial_sums, shared_sums };

/// How warps synchronise. In the plane, groups wait for the group before: at a barrier of the block between steps, or
/// by a counter in the middle of every `sync_interval`-th step, on which a warp arrives once it has read its input and
/// written its result. In space, a thread waits for its own 16-byte copies from memory, or for a counter of the bytes
/// that copies of whole rows bring.
enum class Synchronisation { barriers, counters };

/// The layout of planes in memory from one launch to the next, where tiles have several rows: rows, as in fields, or
/// blocks along x (BlockedLayout).
enum class PlaneLayout { rows, blocked };

namespace detail {

/// Whether a device has counters (mbarriers) in shared memory and clusters of blocks, which access each other's shared
/// memory: from CUDA's compute capability 9.0 on.
#if defined(KOKKOS_ARCH_HOPPER) || defined(KOKKOS_ARCH_BLACKWELL) || defined(TESSERA_EMULATES_CUDA)
inline constexpr bool has_counters = true;
#else
inline constexpr bool has_counters = false;
#endif

/// Cells of a 16-byte load, for values of so many bytes.
constexpr int vector_cells(std::size_t value_size) { return 16 / static_cast<int>(value_size); }

/// Cells of a 32-byte memory sector, for a 16-byte load of `vector` cells. A load that begins between sectors touches
/// one more, and storing part of a sector costs more than all of it.
constexpr int sector_cells(int vector) { return 2 * vector; }

/// The compile-time numbers of a register tile. A thread owns `Columns` x `Rows` cells of a plane; `Warps` warps follow
/// one another in y. `Groups` such stacks of warps take `Levels` steps each, a group on the result of the one before. A
/// block sweeps its tile along z once and takes Levels x Groups steps. Up to `Cluster` blocks in y form one tile, where
/// a device has clusters (tile_cluster).
template <int Columns, int Rows, int Warps, int Levels, int Groups, int Blocks, int UnderWay = 3,
          LevelStorage How = LevelStorage::planes, int Cluster = 1, Synchronisation Way = Synchronisation::barriers,
          PlaneLayout Where = PlaneLayout::rows>
struct TileNumbers {
  static constexpr int columns = Columns, rows = Rows, warps = Warps, levels = Levels, groups = Groups;
  static constexpr int blocks = Blocks;       ///< blocks that a multiprocessor is to hold
  static constexpr int under_way = UnderWay;  ///< planes under way from memory
  static constexpr LevelStorage level_storage = How;
  static constexpr int cluster = has_counters ? Cluster : 1;
  static constexpr Synchronisation synchronisation = has_counters ? Way : Synchronisation::barriers;
  static constexpr PlaneLayout plane_layout = Where;
  static constexpr int steps = Levels * Groups;
  static constexpr int threads = 32 * Warps * Groups;
  static constexpr bool remaining = false;  ///< the kernel is for remaining steps alone
  static constexpr int extent_x = 32 * Columns;
  static constexpr int extent_y = Rows * Warps;  ///< of one block
};

/// The numbers of the kernel for remaining steps, if there is one: `Numbers` with one level less. Launches of four and
/// of three levels add up to any number of steps but 1, 2 and 5. Operators with several inputs gain less by tiles, and
/// take a compiler twice as long: their remaining steps are single.
template <class Numbers, std::size_t Inputs>
inline constexpr bool has_fewer_levels = Numbers::levels > 2 && Inputs == 1;
template <class N>
struct FewerLevels : TileNumbers<N::columns, N::rows, N::warps, N::levels - 1, N::groups, N::blocks, N::under_way,
                                 N::level_storage, N::cluster, N::synchronisation, N::plane_layout> {
  static constexpr bool remaining = true;
};

/// The window of one level of a register tile, for a reach on a grid of `Rank` axes: that of a column sweep
/// (WindowShape). The level before passes the thread's own cells; neighbours in x come by shuffles, in y through shared
/// memory.
template <Reach Points, int Rank, class Numbers>
struct LevelShape : WindowShape<Points, Rank, Numbers::columns, Numbers::rows> {
  using Window = WindowShape<Points, Rank, Numbers::columns, Numbers::rows>;
  using Window::hull, Window::lo_x, Window::lo_y, Window::lo_z, Window::width, Window::rows, Window::planes;

  static constexpr int below_x = -lo_x, above_x = hull.hi[0];
  static constexpr int below_y = -lo_y, above_y = hull.hi[1];
  static constexpr int below_z = -lo_z, above_z = hull.hi[2];
  static constexpr int reach_x = std::max(below_x, above_x), reach_y = std::max(below_y, above_y);
  static constexpr int centre = below_z;  ///< the plane of the cell in the hull
  static constexpr int top = planes - 1;  ///< the plane that enters

  static constexpr bool own(int r, int e) {
    return r >= below_y && r < below_y + Numbers::rows && e >= below_x && e < below_x + Numbers::columns;
  }
  /// Whether element e of row r is read, by any cell of the thread.
  static constexpr bool read(int r, int e) { return Window::table.last[r][e] >= 0; }
  static constexpr bool read_in_centre(int r, int e) {
    return Window::table.first[r][e] == centre && Window::table.last[r][e] == centre;
  }
  /// Whether element e of row r is a neighbour to load: not an own cell, and read. In an own row also if an element
  /// above or below it is read, whose ghost may be made from it.
  static constexpr bool neighbour(int r, int e) {
    if (own(r, e)) return false;
    bool needed = read(r, e);
    if (r >= below_y && r < below_y + Numbers::rows) {
      for (int other = 0; other < rows; ++other) needed = needed || read(other, e);
    }
    return needed;
  }
  static constexpr bool neighbour_right(int r) {
    for (int e = below_x + Numbers::columns; e < width; ++e) {
      if (neighbour(r, e)) return true;
    }
    return false;
  }
  /// Whether a row needs cells to the right of the thread's own.
  template <int Row>
  static constexpr bool reads_right = neighbour_right(Row);
  template <int Row, int E>
  static constexpr bool is_own = own(Row, E);
  template <int Row, int E>
  static constexpr bool is_neighbour = neighbour(Row, E);
  static constexpr bool find_off_centre() {
    for (int r = 0; r < rows; ++r) {
      for (int e = 0; e < width; ++e) {
        if (!own(r, e) && read(r, e) && !read_in_centre(r, e)) return true;
      }
    }
    return false;
  }
  /// Rows of neighbours in y go through shared memory.
  static constexpr bool shares_rows = below_y + above_y > 0;
  /// Rows go from warp to warp both ways, as blocks of a cluster exchange them.
  static constexpr bool rows_both_ways = below_y > 0 && above_y > 0;
  /// Whether neighbours in x and y are read in other planes than the centre's, or diagonally. Then all of them are
  /// loaded with the top plane and kept; otherwise with the centre plane only.
  static constexpr bool all_planes = find_off_centre() || (shares_rows && is_diagonal<Points, Rank>);
  static constexpr int neighbour_plane = all_planes ? top : centre;
  /// Whether a level waits a step: rows of other warps arrive one step after they were written, and here they are
  /// needed at once. Other levels may wait by choice (waiting_planes): their planes then stay in place and levels do
  /// not depend on each other, but there is one more plane.
  static constexpr bool waits =
      Numbers::level_storage == LevelStorage::waiting_planes || (shares_rows && neighbour_plane == top);
  static constexpr bool partial_sums = Numbers::level_storage == LevelStorage::partial_sums;
  static constexpr bool shared_sums = Numbers::level_storage == LevelStorage::shared_sums;
  /// Points that are read of a layer, if levels keep partial sums of reach 1; else 0. Most of these sums are used
  /// twice: for both neighbouring layers.
  static constexpr int layer_points = partial_sums && above_z == 1 ? point_count<LayerReach<Points, Rank>, Rank> : 0;
  static constexpr bool by_counters = Numbers::synchronisation == Synchronisation::counters;
  static constexpr bool counted = by_counters && Numbers::groups > 1;  ///< groups synchronise by a counter
  /// Rows that enter until the slots of shared sums repeat. Twice as many, so that groups can synchronise in every
  /// other step (sync_interval), where the loop body fits the instruction cache: at most a thousand operations
  /// (docs/register_tiles.md).
  static constexpr int find_held_of_shared_sums() {
    int const operations = Numbers::columns * Numbers::levels * 2 * above_z * (3 * above_z + 1);
    return operations <= 1000 ? 2 * above_z : above_z;
  }
  /// Planes held from step to step: all but the one that enters, or all if levels wait. With partial sums none are
  /// held, but row buffers alternate every other step if levels wait.
  static constexpr int held = partial_sums  ? (waits ? 2 : 1)
                              : shared_sums ? find_held_of_shared_sums()
                              : waits       ? planes
                                            : std::max(planes - 1, 1);
  /// Whether all levels update one row of a thread before the next row. In a step rows do not depend on each other:
  /// they read each other in the centre plane. So inner rows of a thread need no other warps.
  static constexpr bool by_rows = shares_rows && !waits && Numbers::groups == 1;
  /// Whether warps with a halo of the tile along y update only what the tile needs, in loops of their own: where
  /// threads have inner rows.
  static constexpr bool trims_halo = by_rows && Numbers::warps > 1 && Numbers::rows > below_y + above_y;
  /// Whether warps synchronise with their neighbours only, not with the block; and whether they do so by counters
  /// (RegisterTileNeighbours).
  static constexpr bool syncs_neighbours = shares_rows && Numbers::groups == 1 && Numbers::warps > 1;
  static constexpr bool signals = syncs_neighbours && has_counters;
  /// Whether planes rotate. Of two planes held, the lower one is not read after its step: its registers take the
  /// level's result, and the plane that enters stays where it is. The assignment repeats after a cycle of steps; the
  /// inner loop has a copy of each (RegisterTileKernel::rotate).
  static constexpr bool rotates =
      Numbers::level_storage == LevelStorage::rotating_planes && !waits && !shares_rows && held == 2;
  /// The inner loops end so many steps before a plane beyond the high face would enter the first level: partial and
  /// shared sums need the planes that these ghosts mirror.
  static constexpr int ends_early = (partial_sums && !waits) || (shared_sums && above_z > 1) ? above_z : 0;
  /// Steps from one synchronisation of groups by counter to the next: two where the period allows.
  static constexpr int sync_interval = counted && !rotates && held % 2 == 0 ? 2 : 1;
  /// Steps from plane k entering a level to plane k entering the next.
  static constexpr int lag = above_z + (waits ? 1 : 0);
  /// The same for a group, whose result is read after groups have synchronised.
  static constexpr int group_lag = Numbers::levels * lag + sync_interval;
  /// Steps of the sweep from loading a plane to storing it, for so many groups.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int out_lag(int groups) { return groups * group_lag - sync_interval; }
  /// Planes that the first level needs before the first plane that a part stores.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int early_planes(int groups) {
    return groups * Numbers::levels * below_z;
  }
  /// Planes that a part sweeps beyond those that it stores.
  static constexpr int more_planes(int groups) { return out_lag(groups) + early_planes(groups); }
  /// Halo cells at each side of a tile, computed by two tiles: what so many steps read. In x whole memory sectors.
  static constexpr int halo_x(int steps, int vector) { return round_up(steps * reach_x, sector_cells(vector)); }
  static constexpr int halo_y(int steps) { return steps * reach_y; }
  /// Levels that need a row which is so many rows inside a tile's side, where that side is no face: each level needs
  /// `reach` rows less on that side.
  static constexpr int levels_inside(int rows, int reach) {
    return reach == 0 ? Numbers::levels : std::min(Numbers::levels, rows / reach);
  }
  /// Steps from writing the shared rows of a plane to reading them, and the buffers that this takes.
  static constexpr int row_delay = (waits ? 1 : 0) + (neighbour_plane == top ? 0 : above_z);
  static constexpr int find_row_buffers() {
    int buffers = row_delay + 1;
    while (buffers < held && held % buffers != 0) ++buffers;  // the buffer's number is then a constant of the phase
    return buffers;
  }
  static constexpr int row_buffers = find_row_buffers();

  // Shared memory of a block, in values: planes from memory, planes from group to group, rows from warp to warp (with a
  // place for one more warp at either end, RegisterTileNeighbours), and counters, of steps or of rows.
  static constexpr int shared_rows = below_y + above_y;
  static constexpr int row_places = Numbers::warps + 1;
  static constexpr int plane_values = Numbers::warps * Numbers::rows * Numbers::extent_x;
  static constexpr bool bulk = by_counters && !counted;  ///< bulk copies of whole rows, whose bytes are counted
  static constexpr int counter_values = 4;               ///< room of a counter, and 16 bytes in float
  static constexpr int slot_values = plane_values + (bulk ? Numbers::warps * counter_values : 0);
  static constexpr int hand_at = Numbers::under_way * slot_values;
  static constexpr int handed = Numbers::groups - (counted ? 0 : 1);  ///< groups that hand planes on
  static constexpr int warp_rows = shared_rows * Numbers::levels * Numbers::extent_x;
  static constexpr int rows_at = hand_at + 2 * sync_interval * handed * plane_values + warp_rows;
  static constexpr int counters_at = rows_at + (row_buffers * Numbers::groups * row_places + 1) * warp_rows;
  static constexpr int counters = signals ? 2 * Numbers::warps : counted ? 1 : 0;  ///< of 8 bytes, two values at most
  static constexpr int shared_values = counters_at + 2 * counters;

  /// Whether these numbers form a tile: neighbours are in adjacent threads; the mirror of a ghost is still held when
  /// the ghost is needed; rows along y are read if there are any, and exceed the halo; planes rotate if asked to; and
  /// counters and clusters fit the groups and warps.
  static constexpr bool fits() {
    int const up = above_z - below_z;
    return reach_x <= Numbers::columns && reach_y <= Numbers::rows && up <= 1 && up >= -1 &&
           shares_rows == (Numbers::extent_y > 1) && (!shares_rows || Numbers::extent_y > 2 * halo_y(Numbers::steps)) &&
           rotates == (Numbers::level_storage == LevelStorage::rotating_planes) &&
           (!shared_sums || (Rank == 2 && below_z == above_z && above_z > 0 && reach_x == above_z && !all_planes)) &&
           (!partial_sums ||
            (below_z == above_z && above_z > 0 && (above_z == 1 || !shares_rows) && waits == shares_rows)) &&
           (!counted || Numbers::warps == 1) &&
           (Numbers::cluster == 1 ||
            (Numbers::groups == 1 && Numbers::warps > 1 && Numbers::levels > 1 && rows_both_ways));
  }
};

}  // namespace detail
}  // namespace tessera
