// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tessera/operator/hull.hpp"

namespace tessera {

/// Where a sweep keeps the neighbours of an input.
enum class Placement {
  automatic,  ///< chosen for the execution space
  memory,     ///< in memory and the caches
  planes      ///< a ring of planes with halo in team scratch, one plane loaded per step along z
};

/// Whether hosts use non-temporal stores, which bypass the caches.
enum class Streaming { automatic, on, off };

/// Whether several steps are captured as a graph and launched as one (execution spaces that have graphs).
enum class Graph { automatic, on, off };

/// The strategy and its numbers. Zero (or automatic): chosen for the execution space, the reach and the grid.
struct Schedule {
  std::string strategy;  ///< "column", "edges", "team", "naive"; empty: the default of the execution space
  int tile_x = 0;        ///< cells of a tile along x
  int tile_y = 0;        ///< cells of a tile along y (1 on 1D and 2D grids, whose storage y has one row)
  int chunk_z = 0;       ///< cells that a team sweeps along z
  int team_size = 0;     ///< threads of a team; 1 on hosts
  Placement placement = Placement::automatic;
  Streaming streaming = Streaming::automatic;  ///< hosts alone
  int slab_y = 0;                              ///< cells of y per slab of tiles of a column sweep; 0: all
  Graph graph = Graph::automatic;              ///< of the whole program's steps
  /// Steps per launch; 1: every step is launched alone. With 0, 2 and more, `strategy` may name one that takes several
  /// ("overlapped"): the numbers above are then its own, and single steps choose theirs.
  int steps_per_launch = 0;
  /// Whether a plan for a device times strategies on its own before it chooses one, where the grid is large and
  /// `strategy` names none. It takes 13 launches of each, once per process. Results do not depend on the choice.
  bool trials = true;
};

/// An input, for scheduling.
struct InputShape {
  Hull hull;
  int components = 1;
  std::size_t value_size = 8;
  Hull beside;  ///< of the neighbours beside the column along z
};

/// The compiled ring of planes of the wide input of a stage (see ColumnRing).
struct RingFacts {
  std::size_t bytes = 0;  ///< of scratch; 0: none
  int tile_x = 0;         ///< cells of a tile along x
  int tile_y = 0;         ///< and along y
  int threads = 0;        ///< of a team
  int ahead = 0;          ///< planes prefetched
  int blocks = 1;         ///< teams per multiprocessor
};

/// The compiled column sweep of a stage (see ColumnShape).
struct ColumnFacts {
  int rows = 1;               ///< rows of y per thread
  int step = 1;               ///< cells of z computed at a time
  int pieces = 1;             ///< 16-byte pieces of a line computed at a time
  bool partial_sums = false;  ///< it keeps partial sums instead of planes (HasPartialSums)
  int registers = 0;          ///< of 4 bytes that its windows take
};

/// The shape of one stage on one grid, for scheduling. Storage axes.
struct SweepShape {
  int n[3] = {1, 1, 1};
  std::vector<InputShape> inputs;
  std::size_t output_bytes = 0;    ///< the widest value that is written
  ColumnFacts columns{};           ///< its column sweep
  bool reduces = false;            ///< the stage has a reduction
  bool long_formula = false;       ///< the operator says that its formula takes many registers
  bool flux_edges = false;         ///< the operator is split into flux edges
  bool part = false;               ///< the stage acts on part of the grid, of which `n` are the cells, or is staggered
  bool selective = false;          ///< it leaves some of these cells unchanged: a parity, a mask
  bool staggered = false;          ///< it goes over faces, edges or nodes
  bool own_output = false;         ///< it reads neighbours in its output buffer
  bool ghosts_on_the_fly = false;  ///< the sweep neither reads nor writes ghosts of the state
  RingFacts ring;                  ///< of its wide input, if it has one
};

/// The limits of the execution space.
struct TeamLimits {
  bool host = true;
  std::size_t scratch_bytes = 0;        ///< scratch_size_max(0)
  int concurrency = 1;                  ///< threads that run at once
  double cache_bytes = 0;               ///< of the last-level cache; 0: unknown
  std::size_t large_scratch_bytes = 0;  ///< scratch_size_max(1)
  std::size_t block_scratch_bytes = 0;  ///< that a launch of CUDA's own may have; 0: there is none
  bool edge_sweep = false;              ///< it has a strategy for operators that are made of flux edges
};

/// A schedule with every number filled in, and why.
struct ResolvedSchedule {
  Schedule schedule;
  std::size_t scratch_bytes = 0;
  std::string reason;  ///< one sentence for `explain`
};

/// "tile 64 x 12, chunk 64, team 256, planes": the numbers of a schedule that its strategy uses.
std::string describe(Schedule const& schedule);

/// The scratch of the rings of `shape` with a tile of `tile_x` x `tile_y` cells, bytes: for each input that reaches
/// past its centre, one plane more than its hull is high, so that the next is loaded while one is computed.
std::size_t ring_bytes(SweepShape const& shape, int tile_x, int tile_y);

/// The size of the last-level cache of this machine; 0 if unknown.
double last_level_cache_bytes();

/// The strategy name of stages of global scalars alone; no tag has it.
inline constexpr char const* scalar_strategy = "one work item";

/// The most threads of a team on a device: the launch bound that team kernels are compiled for.
inline constexpr int max_team_size = 256;

/// The most threads of a multiprocessor; the concurrency of devices counts these.
inline constexpr int threads_per_multiprocessor = 2048;

/// The most threads of a team of a column sweep.
inline constexpr int column_team_size = 128;

/// Cells along x that a warp of a flux-edge sweep stores: its first and last lane compute for their neighbours alone.
inline constexpr int flux_edge_strip = 30;

/// The most threads of a team of a flux-edge sweep.
inline constexpr int flux_edge_team_size = 64;

/// What a flux-edge sweep has to know of its stage's inputs at a cell, global scalars left out.
struct FluxEdgeCell {
  std::size_t widest_value = 4;  ///< bytes
  std::size_t bytes = 0;         ///< of all values
};
/// The least number of such teams per multiprocessor. They leave a thread 128 registers for five values of 8 bytes at a
/// cell, 96 for shorter ones, and more for more: a thread passes what it knows of its cell to three others.
constexpr int flux_edge_teams(FluxEdgeCell const& cell) {
  constexpr std::size_t all_registers = 65536, per_team = flux_edge_team_size;
  std::size_t const five = 5 * cell.widest_value, more = cell.bytes > five ? cell.bytes - five : 0;
  std::size_t const registers = (cell.widest_value > 4 ? 128 : 96) + more * 2 / 3;
  std::size_t const teams = all_registers / (registers * per_team);
  return static_cast<int>(teams < 4 ? 4 : teams > 10 ? 10 : teams);
}

/// Whether a flux-edge sweep suits a stage: its operator is split into flux edges, it acts on the whole grid, and 32
/// bits count its cells.
bool suits_flux_edges(SweepShape const& shape);

/// Whether a thread per cell is faster on a device than teams that sweep: on grids that leave nearly every
/// multiprocessor one short tile, the time of one tile counts. `request` has no numbers. Not for reductions, which
/// teams merge.
bool suits_cells(Schedule const& request, SweepShape const& shape);

/// Whether a column sweep with a ring of planes is the default of a stage: its ring fits, and the grid has work for
/// every multiprocessor. `request` has no other numbers than those of the ring.
bool suits_ring(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The schedule of a thread per cell. Throws InputError for more cells than 31 bits count.
ResolvedSchedule resolve_per_cell_schedule(Schedule const& request, SweepShape const& shape);

/// Fills in the numbers of a team sweep. Throws InputError for a tile, chunk or team that is not possible, with the
/// largest that is.
ResolvedSchedule resolve_team_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for a column sweep: a team has as many threads as a tile has columns.
ResolvedSchedule resolve_column_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for a column sweep with a ring of planes, whose tiles are compiled. Throws InputError if a stage has no
/// ring, or the device no room for it.
ResolvedSchedule resolve_ring_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for a flux-edge sweep: a team has a warp for every `flux_edge_strip` cells of its tile along x.
ResolvedSchedule resolve_flux_edge_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

}  // namespace tessera
