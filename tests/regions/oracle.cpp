// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "regions/spaces_with_column.hpp"

#include "agreement/operators.hpp"
#include "agreement/plain_field.hpp"
#include "agreement/runs.hpp"

using namespace tessera;
using agreement::Boundaries;
using agreement::PlainField;

namespace regions {

struct judged : Quantity<double> {};

/// The mean of the six neighbours; of the centre's own buffer it reads the other parity alone.
struct Relax {
  double weight;
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) sum += u.along(axis, -1) + u.along(axis, 1);
    return tessera::fma(weight, sum, 0.25 * u());
  }
};
/// One and three cells away: still the other parity, but near a face the ghosts mirror cells of the own one.
struct FarOdd {
  static constexpr int radius = 3;
  static constexpr bool has(int x, int y, int z) {
    int const away = (x != 0) + (y != 0) + (z != 0);
    return away == 0 || (away == 1 && (x + y + z) % 2 != 0);
  }
};
struct RelaxFar {
  double weight;
  using reach = FarOdd;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      for (int d = 1; d <= 3; d += 2) sum += u.along(axis, -d) - 0.5 * u.along(axis, d);
    }
    return tessera::fma(weight, sum, 0.25 * u());
  }
};
template <class Op>
using JudgedStage = Stage<Op, Reads<judged>, Writes<judged>>;

inline double plain_relax(PlainField const& u, int x, int y, int z) {
  double const sum =
      u(x - 1, y, z) + u(x + 1, y, z) + u(x, y - 1, z) + u(x, y + 1, z) + u(x, y, z - 1) + u(x, y, z + 1);
  return 0.15 * sum + 0.25 * u(x, y, z);
}
inline double plain_far(PlainField const& u, int x, int y, int z) {
  double sum = 0;
  for (int d = 1; d <= 3; d += 2) {
    sum += u(x - d, y, z) + u(x, y - d, z) + u(x, y, z - d);
    sum -= 0.5 * (u(x + d, y, z) + u(x, y + d, z) + u(x, y, z + d));
  }
  return 0.125 * sum + 0.25 * u(x, y, z);
}
inline double plain_box(PlainField const& u, int x, int y, int z) {
  double sum = 0.2 * u(x, y, z);
  for (int p = 0; p < 27; ++p) sum += 0.002 * (p + 1) * u(x + p % 3 - 1, y + p / 3 % 3 - 1, z + p / 9 - 1);
  return sum;
}

/// One stage of plain loops: `formula` where `inside` says, the value that was there elsewhere.
template <class Inside, class Formula>
void plain_stage(PlainField& u, double dt, Inside const& inside, Formula const& formula) {
  u.step([&](PlainField const& f, int x, int y, int z) { return inside(x, y, z) ? formula(f, x, y, z) : f(x, y, z); },
         dt);
}

/// Red, then black, each in place.
template <class Op, class Formula>
struct RedBlack {
  static constexpr int buffers = 1;
  static constexpr bool coloured = true;
  static auto program(Grid<3> const& grid) {
    JudgedStage<Op> const stage{{std::is_same_v<Op, Relax> ? 0.15 : 0.125}};
    return Program{grid, stage.over(Parity<0>{}), stage.over(Parity<1>{})};
  }
  static void plain(PlainField& u, std::array<int, 3> const&, std::array<bool, 3> const&, double dt) {
    plain_stage(
        u, dt, [](int x, int y, int z) { return (x + y + z) % 2 == 0; }, Formula::value);
    plain_stage(
        u, 0, [](int x, int y, int z) { return (x + y + z) % 2 == 1; }, Formula::value);
  }
};
struct NearFormula {
  static constexpr auto value = plain_relax;
};
struct FarFormula {
  static constexpr auto value = plain_far;
};

