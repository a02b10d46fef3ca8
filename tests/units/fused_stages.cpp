// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tessera/plan/explain.hpp"
#include "tessera/program.hpp"
#include "tessera/stencils/denoising.hpp"
#include "tessera/stencils/fdtd.hpp"
#include "tessera/stencils/jacobi.hpp"
#include "tessera/stencils/weighted.hpp"
#include "tessera/strategy/fused_stages/strategy.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using namespace tessera;
using namespace tessera::detail;

namespace {

template <class ProgramType>
struct PlanOf;
template <int Rank, class... Stages, class Boundaries>
struct PlanOf<Program<Rank, Types<Stages...>, Boundaries>> {
  using type = RowPlanOf<Rank, Stages...>;
  static StepsShape shape(Program<Rank, Types<Stages...>, Boundaries> const& program) {
    StepsShape shape = steps_shape(program.info(), detail::state_input<Program<Rank, Types<Stages...>, Boundaries>>);
    shape.rows = facts_of_row_plan<type, Rank>();
    return shape;
  }
};
template <class ProgramType>
StepsShape shape_of(ProgramType const& program) {
  return PlanOf<ProgramType>::shape(program);
}

auto waves(int nx, int ny) { return stencils::fdtd_program<double>(Grid<2>{{nx, ny}}, {}, 0.4); }
using Waves = PlanOf<decltype(waves(1, 1))>::type;
using Denoising = PlanOf<decltype(stencils::rician_program<double>(Grid<2>{}, {0.1}))>::type;

struct line : Quantity<float> {};
auto means(int n) {
  using Op = stencils::Jacobi1D7<float>;
  return Program{Grid<1>{{n}}, Stage<Op, Reads<line>, Writes<line>>{Op::average()}}.boundary<line>(Neumann{0.0});
}
using Means = PlanOf<decltype(means(1))>::type;

/// Blocks of CUDA's own launches may have more scratch than teams.
TeamLimits const device = [] {
  TeamLimits limits{false, 40 * 1024, 132 * 2048};
  limits.block_scratch_bytes = 227 * 1024;
  return limits;
}();

}  // namespace

TEST_CASE("What the rows of staggered waves need", "[fused_stages]") {
  // Writes 0, 1, 2 are ey, ex, hz. hz comes a row after the others, for it reads ex one row ahead.
  STATIC_REQUIRE(Waves::writes == 3);
  STATIC_REQUIRE((Waves::lag<0> == 0 && Waves::lag<1> == 0 && Waves::lag<2> == 1 && Waves::out_lag == 1));
  STATIC_REQUIRE((Waves::loaded<0> && Waves::loaded<1> && Waves::loaded<2>));
  STATIC_REQUIRE((Waves::lasts<0> && Waves::lasts<1> && Waves::lasts<2>));
  // Of hz the step reads to the left and below; of the new ey to the right, of the new ex above.
  STATIC_REQUIRE((Waves::before<2>.below_x == 1 && Waves::before<2>.above_x == 0 && Waves::before<2>.below == 1));
  STATIC_REQUIRE((Waves::made<0>.above_x == 1 && Waves::made<0>.above == 0 && Waves::made<1>.above == 1));
  STATIC_REQUIRE((!Waves::made<2>.read && Waves::halo == 1 && Waves::early_rows == 1 && Waves::slots == 2));
  STATIC_REQUIRE((Waves::columns == 6 && Waves::fits));
  FusedStagesFacts const facts = facts_of_row_plan<Waves, 2>();
  CHECK((facts.extent == 192 && facts.unit == 4 && facts.halo == 1 && facts.more_rows == 3 && facts.most_steps == 8));
  CHECK(facts.shared_bytes(8) == (4 + 2 * 7 + 1) * 3 * 192 * 8);
}

TEST_CASE("What a step does not hand on is not stored before the last", "[fused_stages]") {
  // Write 0, flatness, is made and read in a step; the image, write 1, is read two rows around before it is made.
  STATIC_REQUIRE((!Denoising::loaded<0> && Denoising::loaded<1> && Denoising::lasts<0> && Denoising::lasts<1>));
  STATIC_REQUIRE((Denoising::halo == 2 && Denoising::early_rows == 2 && Denoising::out_lag == 2));
}

TEST_CASE("A line has no rows ahead", "[fused_stages]") {
  STATIC_REQUIRE((Means::halo == 3 && Means::out_lag == 0 && Means::early_rows == 0 && Means::slots == 1));
  STATIC_REQUIRE(Means::columns == 36);  // nine times 16 bytes: lanes are an odd number of them apart
}

