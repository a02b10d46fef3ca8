// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "agreement/runs.hpp"
#include "steps/shared_tiles.hpp"

namespace steps {

using namespace tessera;
using agreement::Boundaries;

/// What differs, after the last of so many steps, between two solutions: cells and ghosts of the newest version and of
/// the one before, steps taken, and the time to the last bit.
template <int Rank, class Q, class RunA, class RunB>
std::string any_difference(RunA const& expected, RunB const& actual) {
  using Copy = test::HostCopy<Rank, typename Q::value_type>;
  if (actual.step() != expected.step() || actual.time() != expected.time()) return "the clock";
  bool const ghost_edges =
      expected.plan().buffers.quantities[detail::IndexOf<Q, typename RunA::quantities>::value].ghost_edges;
  std::string const newest = agreement::difference("newest", Copy(expected.template field<Q>()),
                                                   Copy(actual.template field<Q>()), ghost_edges);
  if (!newest.empty()) return newest;
  return agreement::difference("previous", Copy(expected.template previous<Q>()), Copy(actual.template previous<Q>()),
                               ghost_edges);
}

/// Ghosts that reflect in part, and depend on where they are and when.
struct Mixed {
  template <int Rank>
  KOKKOS_FUNCTION double operator()(double inner, At<Rank> const& at) const {
    double sum = 0.25 * inner + 0.0625 * at.t;
    for (int axis = 0; axis < Rank; ++axis) sum += 0.02 * at[axis] - 0.001 * at.index(axis);
    return sum;
  }
};

/// Grids of one cell, thinner than ghosts, one wide, prime, and larger than a tile in one axis or more.
template <int Rank>
std::vector<std::array<int, Rank>> grids() {
  if constexpr (Rank == 1) return {{1}, {2}, {7}, {31}, {257}};
  if constexpr (Rank == 2) return {{1, 1}, {2, 3}, {1, 7}, {31, 13}, {3, 41}};
  if constexpr (Rank == 3) return {{1, 1, 1}, {2, 1, 3}, {7, 6, 5}, {11, 8, 13}, {19, 3, 2}, {2, 3, 17}};
}

/// A strategy with tiles to be tried: its own choice, and small ones of several numbers; on hosts with rows stored past
/// the caches, too.
inline std::vector<Schedule> tilings(std::string const& strategy) {
  std::vector<Schedule> all{{strategy}, {strategy, 4, 3, 5}, {strategy, 2, 1, 3}, {strategy, 32, 64, 7}};
  all[0].streaming = all[3].streaming = Streaming::on;
  return all;
}

/// Numbers of steps; every grid and boundary takes some of them in turn.
inline int steps_of(int turn) {
  constexpr int all[] = {2, 3, 4, 5, 7, 12, 1, 6, 9};
  return all[turn % 9];
}

/// Repeated single steps of the oracle against launches of several, for one program: every strategy and tile, a number
/// of steps per launch that goes in turn, and calls of advance that it does not divide. `whole`: small tiles may be
/// refused, because ghosts beyond edges depend on place.
template <class Q, class Exec, class ProgramType>
void agree_with_single_steps(Exec const& exec, ProgramType const& program, int& turn, bool whole) {
  int const some = steps_of(turn);
  std::vector<int> const calls{some + 1 + turn % 3, 1, 2 * some + turn % some};
  agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0);
  expected.time_step(1.0 / 3);
  for (int call : calls) expected.advance(call);
  std::vector<std::string> strategies{"overlapped"};
  if (on_host<Exec>) strategies.emplace_back("shared_tiles");
  for (std::string const& strategy : strategies) {
    for (Schedule schedule : tilings(strategy)) {
      schedule.steps_per_launch = some;
      auto const& cells = program.grid().cells;
      INFO(Exec::name() << ", " << strategy << " " << some << " steps, tile " << schedule.tile_x << " x "
                        << schedule.tile_y << ", chunk " << schedule.chunk_z << ", cells " << cells[0] << " x "
                        << cells[1 % cells.size()] << " x " << cells[2 % cells.size()] << ", turn " << turn);
      try {
        agreement::NoiseRun actual(exec, program, schedule, 0);
        REQUIRE(actual.plan().steps.steps == some);
        actual.time_step(1.0 / 3);
        for (int call : calls) actual.advance(call);
        REQUIRE(any_difference<ProgramType::rank, Q>(expected, actual) == "");
      } catch (InputError const& refused) {
        INFO(refused.what());
        bool const fits = std::string(refused.what()).find("do not fit") == std::string::npos;
        REQUIRE((whole || !fits));
        REQUIRE((schedule.tile_x > 0 || strategy == "shared_tiles" || !on_host<Exec>));
      }
    }
  }
  ++turn;
}

/// The same for a model on all grids, periodic axes and rules in turn.
template <class Model, class Exec>
void agree_on_all_grids(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : grids<Model::rank>()) {
    for (unsigned periodic : {0U, 1U << (turn % 3), 6U >> (turn % 2), 7U}) {
      auto const program = agreement::program_of<Model>(cells, Boundaries{periodic, turn});
      agree_with_single_steps<typename Model::state>(exec, program, turn, Model::diagonal);
    }
  }
}

template <class Model>
void agree_everywhere() {
  test::for_each_space([](auto const& exec) { agree_on_all_grids<Model>(exec); });
}

}  // namespace steps
