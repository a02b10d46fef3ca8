// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "tessera/plan/program_plan.hpp"
#include "tessera/plan/tile_plan.hpp"
#include "tessera/schedule.hpp"

namespace tessera {

/// The cache line of hosts, bytes.
inline constexpr std::size_t cache_line = 64;

/// The most steps of a launch, and the most levels. A level is what a stage makes in a step, or, in step 0, what is
/// loaded.
inline constexpr int most_steps = 64, most_levels = most_steps + 1;

/// A stage of an overlapped launch.
struct OverlapStage {
  std::size_t bytes = 0;        ///< that it writes per cell
  std::size_t read_bytes = 0;   ///< that its formula reads per cell, neighbours included
  std::size_t moved_bytes = 0;  ///< to and from memory per cell, if launched alone
};

/// What the tiles of a program depend on, as plain data. Storage axes.
struct OverlapShape {
  int n[3] = {1, 1, 1};
  bool periodic[3] = {};
  std::vector<OverlapStage> stages;
  AnyTileProgram program;             ///< reads are symmetric along axes with faces, where ghosts mirror cells
  bool swept = false;                 ///< along z
  std::size_t narrow = 8, wide = 8;   ///< bytes of the narrowest and the widest value that is kept on a tile
  std::size_t read_bytes = 0;         ///< per cell that a launch loads from memory
  std::size_t written_bytes = 0;      ///< per cell that it stores
  bool ghost_edges_by_place = false;  ///< ghosts beyond edges of the grid are read, and depend on position
};

/// The shape of a program without steps_obstacle.
OverlapShape overlap_shape(ProgramInfo const& program);

/// Cells of the grid.
inline double cells_of(OverlapShape const& shape) { return static_cast<double>(shape.n[0]) * shape.n[1] * shape.n[2]; }

/// Whether no quantity is written twice in a step: a launch of one step then leaves the same versions as single stages.
bool writes_each_quantity_once(AnyTileProgram const& program);

/// One axis of an overlapped sweep.
struct OverlapAxis {
  int n = 1;  ///< cells
  bool periodic = false;
  bool whole = false;  ///< every tile spans the axis, with ghosts beyond both faces
};

/// A level: what one stage makes in one step on a tile, or what is loaded in its place.
struct OverlapLevel {
  short lo[3] = {}, hi[3] = {};                    ///< cells beyond the tile, lo <= 0 <= hi
  signed char ghost_lo[3] = {}, ghost_hi[3] = {};  ///< ghost layers that readers need
  short lag = 0;                                   ///< when the sweep is at plane s, plane s - lag is made
  short depth = 0;                                 ///< planes of its ring; 0: no stage of the launch reads it
  int begin = 0;                                   ///< of the ring in scratch, bytes
};

/// The levels of a launch in rings of planes on a tile: the hulls, lags and depths of plan_tile (Holewinski et al., ICS
/// 2012), with room for the ghosts of each level.
///
///     step of the sweep      s-4  s-3  s-2  s-1   s       one stage of reach 1, a barrier per step: lags 0, 2, 4
///     step 0 is loaded                          [ s ]
///     step 1 is made                  [s-2]               from planes s-3, s-2, s-1 of a ring of four
///     step 2 is made   [s-4]                              from planes s-5, s-4, s-3
struct OverlapPlan {
  OverlapAxis axis[3];
  OverlapLevel level[most_levels];  ///< of step t and stage s at t * stages + s
  OverlapLevel widest;              ///< the union of all hulls
  int steps = 1, stages = 1;
  bool swept = false;
  int pitch = 1, rows = 1;  ///< of a plane: tile, halo and ghosts
  int unit = 1;             ///< rows of a ring begin at, and have, a multiple of this many cells
  int rows_begin = 0;       ///< bytes; offset of the row buffers for streaming stores
  int bytes = 0;            ///< of scratch per tile
};

/// The most steps of a launch with `stages` stages.
constexpr int most_steps_of(std::size_t stages) { return most_levels / static_cast<int>(stages == 0 ? 1 : stages) - 1; }

/// The levels of `steps` steps, not yet placed on tiles. `shared`: threads share a tile, so that a step of the sweep
/// ends at a barrier. `steps` is at most most_steps_of the stages.
OverlapPlan plan_levels(OverlapShape const& shape, int steps, bool shared);

/// Places the levels on the tile of `schedule`. Returns false if a tile takes more scratch than can be counted.
bool place_levels(OverlapPlan& plan, OverlapShape const& shape, Schedule const& schedule, bool shared);

/// Plans and places the levels.
OverlapPlan plan_overlap(OverlapShape const& shape, Schedule const& schedule, int steps, bool shared);

/// Cells that a stage computes in a step per cell of the grid, 1 or more, because tiles and chunks overlap.
double overlap_work(OverlapPlan const& plan, Schedule const& schedule, int step, int stage);

/// The mean over all steps and stages.
double overlap_work(OverlapPlan const& plan, Schedule const& schedule);

}  // namespace tessera
