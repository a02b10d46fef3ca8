// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/overlap_plan.hpp"

#include <algorithm>
#include <limits>

#include "schedule_parts.hpp"
#include "tile_program.hpp"

namespace tessera {
namespace {

using Levels = TilePlan<most_tile_quantities, most_tile_stages, most_steps, 1>;

/// A reach that is as deep on either side of an axis with faces: a ghost there mirrors a cell as far from the face.
Hull evened(Hull hull, bool const (&periodic)[3]) {
  for (int a = 0; a < 3; ++a) {
    if (periodic[a]) continue;
    hull.hi[a] = std::max(hull.hi[a], -hull.lo[a]);
    hull.lo[a] = -hull.hi[a];
  }
  return hull;
}

/// The level of the plan that a read is of.
OverlapLevel& level_of(OverlapPlan& plan, AnyTileProgram const& program, int now, TileRead const& read) {
  int const at = detail::maker(program, now, read);
  if (at >= 0) return plan.level[plan.stages + at];
  int maker = program.stage_count - 1;  // loaded in the place of what the last stage to write it made before
  while (!detail::writes(program.stages[maker], read.quantity)) --maker;
  return plan.level[maker];
}

bool is_written(AnyTileProgram const& program, int quantity) {
  for (int s = 0; s < program.stage_count; ++s) {
    if (detail::writes(program.stages[s], quantity)) return true;
  }
  return false;
}

/// Takes over what plan_tile says of a level; of what is loaded, several of its may be one of ours.
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

/// Makes room for ghosts along z: those beyond the high face are made when they are due, of planes that must still be
/// there; on an axis that is thinner than its ghosts all are made at once, and all planes stay.
void deepen(OverlapLevel& level, OverlapAxis const& z, int slack) {
  if (level.depth == 0 || z.periodic || level.ghost_hi[2] == 0) return;
  bool const thin = z.n < level.ghost_hi[2];
  int const planes = thin ? z.n + 2 * level.ghost_hi[2] : 2 * level.ghost_hi[2] - 1;
  level.depth = static_cast<short>(std::max<int>(level.depth, planes + slack));
}

/// The most cells and ghosts of an axis that a level of any tile holds.
int extent(OverlapPlan const& plan, int a, int tile) {
  OverlapAxis const& axis = plan.axis[a];
  OverlapLevel const& widest = plan.widest;
  int const halo = tile + widest.hi[a] - widest.lo[a], ghosts = widest.ghost_hi[a] - widest.ghost_lo[a];
  if (axis.whole) return axis.n + ghosts;
  return axis.periodic ? halo : std::min(axis.n, halo) + ghosts;
}

/// Lays the rings out one after another; where nothing is swept, steps take turns in two sets of them.
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
  shape.swept = shape.n[2] > 1;
  shape.narrow = 16;
  std::vector<bool> read(program.quantities.size()), written(program.quantities.size());
  auto const size = [&](int q) {
    QuantityInfo const& quantity = program.quantities[static_cast<std::size_t>(q)];
    return quantity.value_size * static_cast<std::size_t>(quantity.components);
  };
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    StageInfo const& stage = program.stages[s];
    OverlapStage launched;
    for (std::size_t r = 0; r < stage.reads.size(); ++r) {
      ReadInfo const& info = stage.reads[r];
      launched.read_bytes += static_cast<std::size_t>(info.points) * size(info.quantity);
      launched.moved_bytes += size(info.quantity);
      Hull& hull = shape.program.stages[s].reads[r].hull;
      bool const tiled = is_written(shape.program, info.quantity);
      if (tiled) hull = evened(hull, shape.periodic);
      if (!written[static_cast<std::size_t>(info.quantity)]) read[static_cast<std::size_t>(info.quantity)] = true;
      shape.swept = shape.swept || (tiled && (hull.lo[2] != 0 || hull.hi[2] != 0));
      shape.edges_by_place =
          shape.edges_by_place ||
          (tiled && info.diagonal && !program.quantities[static_cast<std::size_t>(info.quantity)].plain_faces);
    }
    for (int q : stage.writes) {
      QuantityInfo const& quantity = program.quantities[static_cast<std::size_t>(q)];
      launched.bytes += size(q);
      launched.moved_bytes += size(q);
      shape.narrow = std::min(shape.narrow, quantity.value_size);
      shape.wide = std::max(shape.wide, quantity.value_size);
      if (!written[static_cast<std::size_t>(q)]) shape.written_bytes += size(q);
      written[static_cast<std::size_t>(q)] = true;
    }
    shape.stages.push_back(launched);
  }
  for (std::size_t q = 0; q < read.size(); ++q) {
    if (read[q]) shape.read_bytes += size(static_cast<int>(q));
  }
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
      if (!is_written(shape.program, stage.reads[r].quantity)) continue;
      OverlapLevel& from = level_of(plan, shape.program, at, stage.reads[r]);
      add_ghosts(from, stage.reads[r].hull);
      if (detail::maker(shape.program, at, stage.reads[r]) < 0) {
        take(from, planned.loaded[stage.reads[r].quantity][0]);
      }
    }
  }
  for (int at = 0; at < (steps + 1) * plan.stages; ++at) {
    OverlapLevel& level = plan.level[at];
    deepen(level, plan.axis[2], slack);
    for (int a = 0; a < 3; ++a) {
      bool const thin = !shape.periodic[a] && shape.n[a] < level.ghost_hi[a];
      plan.axis[a].whole = plan.axis[a].whole || thin;
      plan.widest.lo[a] = std::min(plan.widest.lo[a], level.lo[a]);
      plan.widest.hi[a] = std::max(plan.widest.hi[a], level.hi[a]);
      plan.widest.ghost_lo[a] = std::min(plan.widest.ghost_lo[a], level.ghost_lo[a]);
      plan.widest.ghost_hi[a] = std::max(plan.widest.ghost_hi[a], level.ghost_hi[a]);
    }
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

}  // namespace tessera
