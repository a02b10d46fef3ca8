// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>

#include "tessera/error.hpp"
#include "tessera/reach.hpp"
#include "tessera/strategy/classic/strategies.hpp"

using namespace tessera;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

TeamLimits const device{false, 40 * 1024, 132 * 2048};
TeamLimits const host{true, 32 * 1024, 16};

template <Reach R, int Rank = 3>
SweepShape grid_of(std::array<int, 3> const& n, std::size_t value_size = 8, int components = 1) {
  return {{n[0], n[1], n[2]}, {InputShape{stored_hull<R, Rank>, components, value_size, beside_hull<R, Rank>}}};
}

template <class Strategy>
ResolvedSchedule resolve(SweepShape const& shape, TeamLimits const& limits, Schedule const& request = {}) {
  if constexpr (std::is_base_of_v<detail::BlockStrategy, Strategy>) {
    return resolve_block_schedule(Strategy::name, Strategy::kernel, request, shape, limits);
  } else {
    return resolve_stream_schedule(Strategy::name, Strategy::kernel, request, shape, limits);
  }
}

template <class Strategy>
void check_runs(SweepShape const& shape, TeamLimits const& limits) {
  ResolvedSchedule const r = resolve<Strategy>(shape, limits);
  Schedule const& s = r.schedule;
  CAPTURE(Strategy::name, shape.n[0], shape.n[1], shape.n[2], limits.host, s.tile_x, s.tile_y, s.chunk_z, s.team_size);
  CHECK(s.strategy == Strategy::name);
  CHECK((s.tile_x >= 1 && s.tile_y >= 1 && s.chunk_z >= 1 && s.chunk_z <= shape.n[2]));
  CHECK((s.team_size >= 1 && s.team_size <= (limits.host ? 1 : Strategy::kernel.most_threads)));
  CHECK(r.scratch_bytes <= limits.scratch_bytes);
  CHECK((r.scratch_bytes > 0) == Strategy::kernel.scratch);
  CHECK_FALSE(r.reason.empty());
  Schedule const again = resolve<Strategy>(shape, limits, s).schedule;
  CHECK((again.tile_x == s.tile_x && again.tile_y == s.tile_y && again.chunk_z == s.chunk_z));
}

template <class... Strategies>
void check_all_run(SweepShape const& shape, TeamLimits const& limits, Types<Strategies...>) {
  (check_runs<Strategies>(shape, limits), ...);
}

bool is(Schedule const& s, int x, int y, int z, int team) {
  CAPTURE(s.strategy, s.tile_x, s.tile_y, s.chunk_z, s.team_size);
  CHECK((s.tile_x == x && s.tile_y == y && s.chunk_z == z && s.team_size == team));
  return true;
}

}  // namespace

TEST_CASE("A column and what is beside it make the hull", "[classic]") {
  CHECK(column_hull<Star<2>, 3> == Hull{{0, 0, -2}, {0, 0, 2}});
  CHECK(beside_hull<Star<2>, 3> == Hull{{-2, -2, 0}, {2, 2, 0}});
  CHECK(beside_hull<Box<1>, 3> == stored_hull<Box<1>, 3>);
  CHECK(column_hull<Star<2>, 2> == Hull{{0, 0, -2}, {0, 0, 2}});
  CHECK(beside_hull<Star<2>, 2> == Hull{{-2, 0, 0}, {2, 0, 0}});
  CHECK(column_hull<Star<2>, 1> == Hull{});
}

TEST_CASE("Every kernel has numbers for every reach and size", "[classic]") {
  for (auto const& limits : {device, host}) {
    for (std::array<int, 3> const n : {std::array{1, 1, 1}, {2, 7, 3}, {64, 64, 64}, {513, 1, 300}, {5000, 1, 1}}) {
      check_all_run(grid_of<Star<1>>(n), limits, ClassicStrategies{});
      check_all_run(grid_of<Star<4>>(n, 4), limits, ClassicStrategies{});
      check_all_run(grid_of<Box<2>>(n, 8, 3), limits, ClassicStrategies{});
    }
  }
}