TEST_CASE("Rows in registers are taken where they pay, and told", "[fused_stages]") {
  StepsPlan const plan = resolve_fused_stages({}, shape_of(waves(8192, 8192)), device);
  CHECK((plan.steps >= 6 && plan.fused && plan.resolved.schedule.tile_x == 192));
  CHECK_THAT(explain(plan), ContainsSubstring("fused_stages") && ContainsSubstring("time tiling pays"));
  CHECK(resolve_fused_stages({}, shape_of(means(1 << 26)), device).steps > 8);
  StepsPlan const one = resolve_fused_stages(Schedule{"fused_stages"}, shape_of(waves(300, 400)), device);
  CHECK(one.launches());
}

TEST_CASE("Roots, quotients and other inputs count against several steps", "[fused_stages]") {
  StepsShape const shape = shape_of(stencils::rician_program<float>(Grid<2>{{8192, 8192}}, {0.1}));
  CHECK(shape.other_bytes == 4);
  CHECK(shape.long_operations == 3);
  CHECK(shape.in_float);
  StepsShape plain = shape;
  plain.long_operations = 0;
  CHECK(resolve_fused_stages({}, plain, device).steps > 1);
  StepsPlan const plan = resolve_fused_stages({}, shape, device);
  CHECK((!plan.launches() && plan.weighed));
  CHECK_THAT(plan.reason, ContainsSubstring("does not pay"));
  // On a small grid a block has few rows, each of which takes its time: at 1024^2 two steps took twice as long as
  // single ones.
  CHECK(!resolve_fused_stages({}, shape_of(stencils::rician_program<float>(Grid<2>{{1024, 1024}}, {0.1})), device)
             .launches());
}

// At 512^2 and 1024^2 an H200 takes 3.2 and 7.8 us for a single step of 13 points in double, 2.8 and 6.1 in float, and
// for one of several with rows in registers 6 and 8.5, 6.6 and 8.6; at 1280^2 12.8 and 8.3 (tiles of planes), 9.4 and
// 8.6; nine points at 512^2 in float 4.6 and 2.9.
TEST_CASE("Small planes take single steps where these are faster", "[fused_stages]") {
  auto const steps = [](auto op, int n, int layer_points = 0) {
    using Op = decltype(op);
    using T = std::decay_t<decltype(op.weight[0])>;
    struct u : Quantity<T> {};
    StepsShape shape = shape_of(Program{Grid<2>{{n, n}}, Stage<Op, Reads<u>, Writes<u>>{op}});
    shape.tile.layer_points = layer_points;
    return resolve_fused_stages({}, shape, device).steps;
  };
  CHECK(steps(stencils::WeightedStar<2, 3, double>::average(), 512) == 1);
  CHECK(steps(stencils::WeightedStar<2, 3, double>::average(), 1024) == 1);
  CHECK(steps(stencils::WeightedStar<2, 3, double>::average(), 1280) > 1);
  CHECK(steps(stencils::WeightedStar<2, 3, float>::average(), 512) == 1);
  CHECK(steps(stencils::WeightedStar<2, 3, float>::average(), 1024) == 1);
  CHECK(steps(stencils::WeightedBox<2, float>::average(), 512, 3) > 1);
}

TEST_CASE("What rows in registers cannot do is refused", "[fused_stages]") {
  auto const refused = [](StepsShape const& shape, int steps, std::string const& why) {
    StepsPlan const plan = resolve_fused_stages({}, shape, device);
    CHECK((steps > 0 || !plan.launches()));
    Schedule request{"fused_stages"};
    request.steps_per_launch = steps;
    CHECK_THROWS_MATCHES(resolve_fused_stages(request, shape, device), InputError,
                         MessageMatches(ContainsSubstring(why)));
  };
  refused(shape_of(waves(191, 300)), 0, "smaller than a tile along x, 192 cells");
  refused(shape_of(waves(400, 300)), 9, "at most 8 steps");
  refused(shape_of(waves(400, 23)), 8, "fewer than 24 cells");
  StepsShape large = shape_of(waves(400, 400));
  large.rows.step_bytes *= 3;
  refused(large, 8, "bytes of scratch");
  StepsShape mapped = shape_of(waves(400, 400));
  mapped.plain_faces = false;
  refused(mapped, 0, "faces of one number");
  mapped.rows = {};
  refused(mapped, 0, "no kernel of fused stages is compiled");
}