/// Neighbours of all parities, in a box that ends at one face and in the interior: two buffers, and the rest is copied.
struct BoxThenInterior {
  static constexpr int buffers = 2;
  static constexpr bool coloured = false;
  static auto program(Grid<3> const& grid) {
    JudgedStage<agreement::Box27<double>> const stage{{0.2, 0.002}};
    auto const& n = grid.cells;
    return Program{grid, stage.over(Cells<3>{{n[0] / 3, 0, n[2] / 2}, {n[0], (n[1] + 1) / 2, n[2]}}),
                   stage.over(Interior{1})};
  }
  static void plain(PlainField& u, std::array<int, 3> const& n, std::array<bool, 3> const& periodic, double dt) {
    auto const box = [&](int x, int y, int z) { return x >= n[0] / 3 && y < (n[1] + 1) / 2 && z >= n[2] / 2; };
    auto const interior = [&](int x, int y, int z) {
      int const at[3] = {x, y, z};
      bool in = true;
      for (std::size_t a = 0; a < 3; ++a) in = in && (periodic[a] || (at[a] > 0 && at[a] < n[a] - 1));
      return in;
    };
    plain_stage(u, dt, box, plain_box);
    plain_stage(u, 0, interior, plain_box);
  }
};

/// The same neighbours for one parity: cells of the own parity are read, so that it is not in place.
struct CheckeredBox {
  static constexpr int buffers = 2;
  static constexpr bool coloured = true;
  static auto program(Grid<3> const& grid) {
    JudgedStage<agreement::Box27<double>> const stage{{0.2, 0.002}};
    return Program{grid, stage.over(Parity<1>{})};
  }
  static void plain(PlainField& u, std::array<int, 3> const&, std::array<bool, 3> const&, double dt) {
    plain_stage(
        u, dt, [](int x, int y, int z) { return (x + y + z) % 2 == 1; }, plain_box);
  }
};

template <class Model, class Exec>
void agrees_with_plain_loops(Exec const& exec) {
  int turn = 0;
  for (auto const& cells : std::vector<std::array<int, 3>>{{1, 1, 1}, {2, 1, 4}, {7, 6, 5}, {8, 4, 2}, {3, 4, 12}}) {
    for (unsigned periodic : {0U, 1U, 2U, 4U, 5U, 7U}) {
      Boundaries const boundaries{periodic, turn++};
      Grid<3> const grid = agreement::grid_of<3>(cells, boundaries);
      bool clash = false;
      for (std::size_t a = 0; a < 3; ++a) clash = clash || (Model::coloured && grid.periodic[a] && cells[a] % 2 == 1);
      if (clash) continue;
      auto const program = agreement::with_rules<judged>(Model::program(grid), boundaries.turn);
      agreement::NoiseRun run(exec, program, Schedule{"naive"}, 0);
      REQUIRE(run.plan().buffers.quantities[0].buffers == Model::buffers);
      PlainField plain(grid, boundaries.turn, run.template get<judged>());
      for (int s = 0; s < 3; ++s) {
        run.advance(1);
        Model::plain(plain, cells, grid.periodic, run.time_step());
        CAPTURE(cells[0], cells[1], cells[2], periodic, boundaries.turn, s);
        REQUIRE(distance(plain, test::HostCopy<3, double>(run.template field<judged>())) < 1e-13);
      }
    }
  }
}
template <class Model>
void agrees_with_plain_loops() {
  test::for_each_space([](auto const& exec) { agrees_with_plain_loops<Model>(exec); });
}

TEST_CASE("Red and black in place are those of plain loops", "[regions]") {
  agrees_with_plain_loops<RedBlack<Relax, NearFormula>>();
}
TEST_CASE("Red and black three cells away are those of plain loops", "[regions]") {
  agrees_with_plain_loops<RedBlack<RelaxFar, FarFormula>>();
}
TEST_CASE("A box and the interior are those of plain loops", "[regions]") {
  agrees_with_plain_loops<BoxThenInterior>();
}
TEST_CASE("One parity of a box reach is that of plain loops", "[regions]") { agrees_with_plain_loops<CheckeredBox>(); }

}  // namespace regions
