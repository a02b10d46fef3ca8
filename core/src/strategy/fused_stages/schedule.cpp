// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "plan/single_step.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"
#include "tessera/strategy/register_tile/tile_count.hpp"

namespace tessera {
namespace {

// --- the cost model, measured on an H200 (docs/time_tiling_results.md); choices depend on the ratios alone ---

constexpr double read_seconds = 1.06e-14;      ///< all threads together, per byte that formulas read
constexpr double made_seconds = 8.0e-14;       ///< per byte of a cell that stages compute and pass to the next warp
constexpr double line_made_seconds = 1.3e-14;  ///< the same on a line, where a warp keeps it
constexpr double long_share = 2.5;             ///< of a root or quotient in tiles, where few threads hide its latency
constexpr double row_seconds = 0.6e-6;         ///< least time of a row in the plane in double,
constexpr double row_seconds_float = 0.78e-6;  ///< in float, with twice the cells,
constexpr double stage_seconds = 0.25e-6;      ///< for each stage,
constexpr double long_row_seconds = 0.5e-6;    ///< and extra for each root or quotient
constexpr double stages_share = 0.9;           ///< of copy bandwidth: single steps, stage by stage
constexpr double row_share = 0.75;             ///< of copy bandwidth: rows of several steps
constexpr double chunk_share = 0.82;           ///< of copy bandwidth: single steps in short chunks
constexpr double chunk_again = 7.0 / 6;        ///< rows that such a chunk computes, halo included
constexpr double line_share = 0.93;            ///< of copy bandwidth: tiles of a line
// Launches of single steps of one stage in the plane: by a thread per cell, by columns where many points are read, and
// the extra cost where columns keep partial sums.
constexpr double cells_launch_seconds = 2e-6, many_launch_seconds = 4.7e-6, sums_launch_seconds = 2e-6;

/// Cells along x that a tile of so many steps stores.
int stride_of(FusedStagesFacts const& rows, int steps) {
  return tile_stride(rows.extent, round_up(steps * rows.halo, rows.unit), rows.unit);
}

/// Seconds of a launch of all stages of so many steps. In the plane a block sweeps part of the rows, and computes some
/// more before them.
double launch_time(StepsShape const& shape, int steps, int blocks) {
  OverlapShape const& all = shape.overlap;
  double const again = static_cast<double>(shape.rows.extent) / stride_of(shape.rows, steps);
  double const columns = tile_count(all.n[0], shape.rows.extent, stride_of(shape.rows, steps), all.periodic[0]);
  double const rows = columns * all.n[2] / blocks;
  double const more = all.n[2] > 1 ? 1 + steps * shape.rows.more_rows / rows : 1;
  bool const line = all.n[2] == 1;
  double compute = 0;
  for (OverlapStage const& stage : all.stages) {
    compute += read_seconds * static_cast<double>(stage.read_bytes) +
               (line ? line_made_seconds : made_seconds) * static_cast<double>(stage.bytes);
  }
  compute += beside_points(shape) + (long_share - 1) * long_operations_seconds(shape);
  compute *= again * steps * (steps == 1 && !line ? chunk_again : 1);
  double const moved = static_cast<double>(all.written_bytes) + static_cast<double>(all.read_bytes) * again;
  double const memory = moved / (copy_bytes * (line ? line_share : steps == 1 ? chunk_share : row_share));
  // The larger one hides most of the other, but less where they are alike.
  double const throughput = cells_of(all) * more * std::pow(std::pow(compute, 4) + std::pow(memory, 4), 0.25);
  double const row = std::max(shape.in_float ? row_seconds_float : row_seconds,
                              stage_seconds * static_cast<double>(all.stages.size())) +
                     long_row_seconds * shape.long_operations;
  double const latency = line || steps == 1 ? 0 : (rows + steps * shape.rows.more_rows) * row;
  return launch_seconds + std::max(throughput, latency);
}

/// Seconds of a step, stage by stage.
double single_time(StepsShape const& shape) {
  double launch = launch_seconds, share = stages_share;
  if (shape.state >= 0 && shape.overlap.n[2] > 1) {
    bool const partial_sums = shape.tile.layer_points > 0;
    if (suits_cells({}, shape.sweep)) {
      launch = cells_launch_seconds;
    } else if (shape.points > few_points && !partial_sums) {
      launch = many_launch_seconds;
      share = wide_share;
    }
    if (partial_sums) launch += sums_launch_seconds;
  }
  double seconds = 0;
  for (OverlapStage const& stage : shape.overlap.stages) {
    seconds += launch + cells_of(shape.overlap) * static_cast<double>(stage.moved_bytes) / (copy_bytes * share);
  }
  return seconds;
}

/// Why a grid cannot have tiles of so many steps, as part of a sentence; empty if it can.
std::string obstacle(StepsShape const& shape, TeamLimits const& limits, int steps) {
  FusedStagesFacts const& rows = shape.rows;
  int const* const n = shape.overlap.n;
  if (rows.extent == 0) return "no kernel of fused stages is compiled for these stages and this execution space";
  if (!shape.plain_faces) return "fused stages need faces of one number, not maps or functions";
  if (steps > rows.most_steps) {
    return "fused stages take at most " + std::to_string(rows.most_steps) + " steps per launch";
  }
  if (stride_of(rows, steps) < rows.unit) {
    return "the halo of " + std::to_string(steps) + " steps is wider than a tile";
  }
  if (static_cast<std::size_t>(rows.shared_bytes(steps)) > limits.block_scratch_bytes) {
    return "the rows of " + std::to_string(steps) + " steps take " + std::to_string(rows.shared_bytes(steps)) + " of " +
           std::to_string(limits.block_scratch_bytes) + " bytes of scratch";
  }
  if (n[0] < rows.extent) return "the grid is smaller than a tile along x, " + std::to_string(rows.extent) + " cells";
  if (int const least = steps * rows.more_rows; n[2] > 1 && n[2] < least) {
    return "the swept axis has fewer than " + std::to_string(least) + " cells";
  }
  if (n[2] > most_swept_cells) {
    return "the swept axis has more than " + std::to_string(most_swept_cells) + " cells";
  }
  return {};
}

}  // namespace

StepsPlan resolve_fused_stages(Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  bool const named = !request.strategy.empty(), asked = named || request.steps_per_launch > 1;
  // On a line, tiles are no slower than single steps.
  bool const stages = shape.overlap.stages.size() > 1 || shape.overlap.n[2] == 1;
  int steps = request.steps_per_launch;
  constexpr int held = 2;  // blocks of a multiprocessor, with the most steps
  int const blocks = std::max(1, limits.concurrency / threads_per_multiprocessor * held);
  std::string const why_not = obstacle(shape, limits, std::max(1, steps));
  if (!why_not.empty()) {
    if (named) throw InputError("schedule: strategy = fused_stages, but " + why_not + "; leave it out");
    return {1, false, {}, "time tiling is not possible: " + why_not};
  }
  if (steps == 0) {
    double best = 0;
    for (int count = stages ? 1 : 2; count <= shape.rows.most_steps && obstacle(shape, limits, count).empty();
         ++count) {
      double const next = launch_time(shape, count, blocks) / count;
      if (steps == 0 || next < best) {
        best = next;
        steps = count;
      }
    }
    if (steps == 0) return {1, false, {}, "time tiling is not possible: " + obstacle(shape, limits, 2)};
  }
  double const several = launch_time(shape, steps, blocks) / steps, single = single_time(shape);
  bool const pays = several * tiles_gain < single;
  std::string const verdict =
      "time tiling " + std::string(pays ? "pays" : "does not pay") + ": by the cost model a single step takes " +
      microseconds(single) + ", " +
      (steps == 1 ? "all stages in one launch " : "one of " + std::to_string(steps) + " steps per launch ") +
      microseconds(several);
  StepsPlan plan;
  plan.reason = verdict;
  plan.weighed = !pays && !asked;
  if (plan.weighed) return plan;
  plan.steps = steps;
  plan.reason = asked ? "it was asked for; " + verdict : verdict;
  plan.fused = stages && writes_each_quantity_once(shape.overlap.program);
  plan.overlap = shape.overlap;
  Schedule& s = plan.resolved.schedule;
  s = request;
  s.strategy = "fused_stages";
  s.steps_per_launch = steps;
  s.tile_x = shape.rows.extent;
  s.tile_y = 1;
  s.chunk_z = shape.overlap.n[2];
  s.team_size = 32 * (shape.overlap.n[2] == 1 ? line_tile_warps : steps);
  check_fixed(request, s, true);
  plan.resolved.reason = plan.reason;
  return plan;
}

}  // namespace tessera
