// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/overlap_plan.hpp"

#include <algorithm>
#include <limits>

#include "plan/schedule_parts.hpp"
#include "plan/tile_program.hpp"

namespace tessera {
namespace {

using Levels = TilePlan<most_tile_quantities, most_tile_stages, most_steps, 1>;

/// A reach made symmetric along axes with faces: a ghost there mirrors a cell as far from the face.
Hull evened(Hull hull, bool const (&periodic)[3]) {
  for (int a = 0; a < 3; ++a) {
    if (periodic[a]) continue;
    hull.hi[a] = std::max(hull.hi[a], -hull.lo[a]);
    hull.lo[a] = -hull.hi[a];
  }
  return hull;
}

/// The level that a read refers to.
OverlapLevel& level_of(OverlapPlan& plan, AnyTileProgram const& program, int now, TileRead const& read) {
  int const at = detail::maker(program, now, read);
  if (at >= 0) return plan.level[plan.stages + at];
  int maker = program.stage_count - 1;  // loaded: in place of the last stage that writes it
  while (!detail::writes(program.stages[maker], read.quantity)) --maker;
  return plan.level[maker];
}

bool is_written(AnyTileProgram const& program, int quantity) {
  for (int s = 0; s < program.stage_count; ++s) {
    if (detail::writes(program.stages[s], quantity)) return true;
  }
  return false;
}

/// Bytes per cell of all components of a quantity.
std::size_t cell_bytes(ProgramInfo const& program, int quantity) {
  QuantityInfo const& q = program.quantities[static_cast<std::size_t>(quantity)];
  return q.value_size * static_cast<std::size_t>(q.components);
}

OverlapStage bytes_of(ProgramInfo const& program, StageInfo const& stage) {
  OverlapStage bytes;
  for (ReadInfo const& read : stage.reads) {
    bytes.read_bytes += static_cast<std::size_t>(read.points) * cell_bytes(program, read.quantity);
    bytes.moved_bytes += cell_bytes(program, read.quantity);
  }
  for (int q : stage.writes) bytes.bytes += cell_bytes(program, q);
  bytes.moved_bytes += bytes.bytes;
  return bytes;
}

/// Makes the reads of what stages write symmetric, and sets what they require of tiles.
void even_reads(OverlapShape& shape, ProgramInfo const& program) {
  shape.swept = shape.n[2] > 1;
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    for (std::size_t r = 0; r < program.stages[s].reads.size(); ++r) {
      ReadInfo const& read = program.stages[s].reads[r];
      if (!is_written(shape.program, read.quantity)) continue;
      Hull& hull = shape.program.stages[s].reads[r].hull;
      hull = evened(hull, shape.periodic);
      shape.swept = shape.swept || hull.lo[2] != 0 || hull.hi[2] != 0;
      bool const by_place = !program.quantities[static_cast<std::size_t>(read.quantity)].plain_faces;
      shape.ghost_edges_by_place = shape.ghost_edges_by_place || (read.diagonal && by_place);
    }
  }
}

/// Adds what a launch loads and stores, and the sizes of values on tiles.
void add_memory(OverlapShape& shape, ProgramInfo const& program) {
  shape.narrow = 16;
  std::vector<bool> read(program.quantities.size()), written(program.quantities.size());
  for (StageInfo const& stage : program.stages) {
    for (ReadInfo const& input : stage.reads) {
      auto const q = static_cast<std::size_t>(input.quantity);
      if (!written[q] && !read[q]) shape.read_bytes += cell_bytes(program, input.quantity);
      read[q] = true;
    }
    for (int output : stage.writes) {
      auto const q = static_cast<std::size_t>(output);
      if (!written[q]) shape.written_bytes += cell_bytes(program, output);
      written[q] = true;
      shape.narrow = std::min(shape.narrow, program.quantities[q].value_size);
      shape.wide = std::max(shape.wide, program.quantities[q].value_size);
    }
  }
}

/// Takes over a level of plan_tile; several loaded ones may be one level here.
void take(OverlapLevel& level, TileLevel const& planned) {
  for (int a = 0; a < 3; ++a) {
    level.lo[a] = static_cast<short>(std::min<int>(level.lo[a], planned.hull.lo[a]));
    level.hi[a] = static_cast<short>(std::max<int>(level.hi[a], planned.hull.hi[a]));
  }
  level.lag = static_cast<short>(planned.lag);
  level.depth = static_cast<short>(std::max<int>(level.depth, planned.ring));
}

void add_ghosts(OverlapLevel& level, Hull const& reach) {
  for (int a = 0; a < 3; ++a) {
    level.ghost_lo[a] = static_cast<signed char>(std::min<int>(level.ghost_lo[a], reach.lo[a]));
    level.ghost_hi[a] = static_cast<signed char>(std::max<int>(level.ghost_hi[a], reach.hi[a]));
  }
}

/// Widens the widest level to include a level.
void widen(OverlapPlan& plan, OverlapLevel const& level) {
  OverlapLevel& widest = plan.widest;
  for (int a = 0; a < 3; ++a) {
    bool const thin = !plan.axis[a].periodic && plan.axis[a].n < level.ghost_hi[a];
    plan.axis[a].whole = plan.axis[a].whole || thin;
    widest.lo[a] = std::min(widest.lo[a], level.lo[a]);
    widest.hi[a] = std::max(widest.hi[a], level.hi[a]);
    widest.ghost_lo[a] = std::min(widest.ghost_lo[a], level.ghost_lo[a]);
    widest.ghost_hi[a] = std::max(widest.ghost_hi[a], level.ghost_hi[a]);
  }
}

/// Makes room for ghosts along z. Those beyond the high face are made when due, from planes that must still be in the
/// ring. On an axis thinner than its ghosts, all are made at once, and all planes stay.
void deepen(OverlapLevel& level, OverlapAxis const& z, int slack) {
  if (level.depth == 0 || z.periodic || level.ghost_hi[2] == 0) return;
  bool const thin = z.n < level.ghost_hi[2];
  int const planes = thin ? z.n + 2 * level.ghost_hi[2] : 2 * level.ghost_hi[2] - 1;
  level.depth = static_cast<short>(std::max<int>(level.depth, planes + slack));
}

/// The most cells and ghosts along an axis of a level on any tile.
int extent(OverlapPlan const& plan, int a, int tile) {
  OverlapAxis const& axis = plan.axis[a];
  OverlapLevel const& widest = plan.widest;
  int const halo = tile + widest.hi[a] - widest.lo[a], ghosts = widest.ghost_hi[a] - widest.ghost_lo[a];
  if (axis.whole) return axis.n + ghosts;
  return axis.periodic ? halo : std::min(axis.n, halo) + ghosts;
}

/// Places the rings one after another; without a sweep, steps alternate between two sets of them.
bool lay_out(OverlapPlan& plan, OverlapShape const& shape) {
  std::size_t const plane = static_cast<std::size_t>(plan.pitch) * static_cast<std::size_t>(plan.rows);
  std::size_t begin = 0, widest = 0;
  for (int t = 0; t <= plan.steps; ++t) {
    for (int s = 0; s < plan.stages; ++s) {
      OverlapLevel& level = plan.level[t * plan.stages + s];
      std::size_t const bytes = shape.stages[static_cast<std::size_t>(s)].bytes;
      widest = std::max(widest, bytes);
      bool const again = !plan.swept && t >= 2;
      level.begin = again ? plan.level[(t - 2) * plan.stages + s].begin : static_cast<int>(begin);
      std::size_t const depth = plan.swept ? static_cast<std::size_t>(level.depth) : 1;
      if (!again) begin += (bytes * depth * plane + cache_line - 1) / cache_line * cache_line;
      if (begin > std::numeric_limits<int>::max() / 2) return false;
    }
  }
  plan.rows_begin = static_cast<int>(begin);
  plan.bytes = static_cast<int>(begin + widest * static_cast<std::size_t>(plan.pitch));
  return true;
}

}  // namespace

