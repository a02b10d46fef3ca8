// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "plan/schedule_parts.hpp"
#include "tessera/error.hpp"

namespace tessera {
namespace {

/// Teams that the device holds at once.
int blocks_at_once(SweepShape const& shape, TeamLimits const& limits) {
  return std::max(1, limits.concurrency / threads_per_multiprocessor * shape.ring.blocks);
}

int tiles_of(SweepShape const& shape) {
  return divide_up(shape.n[0], shape.ring.tile_x) * divide_up(shape.n[1], shape.ring.tile_y);
}

/// Planes that a block loads and waits for before its first step.
int first_planes(SweepShape const& shape) {
  Hull const hull = widest(shape);
  return hull.hi[2] - hull.lo[2] + shape.ring.ahead;
}

/// The planes of a chunk for which the last block ends earliest. Chunks are just long enough to hide the cost of their
/// first planes: blocks that sweep far drift apart, and memory is read out of order. The longest ones are the fastest
/// at 512^3 on an H200 (docs/performance.md), and longer ones where no block waits to write ghosts.
int choose_chunk(SweepShape const& shape, TeamLimits const& limits) {
  Hull const hull = widest(shape);
  int const height = hull.hi[2] - hull.lo[2];
  int const longest = std::min(shape.n[2], shape.ghosts_on_the_fly ? 128 : std::max(16, 4 * height));
  int const shortest = std::min(longest, std::max(4, height));
  int best = longest;
  long least = 0;
  for (int chunk = longest; chunk >= shortest; --chunk) {
    long const waves = divide_up(tiles_of(shape) * divide_up(shape.n[2], chunk), blocks_at_once(shape, limits));
    long const planes = waves * (chunk + first_planes(shape));
    if (least > 0 && planes >= least) continue;
    least = planes;
    best = chunk;
  }
  return best;
}

}  // namespace

bool suits_ring(Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  bool const numbers = request.tile_x > 0 || request.tile_y > 0 || request.team_size > 0 || request.slab_y > 0 ||
                       request.placement != Placement::automatic;
  if (numbers || shape.part || shape.ring.bytes == 0 || shape.ring.bytes > limits.block_scratch_bytes) return false;
  if (shape.columns.partial_sums) return false;  // columns are faster: boxes on an H200 230 against 187
  constexpr double least_planes = 48;            // of tiles, for each block; 256^3 has 62 on an H200
  return static_cast<double>(tiles_of(shape)) * shape.n[2] >= least_planes * blocks_at_once(shape, limits);
}

ResolvedSchedule resolve_ring_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  check_numbers(request);
  if (shape.ring.bytes == 0) {
    throw InputError(
        "schedule: strategy column_ring is for stages of three axes with one wide input (two cells away, or on a "
        "diagonal) of one component, whose window fits in registers; use column");
  }
  if (shape.ring.bytes > limits.block_scratch_bytes) {
    throw InputError("schedule: strategy column_ring needs " + std::to_string(shape.ring.bytes) +
                     " bytes of shared memory for a block, the device has " +
                     std::to_string(limits.block_scratch_bytes) + "; use column");
  }
  if (request.placement == Placement::memory) {
    throw InputError(
        "schedule: the column_ring strategy keeps planes in scratch; placement = memory is team's, leave it out");
  }
  ResolvedSchedule result;
  Schedule& s = result.schedule = request;
  s.strategy = "column_ring";
  s.placement = Placement::planes;
  s.streaming = Streaming::off;
  s.tile_x = shape.ring.tile_x;
  s.tile_y = shape.ring.tile_y;
  s.team_size = shape.ring.threads;
  check_fixed(request, s, false);
  if (s.chunk_z == 0) s.chunk_z = choose_chunk(shape, limits);
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  result.scratch_bytes = shape.ring.bytes;
  result.reason = "the reach is wide: a ring in scratch holds the planes that threads share, copied " +
                  std::to_string(shape.ring.ahead) + " ahead; columns along z are in registers";
  return result;
}

}  // namespace tessera
