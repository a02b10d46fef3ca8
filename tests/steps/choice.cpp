// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/plan/overlap_plan.hpp"
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
  CHECK(steps_obstacle(program_of({near, near})).empty());
  CHECK(steps_obstacle(program_of({near}, 3)).empty());
  CHECK_THAT(steps_obstacle(program_of({near, ReadInfo{0, 1, {}, 1}})), ContainsSubstring("an old version of u"));
  ProgramInfo moving = program_of({near, far});
  moving.quantities[1].functions = true;
  CHECK_THAT(steps_obstacle(moving), ContainsSubstring("ghosts of c are functions"));
  moving.stages[0].reads[1].hull = {};
  CHECK(steps_obstacle(moving).empty());
  ProgramInfo scalar = program_of({near, far});
  scalar.quantities[1].global_scalar = true;
  CHECK_THAT(steps_obstacle(scalar), ContainsSubstring("c is a global scalar"));
  ProgramInfo two = program_of({near});
  two.stages.push_back(two.stages[0]);
  CHECK(steps_obstacle(two).empty());
  two.stages.resize(17, two.stages[0]);
  CHECK_THAT(steps_obstacle(two), ContainsSubstring("too many stages"));
}

// Programs of one stage that reads so.
struct evolves : Quantity<double> {};
struct stays : Quantity<double> {};
struct vector : Quantity<double, 3> {};
template <class Q, class ReadList, class Reach>
struct Reader;
template <class Q, class... Rs, class... Ps>
struct Reader<Q, Reads<Rs...>, Types<Ps...>> {
  struct Op {
    using reach = Reaches<Ps...>;
    template <class... Points>
    KOKKOS_FUNCTION double operator()(Points const&...) const {
      return 0;
    }
  };
  using type = Program<3, Types<Stage<Op, Reads<Rs...>, Writes<Q>>>,
                       Types<std::conditional_t<true, detail::BoundarySpec<>, Rs>...>>;
};
template <class Q, class ReadList, class... Ps>
inline constexpr int state_of = detail::state_input<typename Reader<Q, ReadList, Types<Ps...>>::type>;

TEST_CASE("What register tiles are made for", "[steps]") {
  STATIC_REQUIRE(state_of<evolves, Reads<evolves>, Star<1>> == 0);
  STATIC_REQUIRE(state_of<evolves, Reads<stays, evolves>, Star<1>, Star<1>> == 1);
  STATIC_REQUIRE(state_of<evolves, Reads<evolves, evolves>, Star<1>, Star<1>> == -1);
  STATIC_REQUIRE(state_of<evolves, Reads<evolves>, Centre> == -1);
  STATIC_REQUIRE(state_of<vector, Reads<vector>, Star<1>> == -1);
}

TEST_CASE("What is asked for is taken or refused", "[steps]") {
  auto const request = [](std::string const& strategy, int steps) {
    Schedule schedule{strategy};
    schedule.steps_per_launch = steps;
    return schedule;
  };
  CHECK_FALSE(single_steps({}, false, ""));
  CHECK_FALSE(single_steps(request("overlapped", 0), true, ""));
  CHECK_FALSE(single_steps(request("", 4), false, ""));
  CHECK_THAT(single_steps({}, false, "of this")->reason, ContainsSubstring("is not possible: of this"));
  CHECK_THAT(single_steps(request("", 1), false, "")->reason, ContainsSubstring("steps_per_launch = 1"));
  CHECK_THAT(single_steps(request("overlapped", 1), true, "")->reason, ContainsSubstring("steps_per_launch = 1"));
  CHECK_FALSE(single_steps(request("overlapped", 1), true, "", 3));  // all stages of a step
  CHECK_THAT(single_steps(request("team", 0), false, "")->reason, ContainsSubstring("strategy = team"));
  Schedule tile, graph;
  tile.tile_x = 8;
  graph.graph = Graph::on;
  CHECK_THAT(single_steps(tile, false, "")->reason, ContainsSubstring("numbers for single steps"));
  CHECK_THAT(single_steps(graph, false, "")->reason, ContainsSubstring("graph = on"));
  auto const refused = [](Schedule const& schedule, bool named, std::string const& obstacle, std::string const& why) {
    CHECK_THROWS_MATCHES(single_steps(schedule, named, obstacle), InputError, MessageMatches(ContainsSubstring(why)));
  };
  refused(request("", 65), false, "", "from 1 to 64");
  refused(request("team", 4), false, "", "strategy = team takes one");
  refused(request("", 4), false, "of this", "steps_per_launch = 4, but time tiling is not possible: of this");
  refused(request("overlapped", 0), true, "of this", "strategy = overlapped, but time tiling is not possible: of this");
}