OverlapShape overlap_shape(ProgramInfo const& program) {
  OverlapShape shape;
  for (std::size_t a = 0; a < 3; ++a) {
    shape.n[a] = program.cells[a];
    shape.periodic[a] = program.periodic[a];
  }
  shape.program = tile_program(program);
  even_reads(shape, program);
  for (StageInfo const& stage : program.stages) shape.stages.push_back(bytes_of(program, stage));
  add_memory(shape, program);
  return shape;
}

OverlapPlan plan_levels(OverlapShape const& shape, int steps, bool shared) {
  OverlapPlan plan;
  plan.steps = steps;
  plan.stages = shape.program.stage_count;
  plan.swept = shape.swept;
  for (int a = 0; a < 3; ++a) plan.axis[a] = {shape.n[a], shape.periodic[a], false};
  int const slack = shared && shape.swept ? 1 : 0;
  Levels const planned = plan_tile<most_steps, 1>(shape.program, steps, slack);
  for (int at = 0; at < steps * plan.stages; ++at) {
    take(plan.level[plan.stages + at], planned.computed[at / plan.stages][at % plan.stages]);
    TileStage<most_tile_reads> const& stage = shape.program.stages[at % plan.stages];
    for (int r = 0; r < stage.read_count; ++r) {
      TileRead const& read = stage.reads[r];
      if (!is_written(shape.program, read.quantity)) continue;
      OverlapLevel& from = level_of(plan, shape.program, at, read);
      add_ghosts(from, read.hull);
      if (detail::maker(shape.program, at, read) < 0) take(from, planned.loaded[read.quantity][0]);
    }
  }
  for (int at = 0; at < (steps + 1) * plan.stages; ++at) {
    deepen(plan.level[at], plan.axis[2], slack);
    widen(plan, plan.level[at]);
  }
  return plan;
}

