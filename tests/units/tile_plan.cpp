// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/plan/tile_plan.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <map>
#include <set>
#include <tuple>

#include "tessera/plan/explain.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;

namespace units {

constexpr Hull star(int reach) { return {{-reach, -reach, -reach}, {reach, reach, reach}}; }
constexpr Hull along_z(int lo, int hi) { return {{0, 0, lo}, {0, 0, hi}}; }

/// One quantity, read around the cell: the heat equation.
constexpr TileProgram<1, 1, 1> heat(int reach) {
  TileProgram<1, 1, 1> program{1};
  program.stages[0] = {1, {{0, 0, star(reach)}}, 1, {0}};
  return program;
}

/// FDTD: ex (0) and ey (1) from hz (2) at the cell and before it, then hz from both at the cell and after it.
constexpr TileProgram<3, 3, 3> electromagnetics() {
  TileProgram<3, 3, 3> program{3};
  program.stages[0] = {2, {{0, 0, {}}, {2, 0, {{0, 0, -1}, {}}}}, 1, {0}};
  program.stages[1] = {2, {{1, 0, {}}, {2, 0, {{-1, 0, 0}, {}}}}, 1, {1}};
  program.stages[2] = {3, {{2, 0, {}}, {0, 0, {{}, {0, 0, 1}}}, {1, 0, {{}, {1, 0, 0}}}}, 1, {2}};
  return program;
}

TEST_CASE("Two steps of reach one keep four planes of each level, as a wavefront does", "[tile]") {
  constexpr auto plan = plan_tile<2>(heat(1));
  STATIC_REQUIRE(plan.loaded[0][0].hull == star(2));
  STATIC_REQUIRE(plan.computed[0][0].hull == star(1));
  STATIC_REQUIRE(plan.computed[1][0].hull == Hull{});
  STATIC_REQUIRE((plan.loaded[0][0].ring == 4 && plan.computed[0][0].ring == 4 && plan.computed[1][0].ring == 0));
  STATIC_REQUIRE((plan.computed[0][0].lag == 2 && plan.computed[1][0].lag == 4));
  STATIC_REQUIRE(plan.planes() == 8);
  constexpr auto wide = plan_tile<3>(heat(2));
  STATIC_REQUIRE((wide.loaded[0][0].hull == star(6) && wide.computed[0][0].ring == 6 && wide.computed[2][0].lag == 9));
}

TEST_CASE("Fewer steps than there is room for", "[tile]") {
  constexpr auto plan = plan_tile<5>(heat(1), 2);
  STATIC_REQUIRE((plan.loaded[0][0].hull == star(2) && !plan.computed[2][0].used && plan.computed[1][0].lag == 4));
}

TEST_CASE("The paper's example: two one-sided stages, three steps", "[tile]") {
  // A = B[-1] + B[0], B = A[0] + A[1], in one dimension. The paper's A is (x0 - 2, l0 + 5) and its B (x0 - 2, l0 + 4)
  // when the beginning of the first step is reached; its B is then still to be widened by the first stage.
  TileProgram<2, 2, 1> program{2};
  program.stages[0] = {1, {{1, 0, {{-1, 0, 0}, {}}}}, 1, {0}};
  program.stages[1] = {1, {{0, 0, {{}, {1, 0, 0}}}}, 1, {1}};
  auto const plan = plan_tile<3>(program);
  CHECK(plan.computed[0][0].hull == Hull{{-2, 0, 0}, {3, 0, 0}});
  CHECK(plan.computed[0][1].hull == Hull{{-2, 0, 0}, {2, 0, 0}});
  CHECK(plan.loaded[1][0].hull == Hull{{-3, 0, 0}, {3, 0, 0}});
  CHECK_FALSE(plan.loaded[0][0].used);
}

TEST_CASE("Three staggered stages", "[tile]") {
  constexpr auto plan = plan_tile<1>(electromagnetics());
  STATIC_REQUIRE(plan.computed[0][0].hull == Hull{{}, {0, 0, 1}});
  STATIC_REQUIRE(plan.computed[0][1].hull == Hull{{}, {1, 0, 0}});
  STATIC_REQUIRE(plan.computed[0][2].hull == Hull{});
  STATIC_REQUIRE(plan.loaded[2][0].hull == Hull{{-1, 0, -1}, {1, 0, 1}});
  STATIC_REQUIRE((plan.computed[0][0].lag == 1 && plan.computed[0][1].lag == 1 && plan.computed[0][2].lag == 3));
  STATIC_REQUIRE((plan.computed[0][0].ring == 3 && plan.computed[0][1].ring == 3 && plan.loaded[2][0].ring == 4));
}

// --- the same by brute force ---

using Random = TileProgram<3, 3, 3>;
constexpr int steps = 3, ages = 3;
using Plan3 = TilePlan<3, 3, steps, ages>;
using Who = std::array<int, 2>;  // a loaded version {-1 - quantity, writes ago}, or a stage {step, stage}
using Cell = std::tuple<int, int, int>;

struct Dice {
  unsigned state;
  int roll(int low, int high) {
    state = 1664525U * state + 1013904223U;
    return low + static_cast<int>((state >> 8) % static_cast<unsigned>(high - low + 1));
  }
};

/// Quantity 2 is never written: a bed, constant in time.
Random random_program(Dice& dice) {
  Random program{dice.roll(1, 3)};
  for (int s = 0; s < program.stage_count; ++s) {
    auto& stage = program.stages[s];
    stage.read_count = dice.roll(1, 3);
    for (int r = 0; r < stage.read_count; ++r) {
      TileRead& read = stage.reads[r];
      read.quantity = dice.roll(0, 2);
      read.age = read.quantity == 2 ? 0 : std::max(0, dice.roll(-3, ages - 1));
      for (int axis = 0; axis < 3; ++axis) {
        read.hull.lo[axis] = std::min(0, dice.roll(-2, 1));
        read.hull.hi[axis] = std::max(0, dice.roll(-1, 2));
      }
    }
    stage.writes[stage.write_count++] = dice.roll(0, 1);
    if (dice.roll(0, 2) == 0) stage.writes[stage.write_count++] = 1 - stage.writes[0];
  }
  return program;
}

/// Calls f(who, read, from) for all reads of a launch, in order: versions are counted as they are written.
template <class F>
void for_reads(Random const& program, F const& f) {
  std::map<int, std::vector<Who>> versions;
  for (int q = 0; q < 3; ++q) {
    for (int v = ages - 1; v >= 0; --v) versions[q].push_back({-1 - q, v});
  }
  for (int t = 0; t < steps; ++t) {
    for (int s = 0; s < program.stage_count; ++s) {
      auto const& stage = program.stages[s];
      for (int r = 0; r < stage.read_count; ++r) {
        auto const& all = versions[stage.reads[r].quantity];
        f(Who{t, s}, stage.reads[r], all[all.size() - 1 - static_cast<std::size_t>(stage.reads[r].age)]);
      }
      for (int w = 0; w < stage.write_count; ++w) versions[stage.writes[w]].push_back({t, s});
    }
  }
}

TileLevel const& level_of(Plan3 const& plan, Who const& who) {
  return who[0] < 0 ? plan.loaded[-1 - who[0]][who[1]] : plan.computed[who[0]][who[1]];
}

/// The cells that every stage has to compute for a tile of one cell, as sets.
std::map<Who, std::set<Cell>> needed_cells(Random const& program) {
  std::map<Who, std::set<Cell>> cells;
  std::vector<std::tuple<Who, TileRead, Who>> reads;
  for_reads(program,
            [&](Who const& who, TileRead const& read, Who const& from) { reads.emplace_back(who, read, from); });
  for (int t = 0; t < steps; ++t) {
    for (int s = 0; s < program.stage_count; ++s) cells[{t, s}].insert({0, 0, 0});
  }
  std::reverse(reads.begin(), reads.end());
  for (auto const& [who, read, from] : reads) {
    auto const of = cells[who];
    for (auto const& [x, y, z] : of) {
      for (int dz = read.hull.lo[2]; dz <= read.hull.hi[2]; ++dz) {
        for (int dy = read.hull.lo[1]; dy <= read.hull.hi[1]; ++dy) {
          for (int dx = read.hull.lo[0]; dx <= read.hull.hi[0]; ++dx) cells[from].insert({x + dx, y + dy, z + dz});
        }
      }
    }
  }
  return cells;
}

Hull hull_around(std::set<Cell> const& cells) {
  Hull hull;
  for (auto const& [x, y, z] : cells) hull = unite(hull, Hull{{x, y, z}, {x, y, z}});
  return hull;
}

TEST_CASE("Hulls are those of the cells that are needed", "[tile]") {
  Dice dice{7};
  for (int trial = 0; trial < 60; ++trial) {
    Random const program = random_program(dice);
    Plan3 const plan = plan_tile<steps, ages>(program);
    for (auto const& [who, cells] : needed_cells(program)) {
      CHECK(level_of(plan, who).used);
      CHECK(level_of(plan, who).hull == hull_around(cells));
    }
  }
}

/// Sweeps planes with rings of `ring(who)` planes, whose slots know which plane stands in them: in each turn every
/// version has one plane in the making, and all others are read. False if a plane that is read is not in its slot.
template <class Ring, class Lag>
bool pipeline_works(Random const& program, Ring const& ring, Lag const& lag) {
  constexpr int in_the_making = -1000, warm = 40, last = 60;
  std::map<Who, std::vector<int>> slots;
  bool works = true;
  for (int turn = 0; turn < last; ++turn) {
    for_reads(program, [&](Who const&, TileRead const&, Who const& from) {
      auto& planes = slots[from];
      planes.resize(static_cast<std::size_t>(std::max(1, ring(from))), in_the_making);
      for (int& plane : planes) plane = plane == in_the_making ? turn - 1 - lag(from) : plane;
      planes[static_cast<std::size_t>(turn - lag(from) + 1000) % planes.size()] = in_the_making;
    });
    for_reads(program, [&](Who const& who, TileRead const& read, Who const& from) {
      for (int d = read.hull.lo[2]; d <= read.hull.hi[2] && turn >= warm; ++d) {
        int const plane = turn - lag(who) + d;
        works = works && slots[from][static_cast<std::size_t>(plane + 1000) % slots[from].size()] == plane;
      }
    });
  }
  return works;
}

TEST_CASE("Lags and rings carry a pipeline with one barrier a plane, and none is too large", "[tile]") {
  Dice dice{11};
  for (int trial = 0; trial < 200; ++trial) {
    Random const program = random_program(dice);
    Plan3 const plan = plan_tile<steps, ages>(program);
    auto const lag = [&](Who const& who) { return level_of(plan, who).lag; };
    auto const ring = [&](Who const& who) { return level_of(plan, who).ring; };
    REQUIRE(pipeline_works(program, ring, lag));
    std::set<Who> read;
    for_reads(program, [&](Who const&, TileRead const&, Who const& from) { read.insert(from); });
    for (Who const& less : read) {
      CHECK_FALSE(pipeline_works(
          program, [&](Who const& who) { return ring(who) - (who == less ? 1 : 0); }, lag));
    }
    for (int t = 0; t < steps; ++t) {
      for (int s = 0; s < program.stage_count; ++s) {
        if (read.count({t, s}) == 0) CHECK(ring({t, s}) == 0);
        // a stage that computed a plane earlier would read what is not there yet
        CHECK_FALSE(pipeline_works(
            program, [](Who const&) { return 100; },
            [&](Who const& who) {
              return lag(who) - (who == Who{t, s} ? 1 : 0);
            }));
      }
    }
  }
}

TEST_CASE("explain tells what a launch on a tile takes", "[tile]") {
  ProgramInfo program;
  program.rank = 2;
  program.quantities = {QuantityInfo{"level"}, QuantityInfo{"bed"}, QuantityInfo{"dt"}};
  program.quantities[2].global_scalar = true;
  Hull const around{{-1, 0, -1}, {1, 0, 1}};
  program.stages = {StageInfo{"Flow", {{0, 0, around}, {1, 0, around}, {2, 0, {}}}, {0}}};
  CHECK(explain_tile(program, 1) ==
        "a launch of 1 step on a tile: loads level (x 1+1, y 1+1, ring of 4), bed (x 1+1, y 1+1, ring of 4); computes "
        "Flow (lag 2)\n");
  CHECK(explain_tile(program, 2) ==
        "a launch of 2 steps on a tile: loads level (x 2+2, y 2+2, ring of 4), bed (x 2+2, y 2+2, ring of 6); computes "
        "Flow (x 1+1, y 1+1, lag 2, ring of 4), Flow (lag 4)\n");
  program.stages[0].writes.push_back(2);
  program.stages[0].reductions = {Reduction::none, Reduction::min};
  CHECK_THAT(explain_tile(program, 1), ContainsSubstring("no launch goes past stage Flow, which makes a value of all"));
  CHECK_THAT(explain_tile(program, 9), ContainsSubstring("not planned"));
  program.stages = {StageInfo{"Choose", {{2, 0, {}}}, {2}}};
  program.stages[0].scalar = true;
  CHECK_THAT(explain_tile(program, 1), ContainsSubstring("there is no stage over cells"));
}

}  // namespace units