StepsShape shape_of(int n) {
  ProgramInfo program = program_of({near});
  program.cells = {n, n, n};
  return steps_shape(program, 0);
}

TeamLimits host(int threads) {
  TeamLimits limits{true, 32 * 1024, threads, 32e6};
  limits.large_scratch_bytes = 20 << 20;
  return limits;
}

TEST_CASE("Several steps pay where memory is the limit", "[steps]") {
  StepsPlan const large = resolve_overlapped_schedule({}, shape_of(512), host(64));
  CHECK(large.steps > 1);
  CHECK_THAT(explain(large), ContainsSubstring("time tiling pays: a single step takes "));
  CHECK(large.resolved.schedule.streaming == Streaming::on);
  CHECK(resolve_overlapped_schedule({}, shape_of(512), host(16)).steps > 1);
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

// Strategies that do not run: what each would say.
struct Loses {
  static constexpr char const* name = "loses";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true, .or_next = true};
};
struct Wins {
  static constexpr char const* name = "wins";
  static constexpr Abilities abilities{.several_steps = true};
};
struct Last {
  static constexpr char const* name = "last";
  static constexpr Abilities abilities{.several_steps = true, .fewer_steps = true};
};
StepsPlan resolve_steps(Loses, Schedule const&, StepsShape const&, TeamLimits const&) {
  StepsPlan plan{1, false, {}, "weighed and lost"};
  plan.weighed = true;
  return plan;
}
StepsPlan resolve_steps(Wins, Schedule const& request, StepsShape const&, TeamLimits const&) {
  return {request.steps_per_launch == 3 ? 1 : 4, false, {}, "won"};
}
StepsPlan resolve_steps(Last, Schedule const& request, StepsShape const&, TeamLimits const&) {
  return {request.steps_per_launch == 3 ? 3 : 1, false, {}, "last"};
}

TEST_CASE("The first strategy that takes several steps is chosen", "[steps]") {
  auto const chosen = [](auto strategies, Schedule const& request) {
    return detail::choose_steps_of(strategies, request, StepsShape{}, TeamLimits{});
  };
  CHECK(chosen(Types<Loses, Wins>{}, {}).reason == "won");
  CHECK(chosen(Types<Loses, Last>{}, {}).reason == "weighed and lost");
  CHECK(chosen(Types<Last, Wins>{}, {}).reason == "last");  // which leaves nothing to others
  CHECK(chosen(Types<Loses, Wins, Last>{}, Schedule{"last"}).reason == "last");
  Schedule three;
  three.steps_per_launch = 3;
  CHECK(chosen(Types<Loses, Wins, Last>{}, three).steps == 3);
}

TEST_CASE("Numbers that do not fit are refused with those that do", "[steps]") {
  auto const refused = [](Schedule const& request, TeamLimits const& limits, std::string const& why) {
    CHECK_THROWS_MATCHES(resolve_overlapped_schedule(request, shape_of(512), limits), InputError,
                         MessageMatches(ContainsSubstring(why)));
  };
  TeamLimits const device{false, 48 * 1024, 100000, 5e7};
  Schedule request{"overlapped", 512, 512};
  request.steps_per_launch = 4;
  refused(request, device,
          "the planes of 4 steps per launch and the tile that was asked for do not fit in 49152 bytes");
  refused(request, device, " fits");
  request.tile_x = request.tile_y = 0;
  StepsPlan const fitting = resolve_overlapped_schedule(request, shape_of(512), device);
  CHECK(fitting.resolved.scratch_bytes <= 48 * 1024);
  request.steps_per_launch = 64;
  refused(request, device, "the most steps that fit are ");
  request.steps_per_launch = 4;
  request.team_size = 100000;
  refused(request, device, "team_size");
  Schedule three{"wavefront"};
  three.steps_per_launch = 3;
  CHECK_THROWS_AS(resolve_wavefront_schedule(three, shape_of(512), device), InputError);
  three.steps_per_launch = 0;
  CHECK(resolve_wavefront_schedule(three, shape_of(512), device).steps == 2);
}

/// One stage that reads so, on a grid of 100 cells a side.
OverlapShape overlap_of(Hull const& hull, bool periodic) {
  ProgramInfo program = program_of({ReadInfo{0, 0, hull, 2}});
  program.cells = {100, 100, 100};
  program.periodic = {periodic, periodic, periodic};
  return overlap_shape(program);
}

