// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/exchange/part.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "plan/stored_axis.hpp"
#include "tessera/error.hpp"

namespace tessera {
namespace {

/// Parts along storage axes from parts along x, y, z.
std::array<int, 3> in_storage(std::array<int, 3> const& process_grid, int rank) {
  std::array<int, 3> stored{1, 1, 1};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis) {
    stored[stored_axis(rank, axis)] = process_grid[axis];
  }
  return stored;
}

bool fits(Cuttable const& grid, std::array<int, 3> const& stored) {
  for (std::size_t a = 0; a < 3; ++a) {
    if (stored[a] > 1 && grid.cells[a] / stored[a] < grid.least[a]) return false;
  }
  return true;
}

/// What the busiest part takes in a step, in bytes of its own memory.
double cost(Cuttable const& grid, std::array<int, 3> const& stored) {
  constexpr double memory_over_link = 10, scattered = 4;
  double cells = 1, exchanged = 0;
  std::array<double, 3> n{};
  for (std::size_t a = 0; a < 3; ++a) {
    auto const largest = (grid.cells[a] + stored[a] - 1) / stored[a];
    n[a] = static_cast<double>(largest);
    cells *= n[a];
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (stored[a] == 1) continue;
    int const faces = stored[a] == 2 && !grid.periodic[a] ? 1 : 2;
    exchanged += faces * grid.halo_bytes[a] * cells / n[a] * (a == 0 ? scattered : 1);
  }
  return cells * grid.step_bytes + memory_over_link * exchanged;
}

/// The cheapest process grid of `ranks` processes; none if none fits. The last axis is cut first where costs are equal.
std::optional<std::array<int, 3>> cheapest(Cuttable const& grid, int ranks, std::array<int, 3> const& wanted) {
  std::optional<std::array<int, 3>> best;
  double least = std::numeric_limits<double>::infinity();
  for (int x = 1; x <= ranks; ++x) {
    for (int y = 1; ranks % x == 0 && y <= ranks / x; ++y) {
      if (ranks / x % y != 0) continue;
      std::array<int, 3> const candidate{x, y, ranks / x / y};
      bool ok = true;
      for (std::size_t a = 0; a < 3; ++a) {
        ok = ok && (wanted[a] == 0 || wanted[a] == candidate[a]);
        ok = ok && (candidate[a] == 1 || a < static_cast<std::size_t>(grid.rank));
      }
      std::array<int, 3> const stored = in_storage(candidate, grid.rank);
      if (!ok || !fits(grid, stored)) continue;
      if (double const now = cost(grid, stored); now < least) {
        least = now;
        best = candidate;
      }
    }
  }
  return best;
}

[[noreturn]] void refuse(Cuttable const& grid, int ranks, std::array<int, 3> const& wanted) {
  auto const last = static_cast<std::size_t>(grid.rank);
  bool const all_given = std::all_of(wanted.begin(), wanted.begin() + grid.rank, [](int n) { return n > 0; });
  if (all_given) {
    long parts = 1;
    for (std::size_t a = 0; a < last; ++a) parts *= wanted[a];
    if (parts != ranks) {
      throw InputError("the process grid " + describe_process_grid(wanted, grid.rank) + " makes " +
                       std::to_string(parts) + " parts, but there are " + std::to_string(ranks) +
                       " processes; let the numbers multiply to that, or leave the process grid out");
    }
  }
  int most = ranks - 1;
  while (most > 1 && !cheapest(grid, most, {})) --most;
  std::string least;
  for (std::size_t a = 0; a < last; ++a) {
    std::size_t const s = stored_axis(grid.rank, a);
    least += (a == 0 ? "" : ", ") + std::string(1, "xyz"[a]) + " " + std::to_string(grid.cells[s]) + " (" +
             std::to_string(grid.least[s]) + ")";
  }
  bool const given = std::any_of(wanted.begin(), wanted.end(), [](int n) { return n > 0; });
  throw InputError("the grid cannot be cut for " + std::to_string(ranks) + " processes" +
                   (given ? " with the process grid that was asked for" : "") +
                   ": a part must not be thinner than what its neighbours read of it; cells along each axis (and of a "
                   "part at least): " +
                   least + "; " +
                   (given && cheapest(grid, ranks, {}) ? "leave the process grid out"
                                                       : "take " + std::to_string(most) + " processes at most"));
}

/// Where each part begins along an axis, and the end of the last: sizes differ by one at most, larger ones first.
std::vector<int> cuts(int cells, int parts) {
  std::vector<int> at{0};
  for (int p = 0; p < parts; ++p) at.push_back(at.back() + cells / parts + (p < cells % parts ? 1 : 0));
  return at;
}

/// The region of a stage in the indices of a part.
void cut_region(ProgramInfo const& program, GridPart const& part, StageInfo& stage) {
  if (stage.scalar) return;
  RegionInfo& region = stage.region;
  std::array<int, 3> const n = extents(program, stage.on_faces);
  for (std::size_t a = 0; a < 3; ++a) {
    region.from[a] = std::clamp(region.from[a] - part.first[a], 0, n[a]);
    region.to[a] = std::clamp(region.to[a] - part.first[a], 0, n[a]);
  }
  if (region.empty()) region.from = region.to = {0, 0, 0};
  region.odd_start = (part.first[0] + part.first[1] + part.first[2]) % 2 == 1;
}

}  // namespace

