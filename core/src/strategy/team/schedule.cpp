// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/schedule.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

#include "plan/schedule_parts.hpp"
#include "tessera/error.hpp"

namespace tessera {
namespace {

constexpr std::size_t scratch_slack = 256;  // for the alignment of the rings' beginning

/// Cells of a plane with its halo that a full team fetches ahead in its registers (FromPlanes::ahead each).
constexpr int most_cells = 4 * max_team_size;

/// Cells of a tile over cells loaded for it, a row's ends counted as the whole 32-byte sectors that memory sends.
double efficiency(SweepShape const& shape, Hull const& h, int tile_x, int tile_y) {
  std::size_t value_size = 8;
  for (auto const& input : shape.inputs) value_size = std::min(value_size, input.value_size);
  int const sector = 32 / static_cast<int>(value_size);
  auto const sectors = [&](int cells) { return divide_up(cells, sector) * sector; };
  int const width = sectors(-h.lo[0]) + tile_x + sectors(h.hi[0]);
  return static_cast<double>(tile_x) * tile_y / (static_cast<double>(width) * (tile_y + h.hi[1] - h.lo[1]));
}

struct Tile {
  int x = 0, y = 0;
};

/// The tile with the least halo whose rings fit; tile {0, 0} if none does.
Tile best_ring_tile(SweepShape const& shape, TeamLimits const& limits) {
  constexpr std::array<int, 6> widths{1024, 512, 256, 128, 64, 32};
  constexpr std::array<int, 10> heights{32, 24, 16, 12, 8, 6, 4, 3, 2, 1};
  Hull const hull = widest(shape);
  Tile best;
  double best_efficiency = 0;
  for (int x : widths) {
    for (int y : heights) {
      if (y > 1 && y / 2 >= shape.n[1]) continue;
      if (x > 32 && x / 2 >= shape.n[0]) continue;
      if (ring_bytes(shape, x, y) > limits.scratch_bytes) continue;
      if (!limits.host && y > 1 && (x + hull.hi[0] - hull.lo[0]) * (y + hull.hi[1] - hull.lo[1]) > most_cells) continue;
      double const e = efficiency(shape, hull, x, y);
      if (e > best_efficiency + 1e-9) {
        best = {x, y};
        best_efficiency = e;
      }
    }
  }
  return best;
}

/// Whether the fields of a stage are too large to be found in the cache by the next step.
bool exceeds_cache(SweepShape const& shape, TeamLimits const& limits) {
  double bytes = 0;
  double const cells = static_cast<double>(shape.n[0]) * shape.n[1] * shape.n[2];
  for (auto const& input : shape.inputs) bytes += cells * input.components * static_cast<double>(input.value_size);
  return limits.cache_bytes > 0 && 2 * bytes > limits.cache_bytes;
}

/// On hosts, rows as long as they come and as many of them as keep the swept planes in a second-level cache. Where
/// planes are single rows and fields are found in a cache, rows of which the first-level cache keeps the swept ones.
Tile cache_tile(SweepShape const& shape, TeamLimits const& limits) {
  constexpr std::size_t cache = 512 * 1024, first_level = 16 * 1024;
  Hull const hull = widest(shape);
  std::size_t row = 0;
  for (auto const& input : shape.inputs) {
    row += static_cast<std::size_t>(input.components) * input.value_size *
           static_cast<std::size_t>(input.hull.hi[2] - input.hull.lo[2] + 2);
  }
  auto const cells = static_cast<int>(cache / std::max<std::size_t>(row, 1));
  bool const flat = shape.n[1] == 1 && shape.n[2] > 1 && !exceeds_cache(shape, limits);
  int const widest_row = flat ? static_cast<int>(first_level / std::max<std::size_t>(row, 1)) : cells / 8;
  int const x = std::min(shape.n[0], std::max(256, widest_row));
  int const rows = std::clamp(cells / x - (hull.hi[1] - hull.lo[1]), 4, 32);
  auto const y = static_cast<int>(std::bit_floor(static_cast<unsigned>(rows + rows / 3)));  // powers share out evenly
  return {x, std::min(shape.n[1], std::min(y, 32))};
}

/// Cells per chunk on hosts, where each thread is given as many teams as any other, one after another: the chunk with
/// which the busiest thread has the least to sweep and to load twice. Fields in memory lie beside the threads that
/// first touched their planes, so a chunk is at most the planes of four threads. In caches it is at most those of one:
/// threads that share planes fetch ahead the rows that the other one writes.
int choose_host_chunk(SweepShape const& shape, int tiles, TeamLimits const& limits) {
  Hull const hull = widest(shape);
  bool const from_memory = exceeds_cache(shape, limits);
  double const halo = (hull.hi[2] - hull.lo[2]) * (from_memory ? 1.0 : 0.25);
  int const threads = std::max(1, limits.concurrency);
  int const longest = std::clamp((from_memory ? 4 : 1) * divide_up(shape.n[2], threads), 1, shape.n[2]);
  int best = longest;
  double least = 0;
  for (int chunks = divide_up(shape.n[2], longest); chunks <= std::min(shape.n[2], 8 * threads); ++chunks) {
    int const chunk = divide_up(shape.n[2], chunks);
    int const teams = divide_up(tiles * divide_up(shape.n[2], chunk), threads);
    double const cost = teams * (chunk + halo);
    if (least == 0 || cost < least) {
      least = cost;
      best = chunk;
    }
  }
  return best;
}

/// Cells per chunk so that every thread of a host, or every multiprocessor several times over, has a team. On devices
/// at most 64: what a chunk loads twice is little by then, and shorter ones share the work out more evenly; and at
/// least 8, unless the grid is so small that even then many multiprocessors would have nothing to do.
int choose_chunk(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  int const tiles = divide_up(shape.n[0], s.tile_x) * divide_up(shape.n[1], s.tile_y);
  if (limits.host) return choose_host_chunk(shape, tiles, limits);
  int const wanted = limits.concurrency / s.team_size * 2;
  int const chunks = std::clamp(divide_up(wanted, tiles), 1, shape.n[2]);
  int const chunk = divide_up(shape.n[2], chunks);
  int const wave = std::max(1, limits.concurrency / 512);
  bool const from_memory = s.strategy == "team" && s.placement == Placement::memory;
  int const least =
      from_memory ? 32 : static_cast<int>(std::clamp(static_cast<long>(shape.n[2]) * tiles / wave, 2L, 8L));
  return std::min({shape.n[2], 64, std::max(least, chunk)});
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
  return text;
}

}  // namespace

std::size_t ring_bytes(SweepShape const& shape, int tile_x, int tile_y) {
  std::size_t bytes = scratch_slack;
  for (auto const& input : shape.inputs) {
    if (is_centre(input.hull)) continue;
    auto const extent = [&](int axis, int tile) {
      return static_cast<std::size_t>(tile + input.hull.hi[axis] - input.hull.lo[axis]);
    };
    std::size_t const plane = extent(0, tile_x) * extent(1, tile_y) * static_cast<std::size_t>(input.components);
    bytes += plane * extent(2, 2) * input.value_size;
  }
  return bytes;
}

ResolvedSchedule resolve_team_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  check_numbers(request);
  ResolvedSchedule result;
  Schedule& s = result.schedule = request;
  s.strategy = "team";

