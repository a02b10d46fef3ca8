// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "plan/single_step.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera {
namespace {

// --- the cost model, measured on an H200 (docs/time_tiling_results.md); choices depend on the ratios alone ---

/// Cost of an update, all blocks together: `point` per point that it reads, `space` per row of y that is exchanged with
/// the next warp on either side.
struct UpdateSeconds {
  double point, space;
};
constexpr UpdateSeconds in_double{1.0e-13, 3.5e-13};
constexpr UpdateSeconds in_float{0.4e-13, 3.4e-13};
constexpr UpdateSeconds in_float_plane{0.6e-13, 0};
/// The same per point of a layer, where levels keep partial sums.
constexpr double layer_in_double = 1.72e-13, layer_in_float = 0.77e-13, layer_in_float_plane = 1.08e-13;
constexpr double parts = 1.5;  ///< parts of columns that a block sweeps, on average

/// Seconds of an update, all blocks together.
double update_seconds(StepsShape const& shape, bool space) {
  bool const wide = state_of(shape).value_size == 8;
  if (shape.tile.layer_points > 0) {
    return shape.tile.layer_points * (wide ? layer_in_double : space ? layer_in_float : layer_in_float_plane);
  }
  UpdateSeconds const& update = wide ? in_double : space ? in_float : in_float_plane;
  Hull const& hull = state_of(shape).hull;
  int const rows = space ? std::max(hull.hi[1], -hull.lo[1]) : 0;
  return update.point * shape.points + update.space * rows;
}

/// The tile on this grid, of one block or of a cluster.
RegisterTileFacts tile_on(StepsShape const& shape) {
  RegisterTileFacts t = shape.tile;
  int const halo = (t.extent[1] - t.stride[1]) / 2;
  t.cluster = tile_cluster(shape.sweep.n[1], t.extent[1], halo, t.cluster, shape.periodic[1]);
  t.extent[1] *= t.cluster;
  t.stride[1] = tile_stride(t.extent[1], halo, 1);
  return t;
}

/// Seconds of a launch of all steps by tiles `t`. `at_once`: blocks, or clusters of them, that run at a time.
double tile_seconds(StepsShape const& shape, RegisterTileFacts const& t, int at_once) {
  bool const space = t.extent[1] > 1;
  double columns = 1;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    columns *= tile_count(shape.sweep.n[axis], t.extent[axis], t.stride[axis], shape.periodic[axis]);
  }
  double const planes = columns * shape.sweep.n[2] / at_once + parts * t.more_planes;
  double const cell = update_seconds(shape, space) * (t.cluster > 1 ? in_cluster : 1) + beside_points(shape);
  return launch_seconds + planes * t.extent[0] * t.extent[1] * t.steps * at_once * cell;
}

/// Why a grid cannot have register tiles, as part of a sentence; empty if it can.
std::string obstacle(StepsShape const& shape, TeamLimits const& limits) {
  RegisterTileFacts const& t = shape.tile;
  int const* const n = shape.sweep.n;
  if (t.steps == 0 || shape.state < 0) return "no register tile is compiled for this operator and execution space";
  if (!shape.uniform_faces) return "register tiles need faces of one number, not maps or functions";
  if (n[0] < t.extent[0] || n[1] < t.extent[1]) {
    return "the grid is smaller than a register tile, " + std::to_string(t.extent[0]) +
           (t.extent[1] > 1 ? " x " + std::to_string(t.extent[1]) : "") + " cells";
  }
  if (t.shared_bytes > limits.block_scratch_bytes) {
    return "a register tile of this operator takes " + std::to_string(t.shared_bytes) +
           " bytes of shared memory, and a block may have " + std::to_string(limits.block_scratch_bytes);
  }
  Hull const& hull = state_of(shape).hull;
  if (n[2] < std::max(hull.hi[2], -hull.lo[2])) return "the swept axis is shorter than the operator reaches";
  if (n[2] > most_swept_cells) {
    return "the swept axis has more than " + std::to_string(most_swept_cells) + " cells";
  }
  return {};
}

}  // namespace

StepsPlan resolve_register_tile(Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  bool const named = !request.strategy.empty();
  std::string why_not = obstacle(shape, limits);
  RegisterTileFacts const t = why_not.empty() ? tile_on(shape) : shape.tile;
  if (why_not.empty() && request.steps_per_launch > 1 && request.steps_per_launch != t.steps) {
    why_not = "the register tile of this operator takes " + std::to_string(t.steps) + " steps per launch";
  }
  if (!why_not.empty()) {
    if (named) throw InputError("schedule: strategy = register_tile, but " + why_not + "; leave it out");
    return {1, false, {}, "time tiling is not possible: " + why_not};
  }
  int const at_once = std::max(1, limits.concurrency / threads_per_multiprocessor * t.blocks / t.cluster);
  double const several = tile_seconds(shape, t, at_once) / t.steps, single = single_seconds(shape);
  bool const asked = named || request.steps_per_launch > 1;
  bool const pays = several * tiles_gain < single;
  std::string const verdict = "time tiling " + std::string(pays ? "pays" : "does not pay") +
                              ": by the cost model a single step takes " + microseconds(single) + ", one of " +
                              std::to_string(t.steps) + " steps per launch " + microseconds(several);
  StepsPlan plan;
  plan.reason = verdict;
  plan.weighed = !pays && !asked;
  if (plan.weighed) return plan;
  plan.steps = t.steps;
  plan.unit = t.unit;
  plan.other_unit = t.other_unit;
  // Tiles that wrap along x or y do not load whole vectors.
  plan.blocked_layout = t.blocked_layout && !shape.periodic[0] && !shape.periodic[1];
  plan.reason = asked ? "it was asked for; " + verdict : verdict;
  Schedule& s = plan.resolved.schedule;
  s = request;
  s.strategy = "register_tile";
  s.steps_per_launch = t.steps;
  s.tile_x = t.extent[0];
  s.tile_y = t.extent[1];
  s.chunk_z = shape.sweep.n[2];
  s.team_size = t.threads;
  check_fixed(request, s, true);
  plan.resolved.reason = plan.reason;
  return plan;
}

}  // namespace tessera
