// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "regions/spaces_with_column.hpp"

#include "agreement/runs.hpp"
#include "regions/models.hpp"

using namespace tessera;
using agreement::Boundaries;

namespace regions {

/// Schedules that run parts, the team sweep with neighbours in memory where a stage is in place.
std::vector<Schedule> schedules(bool host, bool copied) {
  using enum Placement;
  auto const threads = [host](int size) { return host ? 0 : size; };
  std::vector<Schedule> all{{"team"},
                            {"team", 8, 4, 3, 0, memory},
                            {"team", 33, 2, 1, threads(96), memory},
                            {"team", 1, 1, 1, threads(1), memory},
                            {"team", 64, 7, 100, 0, memory, Streaming::on},
                            {"per_cell"}};
  if (copied) {
    all.push_back({"team", 5, 3, 2, threads(37), planes});
    all.push_back({"team", 16, 2, 100, threads(250), planes});
  }
  return all;
}

/// Team gives the bits of naive, ghosts included, on every size, and with no schedule named, too.
template <class Model, class Exec>
void agrees(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : agreement::sizes<Model::rank>()) {
    for (unsigned periodic : {0U, 1U << (turn % 3), 7U}) {
      Boundaries const boundaries{periodic, turn++};
      auto const grid = agreement::grid_of<Model::rank>(cells, boundaries);
      bool clash = false;
      for (std::size_t a = 0; a < Model::rank; ++a) {
        clash = clash || (Model::coloured && grid.periodic[a] && cells[a] % 2 == 1);
      }
      if (clash) continue;
      auto const program = agreement::program_of<Model>(cells, boundaries);
      using Quantities = typename decltype(program)::quantities;
      agreement::NoiseRun const expected(exec, program, Schedule{"naive"}, 4);
      bool const copied = expected.plan().buffers.quantities[0].buffers > 1;
      std::vector<Schedule> all = schedules(on_host<Exec>, copied);
      all.push_back({});
      for (auto const& schedule : all) {
        agreement::NoiseRun const actual(exec, program, schedule, 4);
        std::string const first = agreement::difference<Model::rank>(expected, actual, Quantities{});
        INFO(Exec::name() << ", " << agreement::text_of(schedule) << ", periodic " << periodic << ", turn " << turn);
        CAPTURE(cells[0], cells[1 % Model::rank], cells[2 % Model::rank]);
        REQUIRE(first == "");
      }
    }
  }
}
template <class Model>
void agrees() {
  test::for_each_space([](auto const& exec) { agrees<Model>(exec); });
}

TEST_CASE("Red and black agree", "[regions]") {
  agrees<RedBlack<double, 3>>();
  agrees<RedBlack<float, 2>>();
  agrees<FarRedBlack<double>>();
}
TEST_CASE("Parts, wholes and old versions agree", "[regions]") { agrees<Mixed<double, 3>>(); }
TEST_CASE("Masks that a stage makes agree", "[regions][mask]") { agrees<Masked<float, 2>>(); }
TEST_CASE("What is reduced over parts agrees", "[regions]") { agrees<Measured<double, 1>>(); }
TEST_CASE("Planes agree", "[regions]") { agrees<Boxes>(); }

}  // namespace regions
