// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/overlap_plan.hpp"
#include "tessera/solution.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace steps {

using namespace tessera;

QuantityInfo const state{"u"}, other{"c"};

ProgramInfo program_of(std::vector<ReadInfo> reads, int components = 1) {
  ProgramInfo program;
  program.cells = {300, 300, 300};
  program.quantities = {state, other};
  program.quantities[0].components = components;
  program.stages = {StageInfo{"stage", std::move(reads), {0}}};
  return program;
}

constexpr Hull star{{-1, -1, -1}, {1, 1, 1}};
ReadInfo const near{0, 0, star, 7, star}, far{1, 0, star, 7, star};

TEST_CASE("Which programs can be tiled in time", "[steps]") {
  CHECK(steps_obstacle(program_of({near})).empty());
  CHECK(steps_obstacle(program_of({far, near})).empty());
  CHECK_THAT(steps_obstacle(program_of({near, near})), ContainsSubstring("u is not read exactly once"));
  CHECK_THAT(steps_obstacle(program_of({far})), ContainsSubstring("u is not read exactly once"));
  CHECK_THAT(steps_obstacle(program_of({near}, 3)), ContainsSubstring("several components"));
  CHECK_THAT(steps_obstacle(program_of({ReadInfo{0, 0, {}, 1}})), ContainsSubstring("at its own cell alone"));
  CHECK_THAT(steps_obstacle(program_of({near, ReadInfo{0, 1, {}, 1}})), ContainsSubstring("an old version of u"));
  ProgramInfo moving = program_of({near, far});
  moving.quantities[1].functions = true;
  CHECK_THAT(steps_obstacle(moving), ContainsSubstring("ghosts of c are functions"));
  moving.stages[0].reads[1].hull = {};
  CHECK(steps_obstacle(moving).empty());
  ProgramInfo scalar = program_of({near, far});
  scalar.quantities[1].once = true;
  CHECK_THAT(steps_obstacle(scalar), ContainsSubstring("c is there once per program"));
  ProgramInfo two = program_of({near});
  two.stages.push_back(two.stages[0]);
  CHECK_THAT(steps_obstacle(two), ContainsSubstring("2 stages"));
}

TEST_CASE("What is asked for is taken or refused", "[steps]") {
  auto const wish = [](std::string const& strategy, int steps) {
    Schedule schedule{strategy};
    schedule.steps_per_launch = steps;
    return schedule;
  };
  CHECK_FALSE(single_steps({}, false, ""));
  CHECK_FALSE(single_steps(wish("overlapped", 0), true, ""));
  CHECK_FALSE(single_steps(wish("", 4), false, ""));
  CHECK_THAT(single_steps({}, false, "of this")->reason, ContainsSubstring("cannot be: of this"));
  CHECK_THAT(single_steps(wish("", 1), false, "")->reason, ContainsSubstring("steps_per_launch = 1"));
  CHECK_THAT(single_steps(wish("team", 0), false, "")->reason, ContainsSubstring("strategy = team"));
  Schedule tile, graph;
  tile.tile_x = 8;
  graph.graph = Graph::on;
  CHECK_THAT(single_steps(tile, false, "")->reason, ContainsSubstring("numbers for single steps"));
  CHECK_THAT(single_steps(graph, false, "")->reason, ContainsSubstring("graph = on"));
  auto const refused = [](Schedule const& schedule, bool named, std::string const& obstacle, std::string const& why) {
    CHECK_THROWS_MATCHES(single_steps(schedule, named, obstacle), InputError, MessageMatches(ContainsSubstring(why)));
  };
  refused(wish("", 65), false, "", "from 1 to 64");
  refused(wish("team", 4), false, "", "strategy = team takes one");
  refused(wish("", 4), false, "of this", "steps_per_launch = 4, but time tiling cannot be: of this");
  refused(wish("overlapped", 0), true, "of this", "strategy = overlapped, but time tiling cannot be: of this");
}

StepsShape shape_of(int n) {
  ProgramInfo program = program_of({near});
  program.cells = {n, n, n};
  return steps_shape(program);
}

TeamLimits host(int threads) {
  TeamLimits limits{true, 32 * 1024, threads, 32e6};
  limits.large_scratch_bytes = 20 << 20;
  return limits;
}

