// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "steps/models.hpp"

namespace register_tiles {

using namespace tessera;

/// Plain rules for every face that is not periodic: a value on the face, a value in the ghost, a gradient, in turn.
template <class Q, class ProgramType>
auto with_plain_rules(ProgramType program, int turn) {
  for (int f = 0; f < 2 * ProgramType::rank; ++f) {
    auto const face = static_cast<Face>(f);
    if (program.grid().periodic[static_cast<std::size_t>(f / 2)]) continue;
    int const rule = (f + turn) % 3;
    if (rule == 0) program = program.template boundary<Q>(face, Dirichlet{0.75});
    if (rule == 1) program = program.template boundary<Q>(face, Dirichlet{0.25, ValueAt::node});
    if (rule == 2) program = program.template boundary<Q>(face, Neumann{0.125});
  }
  return program;
}
/// The same for several quantities.
template <class ProgramType, class... Qs>
auto with_plain_rules(ProgramType program, int turn, Types<Qs...>) {
  ((program = with_plain_rules<Qs>(program, turn++)), ...);
  return program;
}

/// Grids of one tile, of one cell more, odd ones, ones that end in the middle of 16 bytes, and such as have more
/// columns of tiles than the device has blocks. `tile` is what a tile holds in x and y. Emulated, less, and where
/// threads take turns backward one alone, of more than one tile.
template <int Rank>
std::vector<std::array<int, Rank>> grids(std::array<int, 2> const& tile) {
  int const x = tile[0], y = tile[1];
  if (test::backward()) {
    std::array<int, Rank> one{};
    for (std::size_t axis = 0; axis < Rank; ++axis) one[axis] = axis == Rank - 1 ? 6 : tile[axis] + 1;
    return {one};
  }
  if constexpr (Rank == 2 && test::emulated) return {{x, 9}, {x + 1, 43}, {2 * x + 7, 31}};
  if constexpr (Rank == 3 && test::emulated) return {{x, y, 6}, {x + 1, y + 1, 1}, {2 * x - 1, 2 * y - 1, 13}};
  if constexpr (Rank == 2) return {{x, 9}, {x + 1, 3 * y + 40}, {2 * x + 7, 31}, {3 * x - 5, 97}, {x + 2, 3000}};
  if constexpr (Rank == 3) {
    return {{x, y, 6},
            {x + 1, y + 1, 1},
            {x + 3, 2 * y - 1, 41},
            {2 * x - 1, y + 5, 17},
            {3 * x, 3 * y + 2, 23},
            {9 * x - 50, 15 * y, 8}};
  }
}

/// Cells that the swept axis of a grid has to have for a model.
template <class Model>
constexpr int fewest_swept() {
  if constexpr (requires { Model::radius; }) return Model::radius;
  return 1;
}

/// The tile that a model has on a grid, in x and y; throws if it has none.
template <class Model, class Exec>
std::array<int, 2> tile_on(Exec const& exec, std::array<int, Model::rank> const& cells) {
  auto const program = with_plain_rules<typename Model::state>(
      Model::program(agreement::grid_of<Model::rank>(cells, agreement::Boundaries{0, 0})), 0);
  Schedule const chosen = plan_execution(exec, program, Schedule{"register_tile"}).steps.resolved.schedule;
  return {chosen.tile_x, chosen.tile_y};
}

/// Grids for a model, as above; where blocks make tiles together, one more, of the height of a block.
template <class Model, class Exec>
auto grids_for(Exec const& exec) {
  std::array<int, Model::rank> cells{};
  cells.fill(700);
  if constexpr (Model::rank == 2) return grids<2>(tile_on<Model>(exec, cells));
  if constexpr (Model::rank == 3) {
    cells[2] = 4;
    auto const tile = tile_on<Model>(exec, cells);
    auto all = grids<3>(tile);
    if (test::backward()) return all;
    for (int const blocks : {3, 2}) {
      cells[1] = tile[1] / blocks;
      try {
        all.push_back({tile[0] + 1, tile_on<Model>(exec, cells)[1], 4});
        break;
      } catch (InputError const&) {  // a tile has not so many blocks
      }
    }
    return all;
  }
}

/// Repeated single steps of the oracle against register tiles, on one grid; `turn` varies its boundaries.
template <class Model, class Exec>
void agree_on(Exec const& exec, std::array<int, Model::rank> const& cells, unsigned periodic, int turn) {
  auto const program = with_plain_rules<typename Model::state>(
      Model::program(agreement::grid_of<Model::rank>(cells, agreement::Boundaries{periodic, turn})), turn);
  agreement::NoiseRun expected(exec, program, Schedule{"naive"}, 0);
  agreement::NoiseRun actual(exec, program, Schedule{"register_tile"}, 0);
  INFO("cells " << cells[0] << " x " << cells[1] << " x " << cells[Model::rank - 1] << ", periodic " << periodic
                << ", turn " << turn);
  int const steps = actual.plan().steps.steps;
  REQUIRE(steps > 1);
  // What whole launches leave over takes fewer groups, or levels.
  for (int call : {2 * steps + 1, 3, steps + 3, 3 * steps - 1}) {
    expected.advance(call);
    actual.advance(call);
  }
  REQUIRE(steps::any_difference<Model::rank, typename Model::state>(expected, actual) == "");
}

/// The same on grids of all kinds, on the spaces that have register tiles.
template <class Model>
void agree() {
  test::for_each_space([](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    if constexpr (detail::has_register_tiles<Exec>) {
      int turn = 0;
      for (auto const& cells : grids_for<Model>(exec)) {
        if (cells[Model::rank - 1] < fewest_swept<Model>()) continue;
        unsigned const kinds[] = {0U, 1U << (turn % Model::rank), 7U};
        if constexpr (test::emulated) {  // one kind for each grid
          agree_on<Model>(exec, cells, kinds[turn % 3], turn);
          ++turn;
        } else {
          for (unsigned const periodic : kinds) agree_on<Model>(exec, cells, periodic, turn++);
        }
      }
    }
  });
}

}  // namespace register_tiles
