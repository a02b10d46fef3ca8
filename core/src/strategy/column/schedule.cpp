// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>

#include "plan/schedule_parts.hpp"
#include "tessera/error.hpp"

namespace tessera {
namespace {

/// Cells that a thread moves along x with one load.
int vector_of(SweepShape const& shape) {
  std::size_t widest = std::max<std::size_t>(1, shape.output_bytes);
  for (auto const& input : shape.inputs) widest = std::max(widest, input.value_size);
  return static_cast<int>(16 / widest);
}

void check_multiple(char const* name, int value, int of, char const* why) {
  if (value % of == 0) return;
  throw InputError(std::string("schedule: ") + name + " = " + std::to_string(value) +
                   "; a thread of the column strategy " + why + ": use a multiple of " + std::to_string(of));
}

/// Planes of a chunk: whole periods of the window, some six planes for a reach of one. Memory is faster in an order
/// near its own, and teams that sweep long columns drift apart. Small grids get shorter chunks, until every
/// multiprocessor has several teams.
int choose_chunk(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  if (shape.columns.step > 1) return shape.columns.step;
  Hull const hull = widest(shape);
  int const period = 1 + hull.hi[2] - hull.lo[2];
  int const tiles = divide_up(shape.n[0], s.tile_x) * divide_up(shape.n[1], s.tile_y);
  int const several = limits.concurrency / column_team_size * 4;
  // Partial sums in float are limited by the second-level cache, which sends the layers around each chunk twice.
  bool const narrow_sums = shape.columns.partial_sums && shape.output_bytes < sizeof(double);
  int const longest = narrow_sums ? 32 : period > 1 ? 2 * period : 8;
  int const fair = shape.n[2] / std::max(1, several / tiles);
  return std::clamp(fair, std::min(period, shape.n[2]), std::min(longest, shape.n[2]));
}

/// Rows of y after which the tile order advances along z: all, unless a chunk's planes of inputs and outputs would
/// leave the cache before the next chunk reads its lowest ones again.
int choose_slab(SweepShape const& shape, Schedule const& s, TeamLimits const& limits) {
  Hull const hull = widest(shape);
  double row = 0;
  for (auto const& input : shape.inputs) row += 2.0 * input.components * static_cast<double>(input.value_size);
  row *= static_cast<double>(shape.n[0]) * (s.chunk_z + hull.hi[2] - hull.lo[2]);
  double const rows = limits.cache_bytes / row;
  if (limits.cache_bytes <= 0 || rows >= shape.n[1]) return 0;
  return std::max(4 * s.tile_y, static_cast<int>(rows) / s.tile_y * s.tile_y);
}

/// Whether the grid is a line.
bool is_line(SweepShape const& shape) { return shape.n[1] == 1 && shape.n[2] == 1; }

/// Whether the grid is so small that a thread per cell is faster: on an H200, 64^3 takes 3.9 us so and 5.4 us by
/// columns, 80^3 5.8 and 5.6; in the plane 5, 9 and 13 points at 1024^2 5.6, 7.9 and 7.8 us (5.9, 11.7 and 10.5), in
/// float 5.3, 7.2 and 6.1 (5.4, 10 and 7.5), and 5 points in float at 1280^2 7.3 (6.1). Stages that read more than one
/// quantity, in float: those of electromagnetic waves take 16.8 us at 1024^2 (14.4).
bool has_few(SweepShape const& shape) {
  double const most_cells = shape.n[1] == 1 && shape.inputs.size() == 1 ? 1 << 20 : 1 << 19;
  return static_cast<double>(shape.n[0]) * shape.n[1] * shape.n[2] <= most_cells;
}

}  // namespace

bool suits_cells(Schedule const& request, SweepShape const& shape) {
  bool const numbers = request.tile_x > 0 || request.tile_y > 0 || request.chunk_z > 0 || request.team_size > 0 ||
                       request.slab_y > 0 || request.placement != Placement::automatic;
  if (shape.columns.pieces > 1) return false;  // the loads of a tile of a line are in flight together
  return !numbers && !shape.reduces && (has_few(shape) || is_line(shape));
}

ResolvedSchedule resolve_per_cell_schedule(Schedule const& request, SweepShape const& shape) {
  if (std::int64_t{shape.n[0]} * shape.n[1] * shape.n[2] > std::numeric_limits<int>::max()) {
    throw InputError("schedule: strategy = per_cell counts cells with 31 bits; use column, team or naive");
  }
  ResolvedSchedule result{request, 0, {}};
  result.schedule.strategy = "per_cell";
  result.reason = std::string(is_line(shape)   ? "a line has no axis to sweep: a thread per cell"
                              : has_few(shape) ? "the grid is so small that a thread per cell is faster"
                                               : "a thread per cell") +
                  "; neighbours come from memory";
  return result;
}

ResolvedSchedule resolve_column_schedule(Schedule const& request, SweepShape const& shape, TeamLimits const& limits) {
  check_numbers(request);
  if (request.placement == Placement::planes) {
    throw InputError(
        "schedule: the column strategy keeps neighbours in registers; placement = planes is team's, leave it out");
  }
  int const vector = vector_of(shape);
  int const rows = shape.columns.rows, pieces = shape.columns.pieces;
  ResolvedSchedule result;
  Schedule& s = result.schedule = request;
  s.strategy = "column";
  s.placement = Placement::memory;
  s.streaming = Streaming::off;
  if (s.tile_x == 0) s.tile_x = (shape.n[1] == 1 ? column_team_size * pieces : 32) * vector;
  check_multiple("tile_x", s.tile_x, vector, "moves 16 bytes at a time");
  if (s.tile_y == 0) s.tile_y = shape.n[1] == 1 ? rows : rows * std::max(1, column_team_size * vector / s.tile_x);
  check_multiple("tile_y", s.tile_y, rows, "owns several rows");
  int const lanes = divide_up(s.tile_x / vector, pieces), threads = lanes * (s.tile_y / rows);
  if (!limits.host) {
    if (threads > column_team_size) {
      throw InputError("schedule: a tile of " + std::to_string(s.tile_x) + " x " + std::to_string(s.tile_y) +
                       " needs " + std::to_string(threads) + " threads, a team has at most " +
                       std::to_string(column_team_size) +
                       "; use tile_y = " + std::to_string(std::max(1, column_team_size / lanes) * rows));
    }
    if (s.team_size != 0 && s.team_size != threads) {
      throw InputError("schedule: team_size = " + std::to_string(s.team_size) +
                       "; the column strategy has a thread per " + std::to_string(vector) + " x " +
                       std::to_string(rows) + " cells of a tile, here " + std::to_string(threads) + ": leave it out");
    }
  }
  s.team_size = limits.host ? 1 : threads;
  if (s.chunk_z == 0) s.chunk_z = choose_chunk(shape, s, limits);
  s.chunk_z = std::min(s.chunk_z, shape.n[2]);
  if (s.slab_y == 0) s.slab_y = choose_slab(shape, s, limits);
  result.reason = pieces > 1 ? "a thread loads " + std::to_string(pieces) + " x " + std::to_string(vector) +
                                   " cells and their neighbours at once into registers; cells of other threads come "
                                   "from the first-level cache"
                  : shape.columns.step > 1
                      ? "a thread loads " + std::to_string(vector) + " x " + std::to_string(shape.columns.step) +
                            " cells and their neighbours at once into registers; cells of other threads come from the "
                            "first-level cache"
                      : "a thread keeps " + std::to_string(vector) + " x " + std::to_string(rows) + " columns" +
                            (shape.columns.partial_sums ? "' partial sums" : " and their neighbours along z") +
                            " in registers; other neighbours come from the first-level cache";
  return result;
}

}  // namespace tessera
