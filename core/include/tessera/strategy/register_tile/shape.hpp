// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "tessera/strategy/column/window_shape.hpp"
#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera {

/// How the levels of a register tile keep what they have met: their planes, which are handed on from step to step;
/// planes of levels that wait a step, or go around, in place (LevelShape::waits, rotates); sums, of operators
/// HasPartialSums; or, in the plane, rows, their pairs and sums, of operators HasSharedSums.
enum class LevelStorage { planes, waiting_planes, rotating_planes, partial_sums, shared_sums };

/// How warps wait. In the plane, for the groups that come before and after in time: at a barrier of the block, between
/// steps; or by a counter that each of them raises in the middle of a step, or of every other one (sync_interval), as
/// soon as it has read what it is handed and has handed on what it has made. In space, for planes from memory: each
/// thread for its own copies of 16 bytes; or by counters of the bytes that have come by copies of whole rows.
enum class Synchronisation { barriers, counters };

/// How planes lie in memory from one launch to the next, where tiles have several rows: in rows, as fields have them,
/// or in layout along x (BlockedLayout).
enum class PlaneLayout { rows, blocked };

namespace detail {

/// Whether a device has counters in shared memory, and clusters of blocks, which reach each other's shared memory: from
/// CUDA's compute capability 9.0 on.
#if defined(KOKKOS_ARCH_HOPPER) || defined(KOKKOS_ARCH_BLACKWELL) || defined(TESSERA_EMULATES_CUDA)
inline constexpr bool has_counters = true;
#else
inline constexpr bool has_counters = false;
#endif

/// Cells of a 16-byte load, for values of so many bytes.
constexpr int vector_cells(std::size_t value_size) { return 16 / static_cast<int>(value_size); }

/// Cells of a sector of memory, 32 bytes, by those of a 16-byte load. A load that begins between sectors takes half as
/// many more, and storing a part of one takes longer than all of it.
constexpr int sector_cells(int vector) { return 2 * vector; }

/// The numbers of a time tile that are fixed when it is compiled. A thread owns `Columns` x `Rows` cells of a plane,
/// side by side; `Warps` warps stand one after another in y; `Groups` such stacks take `Levels` steps each, one group
/// on what the group before it made. A block sweeps its tile along z once and takes Levels x Groups steps. Up to
/// `Cluster` blocks, one after another in y, make one tile together, where a device has clusters (tile_cluster).
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
  static constexpr int extent_x = 32 * Columns;
  static constexpr int extent_y = Rows * Warps;  ///< of one block
};

/// The numbers of the kernel that takes what whole launches leave over, if there is one: those of `Numbers` with a
/// level less. Launches of four levels and of three make up any number of steps but 1, 2 and 5.
template <class Numbers>
inline constexpr bool has_fewer_levels = Numbers::levels > 2;
template <class N>
using FewerLevels = TileNumbers<N::columns, N::rows, N::warps, N::levels - 1, N::groups, N::blocks, N::under_way,
                                N::level_storage, N::cluster, N::synchronisation, N::plane_layout>;

/// How one level of a time tile keeps the neighbours of its cells, for a reach on a grid of `Rank` axes. The window is
/// that of a column sweep (WindowShape). Its own cells are handed on by the level before as they come; what stands
/// beside them in x comes by shuffles, in y through shared memory.
template <Reach Points, int Rank, class Numbers>
struct LevelShape : WindowShape<Points, Rank, Numbers::columns, Numbers::rows> {
  using Window = WindowShape<Points, Rank, Numbers::columns, Numbers::rows>;
  using Window::hull, Window::lo_x, Window::lo_y, Window::lo_z, Window::width, Window::rows, Window::planes;

  static constexpr int below_x = -lo_x, above_x = hull.hi[0];
  static constexpr int below_y = -lo_y, above_y = hull.hi[1];
  static constexpr int below_z = -lo_z, above_z = hull.hi[2];
  static constexpr int reach_x = std::max(below_x, above_x), reach_y = std::max(below_y, above_y);
  static constexpr int centre = below_z;  ///< the plane of the hull in which the cell is
  static constexpr int top = planes - 1;  ///< the one that enters

