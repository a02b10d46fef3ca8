// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "register_tile/agree.hpp"
#include "steps/chains.hpp"

namespace register_tiles {

/// Grids of one tile of rows, of one cell more, odd ones, ones that end in the middle of 16 bytes, and such as have
/// more tiles than the device has blocks.
template <int Rank>
std::vector<std::array<int, Rank>> row_grids(int tile) {
  if constexpr (Rank == 1 && test::emulated) return {{tile}, {tile + 1}, {3 * tile - 5}, {12 * tile + 7}};
  if constexpr (Rank == 2 && test::emulated) return {{tile, 97}, {tile + 1, 131}, {2 * tile + 7, 113}};
  if constexpr (Rank == 1) return {{tile}, {tile + 1}, {3 * tile - 5}, {40 * tile + 7}, {3000 * tile}};
  if constexpr (Rank == 2)
    return {{tile, 97}, {tile + 1, 131}, {2 * tile + 7, 113}, {3 * tile - 5, 300}, {9 * tile, 2003}};
}

/// Repeated single steps of the oracle against rows in registers, of all `States`, on the spaces that have them.
/// `make(grid)` is the program.
template <int Rank, class States, class Make>
void agree_in_rows(Make const& make) {
  test::for_each_space([&](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    if constexpr (detail::has_register_tiles<Exec>) {
      Schedule schedule{"fused_stages"};
      std::array<int, Rank> large{};
      large.fill(4000);
      int const tile = [&] {
        auto const plain = make(agreement::grid_of<Rank>(large, agreement::Boundaries{0, 0}));
        return plan_execution(exec, with_plain_rules(plain, 0, States{}), schedule).steps.resolved.schedule.tile_x;
      }();
      int turn = 0;
      for (auto const& cells : row_grids<Rank>(tile)) {
        for (unsigned periodic : {0U, 1U, 2U, 3U}) {
          constexpr int all[] = {1, 2, 1, 3, 5, 1, 8};  // single steps go another way
          schedule.steps_per_launch = all[turn % 7];
          auto const program = with_plain_rules(
              make(agreement::grid_of<Rank>(cells, agreement::Boundaries{periodic, turn})), turn, States{});
          INFO("cells " << cells[0] << " x " << cells[Rank - 1] << ", periodic " << periodic << ", "
                        << schedule.steps_per_launch << " steps, turn " << turn);
          agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0);
          agreement::NoiseRun actual(exec, program, schedule, 0);
          if (schedule.steps_per_launch > 1) REQUIRE(actual.plan().steps.launches());
          for (int call : {2 * schedule.steps_per_launch + 1, 3, 1, 3 * schedule.steps_per_launch - 1}) {
            expected.advance(call);
            actual.advance(call);
          }
          REQUIRE((actual.step() == expected.step() && actual.time() == expected.time()));
          REQUIRE(steps::cells_of(actual, States{}) == steps::cells_of(expected, States{}));
          ++turn;
        }
      }
    }
  });
}

}  // namespace register_tiles
