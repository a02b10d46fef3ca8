// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "agreement/compare.hpp"
#include "agreement/operators.hpp"
#include "agreement/plain_field.hpp"
#include "tessera/stencils/heat.hpp"

using namespace tessera;

namespace agreement {

struct judged : Quantity<double> {};

template <class Op>
using JudgedStage = Stage<Op, Reads<judged>, Writes<judged>>;

struct JudgedHeat {
  static constexpr int rank = 3;
  static constexpr double c[3] = {0.1, 0.15, 0.2};
  using Op = stencils::Heat<3, double>;
  static auto program(Grid<3> const& grid) { return Program{grid, JudgedStage<Op>{Op{{c[0], c[1], c[2]}}}}; }
  static double plain(PlainField const& u, int x, int y, int z) {
    double const here = u(x, y, z);
    double const along_x = u(x - 1, y, z) - 2 * here + u(x + 1, y, z);
    double const along_y = u(x, y - 1, z) - 2 * here + u(x, y + 1, z);
    double const along_z = u(x, y, z - 1) - 2 * here + u(x, y, z + 1);
    return here + c[0] * along_x + c[1] * along_y + c[2] * along_z;
  }
};

struct JudgedBox {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, JudgedStage<Box27<double>>{Box27<double>{0.2, 0.002}}};
  }
  static double plain(PlainField const& u, int x, int y, int z) {
    double sum = 0.2 * u(x, y, z);
    for (int p = 0; p < 27; ++p) sum += 0.002 * (p + 1) * u(x + p % 3 - 1, y + p / 3 % 3 - 1, z + p / 9 - 1);
    return sum;
  }
};

struct JudgedLongStar {
  static constexpr int rank = 3;
  static auto program(Grid<3> const& grid) {
    return Program{grid, JudgedStage<LongStar<4, double>>{{0.25, {0.1, 0.05, 0.03, 0.02}}}};
  }
  static double plain(PlainField const& u, int x, int y, int z) {
    double const weight[4] = {0.1, 0.05, 0.03, 0.02};
    double sum = 0.25 * u(x, y, z);
    for (int d = 1; d <= 4; ++d) {
      double const above = u(x + d, y, z) + u(x, y + d, z) + u(x, y, z + d);
      double const below = u(x - d, y, z) + u(x, y - d, z) + u(x, y, z - d);
      sum += weight[d - 1] * (above - 0.5 * below);
    }
    return sum;
  }
};

template <class Model, class Exec>
void naive_agrees_with_plain_loops(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : std::vector<std::array<int, 3>>{{1, 1, 1}, {2, 1, 3}, {7, 5, 6}, {4, 9, 2}, {3, 4, 11}}) {
    for (unsigned periodic : {0U, 1U, 2U, 4U, 5U, 7U}) {
      Boundaries const boundaries{periodic, turn++};
      NoiseRun run(exec, program_of<Model>(cells, boundaries), Schedule{"naive"}, 0);
      PlainField plain(grid_of<3>(cells, boundaries), boundaries.turn, run.template get<judged>());
      for (int s = 0; s < 3; ++s) {
        run.advance(1);
        double const read = distance(plain, test::HostCopy<3, double>(run.template previous<judged>()));
        plain.step(Model::plain, run.time_step());
        double const written = distance(plain, test::HostCopy<3, double>(run.template field<judged>()));
        CAPTURE(cells[0], cells[1], cells[2], periodic, boundaries.turn, s);
        REQUIRE(read < 1e-13);
        REQUIRE(written < 1e-13);
      }
    }
  }
}

template <class Model>
void naive_agrees_with_plain_loops() {
  test::for_each_space([](auto const& exec) { naive_agrees_with_plain_loops<Model>(exec); });
}

TEST_CASE("The oracle's heat is that of plain loops", "[oracle]") { naive_agrees_with_plain_loops<JudgedHeat>(); }
TEST_CASE("The oracle's box is that of plain loops", "[oracle]") { naive_agrees_with_plain_loops<JudgedBox>(); }
TEST_CASE("The oracle's long star is that of plain loops", "[oracle]") {
  naive_agrees_with_plain_loops<JudgedLongStar>();
}

}  // namespace agreement