  static constexpr bool own(int r, int e) {
    return r >= below_y && r < below_y + Numbers::rows && e >= below_x && e < below_x + Numbers::columns;
  }
  /// Whether element e of row r is read, by any cell of the thread.
  static constexpr bool read(int r, int e) { return Window::table.last[r][e] >= 0; }
  static constexpr bool read_in_centre(int r, int e) {
    return Window::table.first[r][e] == centre && Window::table.last[r][e] == centre;
  }
  /// Whether element e of row r, not an own one, has to be there: it is read, or, in an own row, one above or below it
  /// is, whose ghost it may be needed for.
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
  /// Whether cells to the right of a thread's own have to be there in a row.
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
  /// And from warp to warp both ways, as blocks of a cluster hand them to each other.
  static constexpr bool rows_both_ways = below_y > 0 && above_y > 0;
  /// Whether neighbours beside the own cells are read in other planes than the centre's, or diagonally: then all of
  /// them enter with the top plane and stay; else they are needed in the centre plane alone.
  static constexpr bool all_planes = find_off_centre() || (shares_rows && is_diagonal<Points, Rank>);
  static constexpr int neighbour_plane = all_planes ? top : centre;
  /// Such rows are there one step after they were handed over. If they are needed at once, the level waits a step.
  /// Where it need not, its planes stay in place if it does, and levels do not wait for each other, but there is one
  /// more.
  static constexpr bool waits =
      Numbers::level_storage == LevelStorage::waiting_planes || (shares_rows && neighbour_plane == top);
  static constexpr bool partial_sums = Numbers::level_storage == LevelStorage::partial_sums;
  static constexpr bool shared_sums = Numbers::level_storage == LevelStorage::shared_sums;
  /// What is read of a layer, if sums of them are kept and what most of them give is given twice: to the layers next to
  /// it.
  static constexpr int layer_points = partial_sums && above_z == 1 ? point_count<LayerReach<Points, Rank>, Rank> : 0;
  static constexpr bool by_counters = Numbers::synchronisation == Synchronisation::counters;
  static constexpr bool counted = by_counters && Numbers::groups > 1;  ///< groups wait for each other by a counter
  /// Rows that enter before slots of pairs stand as before; twice as many, so that groups can meet in every other step
  /// (sync_interval), where the loop of as many stays short enough for the caches of instructions, of at most a
  /// thousand operations (docs/register_tiles.md).
  static constexpr int find_held_of_shared_sums() {
    int const operations = Numbers::columns * Numbers::levels * 2 * above_z * (3 * above_z + 1);
    return operations <= 1000 ? 2 * above_z : above_z;
  }
  /// Planes held from step to step: all but the one that enters, or, where it has waited a step, all. Of layers none
  /// are, but there is a row buffer for every other step.
  static constexpr int held = partial_sums  ? (waits ? 2 : 1)
                              : shared_sums ? find_held_of_shared_sums()
                              : waits       ? planes
                                            : std::max(planes - 1, 1);
  /// Whether all levels make a row of a thread before they make the next one. Rows do not need each other in a step:
  /// what they read of each other stands in the centre plane. So rows inside a thread need nothing of other warps.
  static constexpr bool by_rows = shares_rows && !waits && Numbers::groups == 1;
  /// Whether warps that have a halo along y of their tile make no more than the tile needs, in loops of their own:
  /// where there are such rows inside a thread.
  static constexpr bool trims_halo = by_rows && Numbers::warps > 1 && Numbers::rows > below_y + above_y;
  /// Whether warps wait for each other alone, not for the block, and whether they do so by counters by which they tell
  /// each other that their rows are there (RegisterTileNeighbours).
  static constexpr bool syncs_neighbours = shares_rows && Numbers::groups == 1 && Numbers::warps > 1;
  static constexpr bool signals = syncs_neighbours && has_counters;
  /// Of two planes that are held, the lower one is not read once a step is made: its registers may take what the level
  /// makes, and a plane that enters stays in those that it comes in. They are where they were after a cycle of steps,
  /// of which the long loop for the inside then has a copy each (RegisterTileKernel::rotate).
  static constexpr bool rotates =
      Numbers::level_storage == LevelStorage::rotating_planes && !waits && !shares_rows && held == 2;
  /// The loops for the inside end so many steps before a plane beyond the high face would enter the first level: sums
  /// take those ghosts in the step of the plane that they mirror, or remember as many planes as they reach.
  static constexpr int ends_early = (partial_sums && !waits) || (shared_sums && above_z > 1) ? above_z : 0;
  /// Steps between those in which groups that are counted wait for each other: in a turn of the loop, two if they can
  /// be.
  static constexpr int sync_interval = counted && !rotates && held % 2 == 0 ? 2 : 1;
  /// Steps from plane k entering a level to plane k entering the next.
  static constexpr int lag = above_z + (waits ? 1 : 0);
  /// The same for a group: what it makes is taken when groups have met.
  static constexpr int group_lag = Numbers::levels * lag + sync_interval;
  /// Steps of the sweep from a plane's loading to its storing, for so many groups.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int out_lag(int groups) { return groups * group_lag - sync_interval; }
  /// Planes before the first that a part stores which its first level needs.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int early_planes(int groups) {
    return groups * Numbers::levels * below_z;
  }
  /// Planes that a part takes beyond those that it stores.
  static constexpr int more_planes(int groups) { return out_lag(groups) + early_planes(groups); }
  /// Cells at each side of a tile that are computed again: what so many steps read. In x whole sectors of memory.
  static constexpr int halo_x(int steps, int vector) { return round_up(steps * reach_x, sector_cells(vector)); }
  static constexpr int halo_y(int steps) { return steps * reach_y; }
  /// Levels of which a row is needed that is so many rows inside a tile whose side is no face: each one ends as much
  /// further inside as it reads to that side.
  static constexpr int levels_inside(int rows, int reach) {
    return reach == 0 ? Numbers::levels : std::min(Numbers::levels, rows / reach);
  }
  /// Steps after which the shared rows of a plane are read, and the buffers that this takes.
  static constexpr int row_delay = (waits ? 1 : 0) + (neighbour_plane == top ? 0 : above_z);
  static constexpr int find_row_buffers() {
    int buffers = row_delay + 1;
    while (buffers < held && held % buffers != 0) ++buffers;  // a buffer's number is then a constant of the phase
    return buffers;
  }
  static constexpr int row_buffers = find_row_buffers();

  // Shared memory of a block, in values: planes from memory, planes from group to group, rows from warp to warp (with
  // those that come to the outer warps, where those of one more warp would stand, RegisterTileNeighbours), and
  // counters: of steps (Synchronisation), or of rows.
  static constexpr int shared_rows = below_y + above_y;
  static constexpr int row_places = Numbers::warps + 1;
  static constexpr int plane_values = Numbers::warps * Numbers::rows * Numbers::extent_x;
  static constexpr bool bulk = by_counters && !counted;  ///< whole rows are copied at once, and counted when they come
  static constexpr int counter_values = 4;               ///< room of a counter, and 16 bytes in float
  static constexpr int slot_values = plane_values + (bulk ? Numbers::warps * counter_values : 0);
  static constexpr int hand_at = Numbers::under_way * slot_values;
  static constexpr int handed = Numbers::groups - (counted ? 0 : 1);  ///< groups that hand planes on
  static constexpr int warp_rows = shared_rows * Numbers::levels * Numbers::extent_x;
  static constexpr int rows_at = hand_at + 2 * sync_interval * handed * plane_values + warp_rows;
  static constexpr int counters_at = rows_at + (row_buffers * Numbers::groups * row_places + 1) * warp_rows;
  static constexpr int counters = signals ? 2 * Numbers::warps : counted ? 1 : 0;  ///< of 8 bytes, two values at most
  static constexpr int shared_values = counters_at + 2 * counters;

  /// Whether a tile can be made of it: neighbours are next to a thread's own cells, what mirrors beyond a face is
  /// still there when it is needed, rows of y are read where there are some, and more than a block computes again,
  /// planes rotate if they are to, and what is counted, or goes from block to block, is there.
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
