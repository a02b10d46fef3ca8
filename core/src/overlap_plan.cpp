// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/overlap_plan.hpp"

#include <algorithm>

#include "schedule_parts.hpp"

namespace tessera {
namespace {

OverlapAxis plan_axis(int n, int lo, int hi, bool periodic, int tile, bool swept) {
  OverlapAxis axis{n, lo, hi, periodic, false, false};
  int const deepest = std::max(-lo, hi);
  axis.thin = !periodic && n < deepest;
  if (axis.thin) {  // ghosts mirror from face to face, as deep on either side
    axis.lo = -deepest;
    axis.hi = deepest;
  }
  axis.whole = axis.thin || (!swept && periodic && tile >= n);
  return axis;
}

/// The most cells and ghosts of an axis that a level of any tile holds.
int extent(OverlapAxis const& axis, int tile, int steps) {
  int const reach = axis.hi - axis.lo, halo = tile + steps * reach;
  if (axis.whole) return axis.n + reach;
  return axis.periodic ? halo : std::min(axis.n, halo) + reach;
}

/// Cells of an axis that the levels of an inner tile compute, on average.
double mean_cells(OverlapAxis const& axis, int tile, int steps, int level) {
  double const halo = tile + (steps - level) * (axis.hi - axis.lo);
  return axis.whole || !axis.periodic ? std::min<double>(axis.n, halo) : halo;
}

}  // namespace

OverlapPlan plan_overlap(int const (&cells)[3], Hull const& hull, bool const (&periodic)[3], Schedule const& schedule,
                         int steps, std::size_t value_size, bool shared) {
  int const tile[3] = {schedule.tile_x, schedule.tile_y, schedule.chunk_z};
  OverlapPlan plan;
  plan.steps = steps;
  for (int a = 0; a < 3; ++a) {
    plan.axis[a] = plan_axis(cells[a], hull.lo[a], hull.hi[a], periodic[a], tile[a], a == 2);
  }
  OverlapAxis const& z = plan.axis[2];
  // The plane at the low face is made when those that its ghosts mirror are there; the ghosts beyond the high one are
  // made when they are due, of planes that must still be there.
  int const ahead = z.periodic ? z.hi : std::max(z.hi, -z.lo - 1);
  int const depth = z.periodic ? ahead - z.lo + 1 : std::max(ahead - z.lo + 1, 2 * z.hi - 1);
  bool const swept = cells[2] > 1 || z.hi > z.lo;
  int const slack = shared && swept ? 1 : 0;
  plan.lag = ahead + slack;
  plan.depth = (z.thin ? z.n + z.hi - z.lo : depth) + slack;
  plan.rings = swept ? steps : std::min(steps, 2);
  plan.unit = shared ? 1 : static_cast<int>(cache_line / value_size);
  plan.pitch = divide_up(extent(plan.axis[0], tile[0], steps) + plan.unit - 1, plan.unit) * plan.unit;
  plan.rows = extent(plan.axis[1], tile[1], steps);
  return plan;
}

double overlap_work(OverlapPlan const& plan, Schedule const& schedule) {
  int const tile[3] = {schedule.tile_x, schedule.tile_y, schedule.chunk_z};
  double work = 0;
  for (int level = 1; level <= plan.steps; ++level) {
    double cells = 1;
    for (int a = 0; a < 3; ++a) {
      cells *= mean_cells(plan.axis[a], tile[a], plan.steps, level) / std::min(tile[a], plan.axis[a].n);
    }
    work += cells;
  }
  return work / plan.steps;
}

}  // namespace tessera