TEST_CASE("The published shapes are the kernels' own", "[classic]") {
  auto const cube = grid_of<Star<1>>({512, 512, 512});
  is(resolve<Block>(cube, device).schedule, 8, 8, 8, 512);
  is(resolve<BlockOverlap>(cube, device).schedule, 6, 6, 6, 512);
  is(resolve<BlockScratch>(cube, device).schedule, 8, 8, 8, 512);
  is(resolve<StreamBoth>(cube, device).schedule, 8, 8, 171, 64);
  is(resolve<PlaneSweep>(cube, device).schedule, 32, 16, 8, 512);
  is(resolve<BlockScratch>(cube, host).schedule, 8, 8, 8, 1);
  auto const flat = grid_of<Star<1>, 2>({512, 1, 512});
  is(resolve<Block>(flat, device).schedule, 64, 1, 8, 512);
  is(resolve<BlockOverlap>(flat, device).schedule, 62, 1, 6, 512);
  is(resolve<PlaneSweep>(flat, device).schedule, 512, 1, 8, 512);
  is(resolve<Block>(grid_of<Star<1>, 1>({512, 1, 1}), device).schedule, 512, 1, 1, 512);
}

TEST_CASE("Scratch holds what is read", "[classic]") {
  auto const star = grid_of<Star<1>>({64, 64, 64}), far = grid_of<Star<4>>({64, 64, 64});
  std::size_t const slack = block_bytes(grid_of<Centre>({64, 64, 64}), {8, 8, 8});
  CHECK(block_bytes(star, {8, 8, 8}) == slack + 10 * 10 * 10 * 8);
  CHECK(block_bytes(far, {8, 8, 4}) == slack + 16 * 16 * 12 * 8);
  CHECK(beside_bytes(star, 8, 8) == slack + 2 * 10 * 10 * 8);
  CHECK(beside_bytes(far, 8, 8) == slack + 2 * 16 * 16 * 8);
  CHECK(beside_bytes(grid_of<Box<1>>({64, 64, 64}, 4, 2), 8, 8) == slack + 4 * 10 * 10 * 4 * 2);
}

TEST_CASE("A block shrinks until it fits, and says so", "[classic]") {
  auto const far = grid_of<Star<4>>({64, 64, 64});
  auto const r = resolve<BlockScratch>(far, host);
  is(r.schedule, 8, 8, 4, 1);
  CHECK_THAT(r.reason, ContainsSubstring("smaller tile"));
  is(resolve<BlockScratch>(far, host, {"block_scratch", 0, 0, 12}).schedule, 8, 4, 12, 1);
  is(resolve<BlockOverlap>(far, host).schedule, 4, 4, 4, 1);
  CHECK_THAT(resolve<StreamBoth>(grid_of<Star<1>>({64, 64, 64}), device, {"stream_both", 8, 8, 0, 32}).reason,
             ContainsSubstring("32 columns at a time"));
}

TEST_CASE("What a kernel cannot do is refused with a remedy", "[classic]") {
  auto const star = grid_of<Star<1>>({64, 64, 64});
  auto const refused = [](std::function<void()> const& attempt, char const* text) {
    CHECK_THROWS_MATCHES(attempt(), InputError, MessageMatches(ContainsSubstring(text)));
  };
  refused([&] { resolve<Block>(star, host, {"block", -1}); }, "tile_x = -1");
  refused([&] { resolve<Stream>(star, host, {"stream", 0, 0, -3}); }, "chunk_z = -3");
  refused([&] { resolve<Block>(star, host, {"block", 0, 0, 0, 2}); }, "team_size = 2; at most 1");
  refused([&] { resolve<Stream>(star, device, {"stream", 0, 0, 0, 513}); }, "team_size = 513; at most 512");
  refused([&] { resolve<StreamBoth>(star, device, {"stream_both", 0, 0, 0, 257}); }, "team_size = 257; at most 256");
  refused([&] { resolve<Block>(star, device, {"block", 0, 0, 0, 0, Placement::planes}); }, "use strategy = team");
  refused(
      [&] {
        resolve<StreamBoth>(star, device, {"stream_both", 0, 0, 0, 0, Placement::memory});
      },
      "stream_both has its own placement");
  refused([&] { resolve<BlockScratch>(star, host, {"block_scratch", 64, 8, 8}); }, "for a tile of 64 x 8 x 8, 32768");
  refused([&] { resolve<BlockScratch>(star, host, {"block_scratch", 64, 8, 8}); }, "32 x 8 x 8 fits");
  refused([&] { resolve<StreamScratch>(star, host, {"stream_scratch", 256, 8}); }, "128 x 8 fits");
  TeamLimits const none{false, 300, 2048};
  refused([&] { resolve<BlockOverlap>(star, none); }, "use strategy = block, which");
  refused([&] { resolve<StreamBoth>(star, none); }, "use strategy = stream, which");
  auto const vast = grid_of<Star<1>>({2048, 2048, 2048});
  refused([&] { resolve<Block>(vast, device, {"block", 2048, 2048, 2048}); }, "at most 2^30 cells");
}
