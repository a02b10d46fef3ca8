// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include "schedule_parts.hpp"

namespace tessera {
namespace {

constexpr int lanes = 32;

/// Rows that a warp sweeps: as many as let the multiprocessors that are busy longest be done first. What a chunk
/// computes beside its rows, the cells and the edge below its first one, costs about half a row.
int choose_chunk(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  constexpr double below = 0.5;
  constexpr int longest = 64, threads_at_once = 512, threads = 2048;  // of a multiprocessor; it has registers for 512
  int const tiles = divide_up(shape.n[0], s.tile_x);
  int const at_once = std::max(1, limits.concurrency / threads * (threads_at_once / s.team_size));
  int best = 1;
  double least = 0;
  for (int chunk = std::min(shape.n[2], longest); chunk >= 1; --chunk) {
    double const cost = divide_up(tiles * divide_up(shape.n[2], chunk), at_once) * (chunk + below);
    if (least == 0 || cost < least) {
      least = cost;
      best = chunk;
    }
  }
  return best;
}

}  // namespace

ResolvedSchedule resolve_edge_schedule(Schedule const& wish, SweepShape const& shape, TeamLimits const& limits) {
  check_numbers(wish);
  if (wish.placement == Placement::planes) {
    throw InputError("schedule: the edges strategy keeps neighbours in registers; placement = planes is team's");
  }
  ResolvedSchedule result;
  Schedule& s = result.schedule = wish;
  s.strategy = "edges";
  s.placement = Placement::memory;
  s.streaming = Streaming::off;
  s.slab_y = 0;
  int const most = edge_team_size / lanes * edge_strip;
  if (s.tile_x == 0) s.tile_x = std::min(most, divide_up(shape.n[0], edge_strip) * edge_strip);
  if (s.tile_x > most || s.tile_y > 1) {
    throw InputError("schedule: a tile of " + std::to_string(s.tile_x) + " x " + std::to_string(s.tile_y) +
                     "; those of the edges strategy are one row of at most " + std::to_string(most) + " cells");
  }
  s.tile_y = 1;
  int const threads = divide_up(s.tile_x, edge_strip) * lanes;
  if (s.team_size != 0 && s.team_size != threads) {
    throw InputError("schedule: team_size = " + std::to_string(s.team_size) + "; the edges strategy has " +
                     std::to_string(lanes) + " threads for " + std::to_string(edge_strip) +
                     " cells of a tile along x, here " + std::to_string(threads) + ": leave it out");
  }
  s.team_size = threads;
  if (s.chunk_z == 0) s.chunk_z = choose_chunk(shape, s, limits);
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  result.reason =
      "each edge is computed once: what the cells beside it need goes from thread to thread along x and "
      "stays in registers along y";
  return result;
}

}  // namespace tessera
