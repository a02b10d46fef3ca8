// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "plan/schedule_parts.hpp"
#include "tessera/error.hpp"
#include "tessera/strategy/classic/kernel.hpp"

namespace tessera {
namespace {

constexpr std::size_t scratch_slack = 256;  // for the alignment of the blocks' beginning
constexpr int warp = 32;

/// A block, or the tile of a stream along its first two axes, of which some extents are free to be chosen.
struct Shape {
  int axes;
  int cells[3];
  bool free[3] = {true, true, true};
};

std::string text_of(Shape const& tile) {
  std::string text = std::to_string(tile.cells[0]);
  for (int axis = 1; axis < tile.axes; ++axis) text += " x " + std::to_string(tile.cells[axis]);
  return text;
}

/// Halves the longest free extent, z before y before x, until `bytes(tile)` are at most `most`; false if it cannot be.
template <class Bytes>
bool shrink(Shape& tile, Bytes const& bytes, std::size_t most) {
  while (bytes(tile.cells) > most) {
    int longest = -1;
    for (int axis = tile.axes - 1; axis >= 0; --axis) {
      if (!tile.free[axis] || tile.cells[axis] == 1) continue;
      if (longest < 0 || tile.cells[axis] > tile.cells[longest]) longest = axis;
    }
    if (longest < 0) return false;
    tile.cells[longest] = divide_up(tile.cells[longest], 2);
  }
  return true;
}

/// Makes a tile's free extents small enough for scratch, or says which tile would be, or what to use instead.
template <class Bytes>
void fit(std::string const& name, Shape& tile, Bytes const& bytes, std::size_t most, char const* instead) {
  if (shrink(tile, bytes, most)) return;
  Shape other{tile.axes, {tile.cells[0], tile.cells[1], tile.cells[2]}};
  std::string const needs = "schedule: " + name + " needs " + std::to_string(bytes(tile.cells)) +
                            " bytes of scratch for a tile of " + text_of(tile) + ", " + std::to_string(most) +
                            " are there; ";
  if (shrink(other, bytes, most)) throw InputError(needs + text_of(other) + " fits");
  throw InputError(needs + "use strategy = " + instead + ", which keeps neighbours in memory");
}

/// What was asked for, as far as it does not depend on the tile.
void check_wish(std::string const& name, Kernel const& kernel, Schedule const& request, TeamLimits const& limits) {
  check_numbers(request);
  check_team(request.team_size, limits.host ? 1 : kernel.most_threads);
  Placement const own = kernel.scratch ? Placement::planes : Placement::memory;
  if (request.placement != Placement::automatic && request.placement != own) {
    throw InputError("schedule: " + name + " has its own placement (" + kernel.keeps +
                     "); leave placement automatic, or use strategy = team");
  }
}

/// Teams count the cells of a tile by numbers of 32 bits.
void check_cells(std::string const& name, Shape const& tile, SweepShape const& shape) {
  double cells = 1;
  for (int axis = 0; axis < tile.axes; ++axis) cells *= std::min(tile.cells[axis], shape.n[axis]);
  if (cells > 1 << 30) {
    throw InputError("schedule: " + name + " takes tiles of at most 2^30 cells, not " + text_of(tile));
  }
}

/// The published shape, turned into x as far as the grid is flat: a plane or a line gets as many threads.
Shape published(Kernel const& kernel, SweepShape const& shape, int axes) {
  Shape tile{axes, {kernel.shape[0], kernel.shape[1], kernel.shape[2]}};
  for (int axis = 1; axis < axes; ++axis) {
    if (shape.n[axis] >= tile.cells[axis]) continue;
    tile.cells[0] *= tile.cells[axis] / shape.n[axis];
    tile.cells[axis] = shape.n[axis];
  }
  return tile;
}

void keep_wish(Shape& tile, Schedule const& request) {
  int const wanted[3] = {request.tile_x, request.tile_y, request.chunk_z};
  for (int axis = 0; axis < 3; ++axis) {
    if (wanted[axis] == 0) continue;
    tile.cells[axis] = wanted[axis];
    tile.free[axis] = false;
  }
}

/// Whole warps, as many as there are cells for.
int team_for(double cells, Kernel const& kernel, TeamLimits const& limits) {
  if (limits.host) return 1;
  int const threads = static_cast<int>(std::min<double>(cells, kernel.most_threads));
  return divide_up(threads, warp) * warp;
}

/// Cells per chunk so that every thread of a host, or every multiprocessor twice over, has a team; at least 8.
int chunk_for(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  int const tiles = divide_up(shape.n[0], s.tile_x) * divide_up(shape.n[1], s.tile_y);
  int const wanted = limits.host ? limits.concurrency * 8 : limits.concurrency / s.team_size * 2;
  int const chunks = std::clamp(divide_up(wanted, tiles), 1, shape.n[2]);
  return std::max(8, divide_up(shape.n[2], chunks));
}

ResolvedSchedule start(char const* name, Kernel const& kernel, Schedule const& request) {
  ResolvedSchedule result{request, 0, kernel.keeps};
  result.schedule.strategy = name;
  result.schedule.placement = kernel.scratch ? Placement::planes : Placement::memory;
  result.schedule.streaming = Streaming::off;
  return result;
}

void finish(ResolvedSchedule& result, Shape const& tile, Shape const& wanted, SweepShape const& shape) {
  Schedule& s = result.schedule;
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  if (!std::equal(tile.cells, tile.cells + 3, wanted.cells)) {
    result.reason += "; in a smaller tile than the published one, for which scratch is too small";
  }
}

}  // namespace

std::size_t block_bytes(SweepShape const& shape, int const (&tile)[3]) {
  std::size_t bytes = scratch_slack;
  for (auto const& input : shape.inputs) {
    if (is_centre(input.hull)) continue;
    std::size_t values = static_cast<std::size_t>(input.components);
    for (int axis = 0; axis < 3; ++axis) {
      values *= static_cast<std::size_t>(tile[axis] + input.hull.hi[axis] - input.hull.lo[axis]);
    }
    bytes += values * input.value_size;
  }
  return bytes;
}

std::size_t beside_bytes(SweepShape const& shape, int tile_x, int tile_y) {
  SweepShape beside = shape;
  for (auto& input : beside.inputs) input.hull = input.beside;
  return ring_bytes(beside, tile_x, tile_y);
}

ResolvedSchedule resolve_block_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                        SweepShape const& shape, TeamLimits const& limits) {
  check_wish(name, kernel, request, limits);
  Hull const hull = widest(shape);
  int halo[3];
  for (int axis = 0; axis < 3; ++axis) halo[axis] = hull.hi[axis] - hull.lo[axis];
  Shape tile = published(kernel, shape, 3);
  for (int axis = 0; kernel.overlap && axis < 3; ++axis) {
    tile.cells[axis] = std::clamp(tile.cells[axis] - halo[axis], std::min(4, shape.n[axis]), tile.cells[axis]);
  }
  keep_wish(tile, request);
  Shape const wanted = tile;
  auto const bytes = [&](int const(&cells)[3]) { return block_bytes(shape, cells); };
  if (kernel.scratch) fit(name, tile, bytes, limits.scratch_bytes, "block");
  check_cells(name, tile, shape);

  ResolvedSchedule result = start(name, kernel, request);
  Schedule& s = result.schedule;
  s.tile_x = tile.cells[0];
  s.tile_y = tile.cells[1];
  s.chunk_z = tile.cells[2];
  double threads = 1;
  for (int axis = 0; axis < 3; ++axis) threads *= tile.cells[axis] + (kernel.overlap ? halo[axis] : 0);
  if (s.team_size == 0) s.team_size = team_for(threads, kernel, limits);
  if (kernel.scratch) result.scratch_bytes = bytes(tile.cells);
  finish(result, tile, wanted, shape);
  return result;
}