TEST_CASE("Lags and depths of the rings", "[steps]") {
  Schedule const tile{"overlapped", 32, 8, 50};
  OverlapPlan const wavefront = plan_overlap(overlap_of(star, false), tile, 2, true);
  CHECK((wavefront.level[1].lag == 2 && wavefront.level[2].lag == 4));
  CHECK((wavefront.level[0].depth == 4 && wavefront.level[1].depth == 4 && wavefront.level[2].depth == 0));
  OverlapPlan const alone = plan_overlap(overlap_of(star, false), tile, 2, false);
  CHECK((alone.level[1].lag == 1 && alone.level[1].depth == 3 && alone.pitch % 8 == 0));
  Hull const below{{0, 0, -3}, {0, 0, 0}};
  OverlapPlan const down = plan_overlap(overlap_of(below, false), tile, 4, false);
  CHECK((down.level[1].lag == 3 && down.level[1].depth == 7));  // as deep ahead, for the cells that ghosts mirror
  OverlapPlan const around = plan_overlap(overlap_of(below, true), tile, 4, false);
  CHECK((around.level[1].lag == 0 && around.level[1].depth == 4));
  CHECK(overlap_work(plan_overlap(overlap_of(star, false), tile, 1, false), tile) == 1);
  CHECK(overlap_work(wavefront, tile) == (34.0 * 10 * 52 / (32 * 8 * 50) + 1) / 2);
}

/// FDTD in the plane, whose y is swept: ey and ex from hz, then hz from both.
ProgramInfo electromagnetics() {
  ProgramInfo program;
  program.rank = 2;
  program.cells = {1000, 1, 1000};
  program.quantities = {QuantityInfo{"ey"}, QuantityInfo{"hz"}, QuantityInfo{"ex"}};
  Hull const left{{-1, 0, 0}, {}}, below{{0, 0, -1}, {}}, right{{}, {1, 0, 0}}, above{{}, {0, 0, 1}};
  program.stages = {StageInfo{"y", {{0, 0, {}}, {1, 0, left, 2}}, {0}},
                    StageInfo{"x", {{2, 0, {}}, {1, 0, below, 2}}, {2}},
                    StageInfo{"z", {{1, 0, {}}, {2, 0, above, 2}, {0, 0, right, 2}}, {1}}};
  return program;
}

TEST_CASE("Stages of a launch stand in rings as their reads ask", "[steps]") {
  OverlapShape const shape = overlap_shape(electromagnetics());
  CHECK((shape.read_bytes == 24 && shape.written_bytes == 24 && shape.swept));  // 48 bytes; stage by stage 80
  OverlapPlan const plan = plan_overlap(shape, Schedule{"overlapped", 64, 1, 100}, 1, false);
  auto const& loaded = plan.level;
  auto const& made = plan.level + 3;
  CHECK((loaded[0].depth == 1 && loaded[1].depth == 2));  // ey and ex, read at their own cells, ex one row later
  CHECK((loaded[2].hi[0] == 2 && loaded[2].depth == 3));  // hz, read at the row before, and last two rows later
  CHECK((made[0].hi[0] == 1 && made[0].lag == 0 && made[0].depth == 3));
  CHECK((made[1].hi[2] == 1 && made[1].lag == 1 && made[1].depth == 3));
  CHECK((made[2].hi[0] == 0 && made[2].lag == 2 && made[2].depth == 0));
  CHECK(most_steps_of(3) == 20);
}

TEST_CASE("All stages of a step in a launch", "[steps]") {
  ProgramInfo program = electromagnetics();
  program.cells = {20000, 1, 20000};
  StepsShape const shape = steps_shape(program, -1);
  Schedule one{"overlapped"};
  one.steps_per_launch = 1;
  StepsPlan const fused = resolve_overlapped_schedule(one, shape, host(4));
  CHECK((fused.steps == 1 && fused.fused && fused.launches()));
  CHECK((fused.next(7) == 1 && fused.next(1) == 1 && fused.next(0) == 0));
  CHECK_THAT(explain(fused), ContainsSubstring("all stages of a step are taken in a launch by strategy overlapped"));
  StepsPlan const chosen = resolve_overlapped_schedule({}, shape, host(16));
  INFO(explain(chosen));
  CHECK((chosen.steps > 1 && chosen.fused && chosen.next(chosen.steps) == 1));
  one.steps_per_launch = 21;
  CHECK_THROWS_MATCHES(resolve_overlapped_schedule(one, shape, host(4)), InputError,
                       MessageMatches(ContainsSubstring("a launch of 3 stages takes at most 20")));
  program.stages.push_back(program.stages[0]);  // ey twice in a step: its versions would not be those of single steps
  StepsPlan const twice = resolve_overlapped_schedule({"overlapped"}, steps_shape(program, -1), host(4));
  CHECK((twice.steps > 1 && !twice.fused));
}

}  // namespace steps
