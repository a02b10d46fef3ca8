// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/tile_plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// Bytes of a line of a host's caches.
inline constexpr std::size_t cache_line = 64;

/// The most steps that one launch takes, and the most levels: what each stage makes in each step, and step 0, which is
/// what is loaded.
inline constexpr int most_steps = 64, most_levels = most_steps + 1;

/// A stage as launches see it.
struct OverlapStage {
  std::size_t bytes = 0;        ///< of all that it makes of a cell
  std::size_t read_bytes = 0;   ///< of the values that its formula reads for a cell, neighbours and all
  std::size_t moved_bytes = 0;  ///< to and from memory for a cell, if the stage is launched alone
};

/// All that tiles of a program depend on, as plain data. Storage axes.
struct OverlapShape {
  int n[3] = {1, 1, 1};
  bool periodic[3] = {};
  std::vector<OverlapStage> stages;
  AnyTileProgram program;             ///< reads evened out along axes with faces, where ghosts mirror cells
  bool swept = false;                 ///< along z
  std::size_t narrow = 8, wide = 8;   ///< bytes of the narrowest and the widest value that is kept on a tile
  std::size_t read_bytes = 0;         ///< of a cell, that a launch moves from memory
  std::size_t written_bytes = 0;      ///< and to it
  bool ghost_edges_by_place = false;  ///< ghosts beyond edges are read, and depend on where they stand
};

/// What of a program's launches its shape says. Of a program that has no steps_obstacle.
OverlapShape overlap_shape(ProgramInfo const& program);

/// Cells of the grid.
inline double cells_of(OverlapShape const& shape) { return static_cast<double>(shape.n[0]) * shape.n[1] * shape.n[2]; }

/// Whether no quantity is written twice in a step: a launch of one step then leaves the versions that single steps do.
bool writes_each_quantity_once(AnyTileProgram const& program);

/// One axis of an overlapped sweep.
struct OverlapAxis {
  int n = 1;  ///< cells
  bool periodic = false;
  bool whole = false;  ///< every tile holds the whole axis, with ghosts beyond both faces
};

/// What one stage makes in one step on a tile, or what is loaded in its place before the first.
struct OverlapLevel {
  short lo[3] = {}, hi[3] = {};                    ///< cells beyond the tile, lo <= 0 <= hi
  signed char ghost_lo[3] = {}, ghost_hi[3] = {};  ///< how far readers reach past a face
  short lag = 0;                                   ///< when the sweep is at plane s, plane s - lag is made
  short depth = 0;  ///< planes of the ring that keeps them; 0: no stage of the launch reads this level
  int begin = 0;    ///< of the ring in scratch, bytes
};

/// How the levels of a launch stand in rings of planes on a tile: the hulls, lags and depths of plan_tile (Holewinski
/// et al., ICS 2012), with room for the ghosts of each level.
///
///     step of the sweep      s-4  s-3  s-2  s-1   s       one stage of reach 1, a barrier per step: lags 0, 2, 4
///     step 0 is loaded                          [ s ]
///     step 1 is made                  [s-2]               from planes s-3, s-2, s-1 of a ring of four
///     step 2 is made   [s-4]                              from planes s-5, s-4, s-3
struct OverlapPlan {
  OverlapAxis axis[3];
  OverlapLevel level[most_levels];  ///< of step t and stage s at t * stages + s
  OverlapLevel widest;              ///< the hull of all
  int steps = 1, stages = 1;
  bool swept = false;
  int pitch = 1, rows = 1;  ///< of a plane: tile, halo and ghosts
  int unit = 1;             ///< rows of a ring begin at a multiple of this many cells, and are so many long
  int rows_begin = 0;       ///< bytes; from there on, a row for all that a stage makes, to be streamed from
  int bytes = 0;            ///< of scratch that a tile takes
};

/// The most steps that so many stages can take in a launch.
constexpr int most_steps_of(std::size_t stages) { return most_levels / static_cast<int>(stages == 0 ? 1 : stages) - 1; }

/// The levels of `steps` steps, to be placed on tiles. `shared`: threads share a tile, so that a step of the sweep ends
/// at a barrier. Throws nothing; `steps` is at most most_steps_of the stages.
OverlapPlan plan_levels(OverlapShape const& shape, int steps, bool shared);

/// The same, placed on the tile of `schedule`. False if a tile takes more scratch than can be counted.
bool place_levels(OverlapPlan& plan, OverlapShape const& shape, Schedule const& schedule, bool shared);

/// Both.
OverlapPlan plan_overlap(OverlapShape const& shape, Schedule const& schedule, int steps, bool shared);

/// Cells that a stage computes in a step for each cell of a tile, tiles and chunks overlapping: 1 and more.
double overlap_work(OverlapPlan const& plan, Schedule const& schedule, int step, int stage);

/// The mean over all steps and stages.
double overlap_work(OverlapPlan const& plan, Schedule const& schedule);

}  // namespace tessera
