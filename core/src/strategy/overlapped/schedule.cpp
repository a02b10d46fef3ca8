// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "plan/schedule_parts.hpp"
#include "tessera/error.hpp"
#include "tessera/plan/steps_plan.hpp"

namespace tessera {
namespace {

// --- the cost model of hosts: seconds of one thread per cell and step ---
// The constants are measured (docs/time_tiling_results.md); choices depend on their ratios alone.

constexpr double point_seconds = 0.0055e-9;   ///< per byte of a value and point that a row's loop reads from cache
constexpr double cell_seconds = 0.025e-9;     ///< per byte of a cell, through the rings to the next level
constexpr double memory_seconds = 0.080e-9;   ///< per byte to or from memory, for one thread
constexpr double socket_seconds = 0.0125e-9;  ///< the same for all threads together
constexpr double row_seconds = 25e-9;         ///< per row of a level: addresses, and the loop's start and end
constexpr double stream_seconds = 0.4e-6;     ///< per part of a row to or from memory: a new stream for the prefetcher
/// Slowdown of computing where all threads of a processor run: they share cores, caches and power.
constexpr double crowded = 2.5;
constexpr int crowd = 8;  ///< threads from which on it holds
/// Speedup that several steps must promise to be chosen: the error of the model.
constexpr double gain = 1.2;

/// Bytes of rings that a thread keeps in its second-level cache; `spill`: extra cost of computing per multiple of that
/// beyond it.
constexpr std::size_t ring_cache = 1024 * 1024;
constexpr double spill = 0.1;
constexpr std::size_t scratch_slack = 128;  // for the alignment of the rings

struct Candidate {
  Schedule schedule;
  std::size_t bytes = 0;
  double seconds = 0;  ///< per cell and step, of one thread; 0: does not fit
};

/// Whether the last-level cache (if its size is known) holds all fields from one step to the next.
bool in_cache(OverlapShape const& shape, TeamLimits const& limits) {
  auto const bytes = static_cast<double>(shape.read_bytes + shape.written_bytes);
  return limits.cache_bytes <= 0 || bytes * cells_of(shape) < limits.cache_bytes;
}

/// Seconds of a thread per byte from memory: its own limit, or its part of the machine's.
double byte_seconds(TeamLimits const& limits) {
  return std::max(memory_seconds, std::max(1, limits.concurrency) * socket_seconds);
}

double crowding(TeamLimits const& limits) { return limits.concurrency >= crowd ? crowded : 1; }

/// Seconds of a stage per cell without the limit of memory, with few threads.
double compute_seconds(OverlapStage const& stage) {
  return point_seconds * static_cast<double>(stage.read_bytes) + cell_seconds * static_cast<double>(stage.bytes);
}
double compute_seconds(OverlapShape const& shape) {
  double sum = 0;
  for (OverlapStage const& stage : shape.stages) sum += compute_seconds(stage);
  return sum;
}

std::size_t scratch_of(TeamLimits const& limits) {
  return limits.host ? limits.large_scratch_bytes : limits.scratch_bytes;
}

/// Seconds of a launch per cell and step on a device. A team computes a level's plane in rounds, and all its levels
/// before the next plane. Either latency limits the teams that run at once, or the multiprocessor's throughput does.
double device_seconds_of(OverlapShape const& shape, OverlapPlan const& plan, Schedule const& s,
                         TeamLimits const& limits) {
  constexpr int threads = max_team_size;
  constexpr double round_seconds = 0.4e-6, level_seconds = 1.0e-6;
  int const* const n = shape.n;
  double const tiles =
      static_cast<double>(divide_up(n[0], s.tile_x)) * divide_up(n[1], s.tile_y) * divide_up(n[2], s.chunk_z);
  double const processors = std::max(1, limits.concurrency / threads_per_multiprocessor);
  int const most_teams = threads_per_multiprocessor / threads;
  double const held = std::min<double>(most_teams, static_cast<double>(limits.scratch_bytes) / std::max(1, plan.bytes));
  OverlapLevel const& last = plan.level[(plan.steps + 1) * plan.stages - 1];
  int const planes = s.chunk_z + last.lag + plan.widest.hi[2] - plan.widest.lo[2];
  double rounds = 0;
  for (int at = 0; at < (plan.steps + 1) * plan.stages; ++at) {
    OverlapLevel const& level = plan.level[at];
    rounds += divide_up((s.tile_x + level.hi[0] - level.lo[0]) * (s.tile_y + level.hi[1] - level.lo[1]), threads);
  }
  double const busy = tiles * planes * rounds * round_seconds / processors;
  double const waits =
      std::ceil(tiles / (processors * std::max(1.0, held))) * planes * level_seconds * (plan.steps + 1) * plan.stages;
  return std::max(busy, waits) / cells_of(shape) / plan.steps;
}

/// Seconds of a launch per cell and step on a host: the levels' work, with halos computed twice and idle threads of the
/// last tiles, and memory traffic, spread over the steps.
double host_seconds_of(OverlapShape const& shape, OverlapPlan const& plan, Schedule const& s,
                       TeamLimits const& limits) {
  int const* const n = shape.n;
  int const tiles = divide_up(n[0], s.tile_x) * divide_up(n[1], s.tile_y) * divide_up(n[2], s.chunk_z);
  int const threads = std::max(1, limits.concurrency);
  double const used = cells_of(shape) / tiles / (static_cast<double>(s.tile_x) * s.tile_y * s.chunk_z);
  double const idle = static_cast<double>(divide_up(tiles, threads)) * threads / tiles;
  double const halo = static_cast<double>(plan.pitch) * plan.rows / (static_cast<double>(s.tile_x) * s.tile_y);
  double work = 0;
  for (int step = 1; step <= plan.steps; ++step) {
    for (int stage = 0; stage < plan.stages; ++stage) {
      double const cell = compute_seconds(shape.stages[static_cast<std::size_t>(stage)]) + row_seconds / s.tile_x;
      work += overlap_work(plan, s, step, stage) * cell;
    }
  }
  work *= crowding(limits) * (1 + spill * std::max(0.0, static_cast<double>(plan.bytes) / ring_cache - 1));
  auto const read = static_cast<double>(shape.read_bytes), written = static_cast<double>(shape.written_bytes);
  double const streams = s.tile_x < n[0] ? stream_seconds / s.tile_x : 0;  // whole rows are contiguous
  double const moved = (written + read * std::min(halo, 2.0)) * byte_seconds(limits) + streams;
  return (work / used + (in_cache(shape, limits) ? 0 : moved)) / plan.steps * idle;
}

/// Seconds of single steps per cell, stage by stage: from memory, or from a cache that holds the fields.
double single_seconds(OverlapShape const& shape, TeamLimits const& limits) {
  double sum = 0;
  for (OverlapStage const& stage : shape.stages) {
    double const memory = in_cache(shape, limits) ? 0 : static_cast<double>(stage.moved_bytes) * byte_seconds(limits);
    sum += std::max(crowding(limits) * compute_seconds(stage), memory);
  }
  return sum;
}

/// Whether a tile must hold the whole axis: ghost edges depend on place, so that a halo cell computed again across a
/// periodic axis would read other ghosts. x and y only: ghost corners take z last.
bool must_be_whole(OverlapShape const& shape, int axis) {
  return axis < 2 && shape.ghost_edges_by_place && shape.periodic[axis];
}

/// The tile sizes to try along an axis: the requested one, or the whole axis and shorter ones.
std::vector<int> sizes_of(int asked, int n, bool whole, std::vector<int> const& shorter) {
  if (asked > 0) return {asked};
  std::vector<int> sizes;
  for (int size : shorter) {
    if (size < n && !whole) sizes.push_back(size);
  }
  if (whole || n <= 2 * shorter[0]) sizes.push_back(n);
  return sizes;
}

/// The chunks of z to try, for which all threads have equal work.
std::vector<int> chunks_of(int asked, OverlapShape const& shape, int tiles, TeamLimits const& limits) {
  int const n = shape.n[2];
  if (asked > 0) return {std::min(asked, n)};
  int const threads = std::max(1, limits.host ? limits.concurrency : limits.concurrency / 256);
  std::vector<int> chunks;
  int const most = std::min(n, std::max(1, divide_up(4 * threads, tiles)));
  for (int count = 1; count <= most; ++count) chunks.push_back(divide_up(n, count));
  return chunks;
}

/// The best tile and chunk for so many steps.
Candidate best_tile(Schedule const& request, OverlapShape const& shape, TeamLimits const& limits, int steps) {
  static std::vector<int> const host_x{8192, 4096, 2048, 1024, 512, 256, 128, 64},
      device_x{512, 256, 128, 64, 32, 16, 8, 4, 2, 1};
  static std::vector<int> const line_x{65536, 16384, 4096, 2048, 1024, 512};
  static std::vector<int> const all_y{64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1};
  bool const line = shape.n[1] == 1 && shape.n[2] == 1;
  auto const& widths = !limits.host ? device_x : line ? line_x : host_x;
  std::size_t const room = scratch_of(limits);
  OverlapPlan plan = plan_levels(shape, steps, !limits.host);
  Candidate best;
  for (int x : sizes_of(request.tile_x, shape.n[0], must_be_whole(shape, 0), widths)) {
    for (int y : sizes_of(request.tile_y, shape.n[1], must_be_whole(shape, 1), all_y)) {
      Candidate next{request, 0, 0};
      Schedule& s = next.schedule;
      s.steps_per_launch = steps;
      s.tile_x = x;
      s.tile_y = y;
      int const tiles = divide_up(shape.n[0], x) * divide_up(shape.n[1], y);
      for (int chunk : chunks_of(request.chunk_z, shape, tiles, limits)) {
        s.chunk_z = chunk;
        if (!place_levels(plan, shape, s, !limits.host)) continue;
        next.bytes = static_cast<std::size_t>(plan.bytes) + scratch_slack;
        if (next.bytes > room) continue;
        next.seconds = (limits.host ? host_seconds_of : device_seconds_of)(shape, plan, s, limits);
        if (best.seconds == 0 || next.seconds < best.seconds) best = next;
      }
    }
  }
  return best;
}

void check_whole(Schedule const& s, OverlapShape const& shape) {
  for (int axis = 0; axis < 2; ++axis) {
    int const tile = axis == 0 ? s.tile_x : s.tile_y;
    if (tile == 0 || tile >= shape.n[axis] || !must_be_whole(shape, axis)) continue;
    std::string const name(1, "xy"[axis]);
    throw InputError(
        "schedule: tile_" + name + " = " + std::to_string(tile) +
        "; ghost edges depend on place here, so a tile of several steps must hold the whole periodic axis: "
        "use at least " +
        std::to_string(shape.n[axis]));
  }
}

/// Refuses a request that does not fit, and names the most steps or the largest tile that do.
[[noreturn]] void refuse(Schedule const& request, OverlapShape const& shape, TeamLimits const& limits, int steps) {
  std::string remedy = "; no tile does, use steps_per_launch = 1";
  Schedule any = request;
  any.tile_x = any.tile_y = 0;
  if (Candidate const other = best_tile(any, shape, limits, steps);
      other.seconds > 0 && (request.tile_x > 0 || request.tile_y > 0)) {
    remedy = "; " + std::to_string(other.schedule.tile_x) + " x " + std::to_string(other.schedule.tile_y) + " fits";
  } else {
    for (int fewer = steps - 1; fewer > 1; --fewer) {
      if (best_tile(request, shape, limits, fewer).seconds == 0) continue;
      remedy = "; the most steps that fit are " + std::to_string(fewer);
      break;
    }
  }
  std::string const tile = request.tile_x > 0 || request.tile_y > 0 ? " and the tile that was asked for" : "";
  throw InputError("schedule: the planes of " + std::to_string(steps) + " steps per launch" + tile + " do not fit in " +
                   std::to_string(scratch_of(limits)) + " bytes of scratch" + remedy);
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

/// The cost model's result, for `explain`.
std::string terms(Candidate const& best, OverlapShape const& shape, TeamLimits const& limits) {
  Schedule const& s = best.schedule;
  OverlapPlan const plan = plan_overlap(shape, s, s.steps_per_launch, !limits.host);
  return "a single step takes " + number(single_seconds(shape, limits) * 1e9) + " ns per cell and thread (" +
         number(compute_seconds(shape) * 1e9) + " without the limit of memory), " +
         (s.steps_per_launch == 1 ? "all stages in one launch"
                                  : "one of " + std::to_string(s.steps_per_launch) + " steps per launch") +
         " " + number(best.seconds * 1e9) + " ns, computing each cell " + number(overlap_work(plan, s)) + " times";
}

StepsPlan finish(Candidate const& best, char const* strategy, OverlapShape const& shape, TeamLimits const& limits,
                 std::string const& reason) {
  StepsPlan plan;
  plan.steps = best.schedule.steps_per_launch;
  plan.resolved = {best.schedule, best.bytes, reason};
  Schedule& s = plan.resolved.schedule;
  s.strategy = strategy;
  s.placement = Placement::planes;
  if (!limits.host) s.streaming = Streaming::off;
  if (s.streaming == Streaming::automatic) s.streaming = in_cache(shape, limits) ? Streaming::off : Streaming::on;
  if (s.team_size == 0) s.team_size = limits.host ? 1 : max_team_size;
  check_team(s.team_size, limits.host ? 1 : max_team_size);
  plan.reason = reason;
  plan.fused = shape.stages.size() > 1 && writes_each_quantity_once(shape.program);
  plan.overlap = shape;
  return plan;
}

/// The numbers of steps to choose from: the requested one, or a list. One step is in it only if it fuses several
/// stages.
std::vector<int> step_counts(Schedule const& request, OverlapShape const& shape) {
  int const most = std::min(most_steps, most_steps_of(shape.stages.size()));
  if (request.steps_per_launch > most) {
    throw InputError("schedule: steps_per_launch = " + std::to_string(request.steps_per_launch) + "; a launch of " +
                     std::to_string(shape.stages.size()) + " stages takes at most " + std::to_string(most));
  }
  if (request.steps_per_launch > 0) return {request.steps_per_launch};
  bool const stages = shape.stages.size() > 1 && writes_each_quantity_once(shape.program);
  std::vector<int> counts;
  for (int steps : {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32}) {
    if (steps <= most && (steps > 1 || stages)) counts.push_back(steps);
  }
  return counts;
}

StepsPlan resolve(Schedule const& request, OverlapShape const& shape, TeamLimits const& limits, char const* strategy,
                  std::vector<int> const& counts) {
  check_numbers(request);
  check_whole(request, shape);
  bool const asked = request.steps_per_launch > 1 || !request.strategy.empty();
  if (counts.empty()) return {1, false, {}, "time tiling is not possible: the program has too many stages"};
  if (!asked && !limits.host) {
    return {1, false, {}, "time tiling does not pay: on devices stages in registers are faster than steps in scratch"};
  }
  if (!asked && in_cache(shape, limits)) {
    return {1, false, {}, "time tiling does not pay: the last-level cache holds the fields"};
  }
  Candidate best;
  for (int steps : counts) {
    Candidate const next = best_tile(request, shape, limits, steps);
    if (next.seconds > 0 && (best.seconds == 0 || next.seconds < best.seconds)) best = next;
  }
  if (best.seconds == 0 && asked) refuse(request, shape, limits, counts.front());
  if (best.seconds == 0) return {1, false, {}, "time tiling is not possible: no tile of two steps fits in scratch"};
  bool const pays = best.seconds * gain < single_seconds(shape, limits);
  std::string const verdict =
      "time tiling " + std::string(pays ? "pays: " : "does not pay: ") + terms(best, shape, limits);
  if (!asked && !pays) return {1, false, {}, verdict};
  return finish(best, strategy, shape, limits, asked ? "it was asked for; by the cost model " + verdict : verdict);
}

}  // namespace

StepsPlan resolve_overlapped_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  return resolve(request, shape.overlap, limits, "overlapped", step_counts(request, shape.overlap));
}

StepsPlan resolve_wavefront_schedule(Schedule const& request, StepsShape const& shape, TeamLimits const& limits) {
  if (request.steps_per_launch > 2 || request.steps_per_launch == 1) {
    throw InputError("schedule: steps_per_launch = " + std::to_string(request.steps_per_launch) +
                     ", but the wavefront takes 2; strategy = overlapped takes other numbers");
  }
  Schedule two = request;
  two.steps_per_launch = 2;
  return resolve(two, shape.overlap, limits, "wavefront", step_counts(two, shape.overlap));
}

}  // namespace tessera