ResolvedSchedule resolve_stream_schedule(char const* name, Kernel const& kernel, Schedule const& request,
                                         SweepShape const& shape, TeamLimits const& limits) {
  check_wish(name, kernel, request, limits);
  Shape tile = published(kernel, shape, 2);
  keep_wish(tile, request);
  Shape const wanted = tile;
  auto const bytes = [&](int const(&cells)[3]) { return beside_bytes(shape, cells[0], cells[1]); };
  if (kernel.scratch) fit(name, tile, bytes, limits.scratch_bytes, "stream");
  check_cells(name, tile, shape);

  ResolvedSchedule result = start(name, kernel, request);
  Schedule& s = result.schedule;
  s.tile_x = tile.cells[0];
  s.tile_y = tile.cells[1];
  s.chunk_z = tile.cells[2];
  double const columns = static_cast<double>(s.tile_x) * s.tile_y;
  if (s.team_size == 0) s.team_size = team_for(columns, kernel, limits);
  if (s.chunk_z == 0) s.chunk_z = chunk_for(shape, s, limits);
  if (kernel.scratch) result.scratch_bytes = bytes(tile.cells);
  finish(result, tile, wanted, shape);
  double const at_a_time = static_cast<double>(s.team_size) * columns_per_thread(limits.host);
  if (kernel.scratch && columns > at_a_time) {
    result.reason += "; the team takes " + std::to_string(static_cast<int>(at_a_time)) +
                     " columns at a time, and loads the planes of the tile for each such part";
  }
  return result;
}

}  // namespace tessera