TEST_CASE("Several steps pay where memory is the limit", "[steps]") {
  StepsPlan const large = resolve_overlapped_schedule({}, shape_of(512), host(64));
  CHECK(large.steps > 1);
  CHECK_THAT(explain(large), ContainsSubstring("time tiling pays: of "));
  CHECK(large.resolved.schedule.streaming == Streaming::on);
  CHECK(resolve_overlapped_schedule({}, shape_of(512), host(16)).steps == 1);  // measured: no sooner there
  StepsPlan const small = resolve_overlapped_schedule({}, shape_of(64), host(64));
  CHECK(small.steps == 1);
  CHECK_THAT(explain(small),
             ContainsSubstring("one per launch, because time tiling does not pay: the last-level cache"));
  TeamLimits slow = host(64);
  slow.large_scratch_bytes = 64 * 1024;  // tiles so small that they are mostly halo
  StepsPlan const cut = resolve_overlapped_schedule({}, shape_of(512), slow);
  CHECK((cut.steps < large.steps && cut.resolved.scratch_bytes <= slow.large_scratch_bytes));
  TeamLimits const device{false, 48 * 1024, 100000, 5e7};
  CHECK(resolve_overlapped_schedule({}, shape_of(512), device).steps == 1);
}

TEST_CASE("Numbers that do not fit are refused with those that do", "[steps]") {
  auto const refused = [](Schedule const& wish, TeamLimits const& limits, std::string const& why) {
    CHECK_THROWS_MATCHES(resolve_overlapped_schedule(wish, shape_of(512), limits), InputError,
                         MessageMatches(ContainsSubstring(why)));
  };
  TeamLimits const device{false, 48 * 1024, 100000, 5e7};
  Schedule wish{"overlapped", 512, 512};
  wish.steps_per_launch = 4;
  refused(wish, device, "the planes of 4 steps per launch and the tile that was asked for do not fit in 49152 bytes");
  refused(wish, device, " fits");
  wish.tile_x = wish.tile_y = 0;
  StepsPlan const fitting = resolve_overlapped_schedule(wish, shape_of(512), device);
  CHECK(fitting.resolved.scratch_bytes <= 48 * 1024);
  wish.steps_per_launch = 64;
  refused(wish, device, "the most steps that fit are ");
  wish.steps_per_launch = 4;
  wish.team_size = 100000;
  refused(wish, device, "team_size");
  Schedule three{"wavefront"};
  three.steps_per_launch = 3;
  CHECK_THROWS_AS(resolve_wavefront_schedule(three, shape_of(512), device), InputError);
  three.steps_per_launch = 0;
  CHECK(resolve_wavefront_schedule(three, shape_of(512), device).steps == 2);
}

TEST_CASE("Lags and depths of the rings", "[steps]") {
  int const n[3] = {100, 100, 100};
  bool const walls[3] = {}, around[3] = {true, true, true};
  Schedule const tile{"overlapped", 32, 8, 50};
  OverlapPlan const wavefront = plan_overlap(n, star, walls, tile, 2, 8, true);
  CHECK((wavefront.lag == 2 && wavefront.depth == 4 && wavefront.rings == 2));
  OverlapPlan const alone = plan_overlap(n, star, walls, tile, 2, 8, false);
  CHECK((alone.lag == 1 && alone.depth == 3 && alone.pitch % 8 == 0));
  Hull const below{{0, 0, -3}, {0, 0, 0}}, above{{0, 0, 0}, {0, 0, 3}};
  OverlapPlan const up = plan_overlap(n, above, walls, tile, 4, 8, false);
  CHECK((up.lag == 3 && up.depth == 5));  // the plane that the third ghost mirrors stands five before it
  OverlapPlan const down = plan_overlap(n, below, walls, tile, 4, 8, false);
  CHECK((down.lag == 2 && down.depth == 6));  // the third ghost mirrors the third plane
  CHECK(plan_overlap(n, below, around, tile, 4, 8, false).lag == 0);
  CHECK(overlap_work(plan_overlap(n, star, walls, tile, 1, 8, false), tile) == 1);
  CHECK(overlap_work(wavefront, tile) == (34.0 * 10 * 52 / (32 * 8 * 50) + 1) / 2);
}

}  // namespace steps