bool place_levels(OverlapPlan& plan, OverlapShape const& shape, Schedule const& schedule, bool shared) {
  int const tile[2] = {schedule.tile_x, schedule.tile_y};
  for (int a = 0; a < 2; ++a) {
    bool const thin = !shape.periodic[a] && shape.n[a] < plan.widest.ghost_hi[a];
    plan.axis[a].whole = thin || (shape.periodic[a] && tile[a] >= shape.n[a]);
  }
  plan.unit = static_cast<int>((shared ? shape.wide : cache_line) / shape.narrow);
  plan.pitch = divide_up(extent(plan, 0, tile[0]) + plan.unit - 1, plan.unit) * plan.unit;
  plan.rows = extent(plan, 1, tile[1]);
  return lay_out(plan, shape);
}

OverlapPlan plan_overlap(OverlapShape const& shape, Schedule const& schedule, int steps, bool shared) {
  OverlapPlan plan = plan_levels(shape, steps, shared);
  place_levels(plan, shape, schedule, shared);
  return plan;
}

double overlap_work(OverlapPlan const& plan, Schedule const& schedule, int step, int stage) {
  int const tile[3] = {schedule.tile_x, schedule.tile_y, schedule.chunk_z};
  OverlapLevel const& level = plan.level[step * plan.stages + stage];
  double cells = 1;
  for (int a = 0; a < 3; ++a) {
    OverlapAxis const& axis = plan.axis[a];
    double const halo = tile[a] + level.hi[a] - level.lo[a];
    double const made = axis.whole || !axis.periodic ? std::min<double>(axis.n, halo) : halo;
    cells *= made / std::min(tile[a], axis.n);
  }
  return cells;
}

double overlap_work(OverlapPlan const& plan, Schedule const& schedule) {
  double work = 0;
  for (int t = 1; t <= plan.steps; ++t) {
    for (int s = 0; s < plan.stages; ++s) work += overlap_work(plan, schedule, t, s);
  }
  return work / (plan.steps * plan.stages);
}

bool writes_each_quantity_once(AnyTileProgram const& program) {
  int times[most_tile_quantities] = {};
  for (int s = 0; s < program.stage_count; ++s) {
    for (int w = 0; w < program.stages[s].write_count; ++w) {
      if (++times[program.stages[s].writes[w]] > 1) return false;
    }
  }
  return true;
}

}  // namespace tessera
