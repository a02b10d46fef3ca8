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
  automatic,  ///< as the traits of the execution space choose
  memory,     ///< read where they are; the caches do the rest
  planes      ///< a ring of planes with halo in team scratch, one plane loaded per step along z
};

/// Whether a host's stores go past the caches.
enum class Streaming { automatic, on, off };

/// Whether several steps are captured as a graph and launched as one (execution spaces that have graphs).
enum class Graph { automatic, on, off };

/// A strategy's numbers. Zero (or automatic) means: chosen for the execution space, the reach and the grid.
struct Schedule {
  std::string strategy;  ///< "column", "edges", "team", "naive"; empty: the default of the execution space
  int tile_x = 0;        ///< cells of a tile along x
  int tile_y = 0;        ///< cells of a tile along y (1 on 1D and 2D grids, whose storage y has one row)
  int chunk_z = 0;       ///< cells that a team sweeps along z
  int team_size = 0;     ///< threads of a team; 1 on hosts
  Placement placement = Placement::automatic;
  Streaming streaming = Streaming::automatic;  ///< hosts alone
  int slab_y = 0;  ///< cells of y after which the order of a column sweep's tiles goes on along z; 0: all
  Graph graph = Graph::automatic;  ///< of the whole program's steps
  /// Steps that one launch takes; 1: every step is launched alone. With 0, 2 and more, `strategy` may name one that
  /// takes several ("overlapped"), and the numbers above are its; single steps then choose their own.
  int steps_per_launch = 0;
};

/// An input as far as scheduling sees it.
struct InputShape {
  Hull hull;
  int components = 1;
  std::size_t value_size = 8;
  Hull beside;  ///< of the neighbours off the cell's column along z
};

/// The ring of planes of a stage's wide input, as it is compiled (see ColumnRing).
struct RingFacts {
  std::size_t bytes = 0;  ///< of scratch; 0: the stage has none
  int tile_x = 0;         ///< cells of a tile along x
  int tile_y = 0;         ///< and along y
  int threads = 0;        ///< of a team
  int ahead = 0;          ///< planes under way
  int blocks = 1;         ///< teams that a multiprocessor holds
};

/// A stage's column sweep, as it is compiled (see ColumnShape).
struct ColumnFacts {
  int rows = 1;               ///< rows of y that a thread owns
  int step = 1;               ///< cells of z that it computes at a time
  int pieces = 1;             ///< pieces of 16 bytes of a line that it computes at a time
  bool partial_sums = false;  ///< it keeps sums instead of planes (HasPartialSums)
};

/// What a schedule is made for: one stage on one grid. Storage axes.
struct SweepShape {
  int n[3] = {1, 1, 1};
  std::vector<InputShape> inputs;
  std::size_t output_bytes = 0;    ///< the widest value that is written
  ColumnFacts columns{};           ///< its column sweep
  bool reduces = false;            ///< the stage makes one value of all cells
  bool long_formula = false;       ///< the operator says that its formula takes many registers
  bool flux_edges = false;         ///< the operator says how it is made of edges
  bool part = false;               ///< the stage acts on part of the grid, of which `n` are the cells, or is staggered
  bool selective = false;          ///< it leaves cells among these as they are: a parity, a mask
  bool staggered = false;          ///< it goes over faces, edges or nodes
  bool own_output = false;         ///< it reads neighbours in the buffer that it writes
  bool ghosts_on_the_fly = false;  ///< the sweep neither reads nor writes ghosts of the state
  RingFacts ring;                  ///< of its wide input, if it has one
};

/// What the execution space can give.
struct TeamLimits {
  bool host = true;
  std::size_t scratch_bytes = 0;        ///< scratch_size_max(0)
  int concurrency = 1;                  ///< threads that run at once
  double cache_bytes = 0;               ///< of the last-level cache; 0: unknown
  std::size_t large_scratch_bytes = 0;  ///< scratch_size_max(1)
  std::size_t block_scratch_bytes = 0;  ///< that a launch of CUDA's own may have; 0: there is none
};

/// A schedule with every number filled in, and why.
struct ResolvedSchedule {
  Schedule schedule;
  std::size_t scratch_bytes = 0;
  std::string reason;  ///< one sentence for `explain`
};

/// "tile 64 x 12, chunk 64, team 256, planes": the numbers of a schedule that its strategy uses.
std::string describe(Schedule const& schedule);

/// Bytes of scratch that the rings of `shape` take with a tile of `tile_x` x `tile_y` cells: for each input that
/// reaches past its centre, one plane more than its hull is high, so that the next is loaded while one is computed.
std::size_t ring_bytes(SweepShape const& shape, int tile_x, int tile_y);

/// The size of this machine's last-level cache; 0 where the system does not tell.
double last_level_cache_bytes();

/// What a stage runs by whose reads and writes are all there once per program; no tag chooses it.
inline constexpr char const* scalar_strategy = "one work item";

/// The most threads of a team on a device: the launch bound that team kernels are compiled for.
inline constexpr int max_team_size = 256;

/// Threads that a multiprocessor holds at once: what devices' concurrency counts.
inline constexpr int threads_per_multiprocessor = 2048;

/// The most threads of a team of a column sweep.
inline constexpr int column_team_size = 128;

/// Cells along x that a warp of an edge sweep stores: its first and last lane compute for their neighbours alone.
inline constexpr int edge_strip = 30;

/// The most threads of a team of an edge sweep, and how many such teams a multiprocessor is to hold at least: they
/// leave a thread 128 registers for values of 8 bytes, and 96 for shorter ones.
inline constexpr int edge_team_size = 64;
constexpr int edge_teams(std::size_t widest_value) { return widest_value > 4 ? 8 : 10; }

/// Whether a stage is one for an edge sweep: its operator is made of edges, it acts on the whole grid, and 32 bits
/// count its cells.
bool suits_flux_edges(SweepShape const& shape);

/// Whether a device is done sooner with a thread per cell than with teams that sweep: on grids that leave nearly every
/// multiprocessor one short tile, it is the time of one tile that counts. `request` asks for no numbers. Not so where
/// all threads' values make one: a team's go there together.
bool suits_cells(Schedule const& request, SweepShape const& shape);

/// Whether a stage runs by a column sweep with a ring of planes unless another is named: it has one, which fits, it
/// writes doubles, and the grid has work for every multiprocessor. `request` asks for no numbers that are not the
/// ring's.
bool suits_ring(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The schedule of a thread per cell. Throws InputError for more cells than 31 bits count.
ResolvedSchedule resolve_per_cell_schedule(Schedule const& request, SweepShape const& shape);

/// Fills in the numbers of a team sweep. Throws InputError for a tile, chunk or team that cannot be, with the
/// largest that can.
ResolvedSchedule resolve_team_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for a column sweep: a team has as many threads as a tile has columns.
ResolvedSchedule resolve_column_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for a column sweep with a ring of planes, whose tiles are compiled. Throws InputError where a stage has no
/// ring, or a device no room for it.
ResolvedSchedule resolve_ring_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

/// The same for an edge sweep: a team has a warp for every `edge_strip` cells of its tile along x.
ResolvedSchedule resolve_edge_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits);

}  // namespace tessera