  bool const tile_given = request.tile_x > 0 || request.tile_y > 0;
  Hull const hull = widest(shape);
  Tile ring = best_ring_tile(shape, limits);
  if (shape.own_output && s.placement == Placement::planes) {
    throw InputError(
        "schedule: placement = planes holds copies, but a stage over one parity reads the other one in the buffer that "
        "it writes; use placement = memory");
  }
  if (shape.own_output) {
    s.placement = Placement::memory;
    result.reason = "neighbours stay in memory: cells of the other parity are read in the buffer that is written";
  } else if (s.placement == Placement::automatic) {
    // Below a half, more is loaded as halo than as tile, and the cache in front of memory does better.
    bool const pays = !limits.host && ring.x > 0 && efficiency(shape, hull, ring.x, ring.y) >= 0.5 && !is_centre(hull);
    s.placement = pays ? Placement::planes : Placement::memory;
    result.reason =
        limits.host       ? "neighbours stay in memory: a host's caches hold the swept planes"
        : is_centre(hull) ? "neighbours stay in memory: the operator reads its own cell alone"
        : pays ? "planes in scratch: " + percent(efficiency(shape, hull, ring.x, ring.y)) + " of what is loaded is tile"
               : "neighbours stay in memory: the rings of planes that fit in scratch would be mostly halo";
  } else {
    result.reason = "the placement was asked for";
  }
  Tile const memory_tile = limits.host ? cache_tile(shape, limits) : Tile{32, std::min(8, shape.n[1])};
  Tile const tile = s.placement == Placement::planes ? ring : memory_tile;
  if (s.placement == Placement::planes && tile.x == 0 && !tile_given) {
    throw InputError("schedule: placement = planes needs " + std::to_string(ring_bytes(shape, 32, 1)) +
                     " bytes of scratch for the smallest tile, " + std::to_string(limits.scratch_bytes) +
                     " are there; use placement = memory");
  }
  if (s.tile_x == 0) s.tile_x = std::max(1, tile.x);
  if (s.tile_y == 0) s.tile_y = std::max(1, tile.y);
  if (s.placement == Placement::planes) {
    result.scratch_bytes = ring_bytes(shape, s.tile_x, s.tile_y);
    if (result.scratch_bytes > limits.scratch_bytes) {
      throw InputError("schedule: a tile of " + std::to_string(s.tile_x) + " x " + std::to_string(s.tile_y) +
                       " needs " + std::to_string(result.scratch_bytes) + " bytes of scratch, " +
                       std::to_string(limits.scratch_bytes) + " are there; the largest that fits is " +
                       std::to_string(ring.x) + " x " + std::to_string(ring.y));
    }
  }
  if (s.team_size == 0) s.team_size = limits.host ? 1 : s.placement == Placement::planes ? max_team_size : 128;
  check_team(s.team_size, limits.host ? 1 : max_team_size);
  if (!limits.host || shape.selective) s.streaming = Streaming::off;
  if (s.streaming == Streaming::automatic) {
    s.streaming = exceeds_cache(shape, limits) ? Streaming::on : Streaming::off;
  }
  if (s.chunk_z == 0) s.chunk_z = choose_chunk(shape, s, limits);
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  return result;
}

}  // namespace tessera
