// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include "plan/schedule_parts.hpp"

namespace tessera {
namespace {

constexpr int lanes = 32;

/// Rows that a warp sweeps: as many as let the multiprocessors that are busy longest be done first. What a chunk
/// computes beside its rows, the cells and the edges below its first one, costs about half a row.
int choose_chunk(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  constexpr double below = 0.5;
  constexpr int longest = 64, threads = 2048;  // of a multiprocessor
  FluxEdgeCell cell;
  for (auto const& input : shape.inputs) {
    cell.widest_value = std::max(cell.widest_value, input.value_size);
    cell.bytes += input.value_size * static_cast<std::size_t>(input.components);
  }
  int const tiles = divide_up(shape.n[0], s.tile_x);
  int const teams = flux_edge_teams(cell) * flux_edge_team_size / s.team_size;
  int const at_once = std::max(1, limits.concurrency / threads * teams);
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

/// Bytes of scratch for the cells of a tile that wait until the others are done: how many, and their numbers.
std::size_t waiting_bytes(Schedule const& s) {
  return 64 + 2 * static_cast<std::size_t>(s.tile_x) * static_cast<std::size_t>(s.chunk_z);
}

void check_tile(Schedule const& s, int most) {
  if (s.tile_x <= most && s.tile_y <= 1) return;
  throw InputError("schedule: a tile of " + std::to_string(s.tile_x) + " x " + std::to_string(std::max(1, s.tile_y)) +
                   "; those of the edges strategy are one row of at most " + std::to_string(most) + " cells");
}

void check_chunk(Schedule const& s, TeamLimits const& limits) {
  constexpr int most_numbers = 1 << 16;  // that 16 bits count
  if (s.tile_x * s.chunk_z <= most_numbers && waiting_bytes(s) <= limits.scratch_bytes) return;
  int const fit = static_cast<int>(std::min<std::size_t>(most_numbers, (limits.scratch_bytes - 64) / 2)) / s.tile_x;
  throw InputError("schedule: chunk_z = " + std::to_string(s.chunk_z) + "; a tile of the edges strategy that is " +
                   std::to_string(s.tile_x) + " cells wide has at most " + std::to_string(fit) + " rows here");
}

}  // namespace

bool suits_flux_edges(SweepShape const& shape) {
  constexpr double margin = 128, most = 2147483647.0;  // ghosts and padding of a row
  return shape.flux_edges && !shape.part && (shape.n[0] + margin) * (shape.n[2] + margin) < most;
}

ResolvedSchedule resolve_flux_edge_schedule(Schedule const& request, SweepShape const& shape,
                                            TeamLimits const& limits) {
  check_numbers(request);
  if (request.placement == Placement::planes) {
    throw InputError("schedule: the edges strategy keeps neighbours in registers; placement = planes is team's");
  }
  ResolvedSchedule result;
  Schedule& s = result.schedule = request;
  s.strategy = "edges";
  s.placement = Placement::memory;
  s.streaming = Streaming::off;
  s.slab_y = 0;
  int const most = flux_edge_team_size / lanes * flux_edge_strip;
  if (s.tile_x == 0) s.tile_x = std::min(most, divide_up(shape.n[0], flux_edge_strip) * flux_edge_strip);
  check_tile(s, most);
  s.tile_y = 1;
  int const threads = divide_up(s.tile_x, flux_edge_strip) * lanes;
  if (s.team_size != 0 && s.team_size != threads) {
    throw InputError("schedule: team_size = " + std::to_string(s.team_size) + "; the edges strategy has " +
                     std::to_string(lanes) + " threads for " + std::to_string(flux_edge_strip) +
                     " cells of a tile along x, here " + std::to_string(threads) + ": leave it out");
  }
  s.team_size = threads;
  if (s.chunk_z == 0) s.chunk_z = choose_chunk(shape, s, limits);
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  check_chunk(s, limits);
  result.scratch_bytes = waiting_bytes(s);
  result.reason =
      "each edge is computed once: what the cells beside it need goes from thread to thread along x and "
      "stays in registers along y";
  return result;
}

}  // namespace tessera