Cuttable cuttable(ProgramInfo program) {
  program.cut = {true, true, true};
  Plan const plan = make_plan(program);
  Cuttable grid;
  grid.rank = program.rank;
  grid.cells = program.cells;
  grid.periodic = program.periodic;
  std::string const not_cut = ", which cannot be cut into parts for several processes yet; run it as one process";
  if (!program.shared.empty()) {
    int const q = program.shared.front().back();
    throw InputError("a coupled boundary makes ghosts of " + program.quantities[static_cast<std::size_t>(q)].name +
                     not_cut);
  }
  for (StageInfo const& stage : program.stages) {
    for (std::size_t w = 0; w < stage.reductions.size(); ++w) {
      if (stage.reductions[w] == Reduction::none) continue;
      throw InputError("stage " + stage.name + " reduces all cells to " +
                       program.quantities[static_cast<std::size_t>(stage.writes[w])].name + not_cut);
    }
  }
  for (std::size_t q = 0; q < program.quantities.size(); ++q) {
    QuantityInfo const& quantity = program.quantities[q];
    Hull const& hull = plan.quantities[q].ghosts;
    double const bytes = static_cast<double>(quantity.value_size) * quantity.components;
    for (std::size_t a = 0; a < 3; ++a) {
      int const depth = std::max(-hull.lo[a], hull.hi[a]);
      // A ghost beyond a physical face mirrors a value of the same part; values on the face itself mirror none.
      if (depth > 0) grid.least[a] = std::max(grid.least[a], depth + (quantity.on_faces[a] ? 1 : 0));
      grid.halo_bytes[a] += depth * bytes;
    }
  }
  grid.step_bytes = 0;
  for (std::size_t const bytes : plan.bytes_per_cell) grid.step_bytes += static_cast<double>(bytes);
  return grid;
}

std::array<int, 3> choose_process_grid(Cuttable const& grid, int ranks, std::array<int, 3> const& wanted) {
  auto const best = cheapest(grid, ranks, wanted);
  if (!best) refuse(grid, ranks, wanted);
  return *best;
}

std::vector<GridPart> cut_grid(Cuttable const& grid, std::array<int, 3> const& process_grid) {
  std::array<int, 3> const parts = in_storage(process_grid, grid.rank);
  std::array<std::vector<int>, 3> at;
  for (std::size_t a = 0; a < 3; ++a) at[a] = cuts(grid.cells[a], parts[a]);
  auto const rank_of = [&](std::array<int, 3> const& place) {
    return place[0] + parts[0] * (place[1] + parts[1] * place[2]);
  };
  std::vector<GridPart> all;
  for (int rank = 0; rank < parts[0] * parts[1] * parts[2]; ++rank) {
    std::array<int, 3> const place{rank % parts[0], rank / parts[0] % parts[1], rank / (parts[0] * parts[1])};
    GridPart part;
    for (std::size_t a = 0; a < 3; ++a) {
      auto const here = static_cast<std::size_t>(place[a]);
      part.first[a] = at[a][here];
      part.cells[a] = at[a][here + 1] - at[a][here];
      for (int side = 0; side < 2 && parts[a] > 1; ++side) {
        std::array<int, 3> beyond = place;
        beyond[a] += side == 0 ? -1 : 1;
        bool const outside = beyond[a] < 0 || beyond[a] >= parts[a];
        if (outside && !grid.periodic[a]) continue;
        beyond[a] = (beyond[a] + parts[a]) % parts[a];
        part.neighbour[2 * a + static_cast<std::size_t>(side)] = rank_of(beyond);
      }
    }
    all.push_back(part);
  }
  return all;
}

Plan plan_of_part(ProgramInfo& program, GridPart const& part) {
  for (std::size_t a = 0; a < 3; ++a) program.cut[a] = part.cut(static_cast<int>(a));
  Plan plan = make_plan(program);
  program.cells = part.cells;
  for (std::size_t a = 0; a < 3; ++a) {
    program.goes_on[a] = part.exchanged(static_cast<int>(2 * a + 1));
    program.periodic[a] = program.periodic[a] && !program.cut[a];
  }
  for (QuantityInfo& quantity : program.quantities) {
    for (int face = 0; face < 6; ++face) {
      if (!part.exchanged(face)) continue;
      quantity.has_boundary[static_cast<std::size_t>(face)] = true;  // nothing is missing there
      quantity.prescribed[static_cast<std::size_t>(face)] = false;
    }
  }
  for (std::size_t s = 0; s < program.stages.size(); ++s) {
    cut_region(program, part, program.stages[s]);
    plan.regions[s] = program.stages[s].region;
  }
  return plan;
}

std::string explain_part(GridPart const& part, int number, int rank, std::array<int, 3> const& process_grid) {
  std::string cells;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis) {
    std::size_t const a = stored_axis(rank, axis);
    cells += (axis == 0 ? "" : ", ") + std::string(1, "xyz"[axis]) + ' ' + std::to_string(part.first[a]) + " to " +
             std::to_string(part.first[a] + part.cells[a]);
  }
  int const count = process_grid[0] * process_grid[1] * process_grid[2];
  return "the grid is cut into " + describe_process_grid(process_grid, rank) + " parts for " + std::to_string(count) +
         " processes; rank " + std::to_string(number) + " has the cells " + cells;
}

std::string describe_process_grid(std::array<int, 3> const& process_grid, int rank) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(rank); ++a) {
    text += (a == 0 ? "" : " x ") + std::to_string(process_grid[a]);
  }
  return text;
}

}  // namespace tessera
