// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "regions/spaces_with_column.hpp"
#include "spaces.hpp"

using namespace tessera;

namespace regions {

struct count : Quantity<double> {};
struct solid : Quantity<std::uint8_t> {};
struct depth : Quantity<int> {};

/// Counts how often a cell was updated. What it reads around the cell decides where the new version stands: in the
/// buffer of the old one, or in another.
template <class R>
struct Count {
  using reach = R;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u) const {
    return u() + 1;
  }
};
template <class R>
using CountStage = Stage<Count<R>, Reads<count>, Writes<count>>;

/// Runs a stage three times and compares with `inside(x, y, z)`.
template <int Rank, class StageType, class Inside>
void acts_in(std::array<int, Rank> const& cells, StageType const& stage, Inside const& inside) {
  test::for_each_space([&](auto const& exec) {
    for (char const* strategy : {"naive", "team"}) {
      Solution run{exec, Program{Grid<Rank>{cells}, stage}.template boundary<count>(Neumann{0.0}), Schedule{strategy}};
      if (run.template has_previous<count>()) run.template previous<count>().fill(-100);  // to be overwritten
      run.advance(3);
      std::vector<double> expected;
      int const ny = Rank > 1 ? cells[1 % Rank] : 1, nz = Rank > 2 ? cells[2 % Rank] : 1;
      for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
          for (int x = 0; x < cells[0]; ++x) expected.push_back(inside(x, y, z) ? 3 : 0);
        }
      }
      CAPTURE(strategy, run.explain());
      REQUIRE(run.template get<count>() == expected);
    }
  });
}

/// The same in place and not.
template <int Rank, class Narrow, class Inside>
void both_act_in(std::array<int, Rank> const& cells, Narrow const& narrow, Inside const& inside) {
  acts_in<Rank>(cells, narrow(CountStage<Centre>{}), inside);
  acts_in<Rank>(cells, narrow(CountStage<Star<1>>{}), inside);
}

TEST_CASE("A box is the cells that it names", "[regions]") {
  both_act_in<1>(
      {11},
      [](auto const& s) {
        return s.over(Cells{{3}, {7}});
      },
      [](int x, int, int) { return x >= 3 && x < 7; });
  both_act_in<2>(
      {7, 5},
      [](auto const& s) {
        return s.over(Cells{{2, 0}, {7, 3}});
      },
      [](int x, int y, int) { return x >= 2 && y < 3; });
  both_act_in<3>(
      {5, 7, 6},
      [](auto const& s) {
        return s.over(Cells{{1, 2, 3}, {4, 7, 5}});
      },
      [](int x, int y, int z) { return x >= 1 && x < 4 && y >= 2 && z >= 3 && z < 5; });
  both_act_in<3>(
      {5, 1, 3},
      [](auto const& s) {
        return s.over(Cells{{0, 0, 0}, {5, 1, 3}});
      },
      [](int, int, int) { return true; });
  both_act_in<2>(
      {5, 4},
      [](auto const& s) {
        return s.over(Cells{{2, 1}, {2, 4}});
      },
      [](int, int, int) { return false; });
}

TEST_CASE("The interior and the layers at a face follow the grid", "[regions]") {
  auto const inside = [](auto const& s) { return s.over(Interior{2}); };
  both_act_in<1>({9}, inside, [](int x, int, int) { return x >= 2 && x < 7; });
  both_act_in<2>({9, 6}, inside, [](int x, int y, int) { return x >= 2 && x < 7 && (y == 2 || y == 3); });
  both_act_in<3>({9, 4, 7}, inside, [](int, int, int) { return false; });
  both_act_in<3>({5, 5, 6}, inside, [](int x, int y, int z) { return x == 2 && y == 2 && (z == 2 || z == 3); });
  both_act_in<2>(
      {6, 5}, [](auto const& s) { return s.over(Face::y_high, 2); }, [](int, int y, int) { return y >= 3; });
  both_act_in<3>(
      {4, 6, 5}, [](auto const& s) { return s.over(Face::z_low); }, [](int, int, int z) { return z == 0; });
  both_act_in<3>(
      {4, 6, 5}, [](auto const& s) { return s.over(Face::y_high, 6); }, [](int, int, int) { return true; });
  both_act_in<3>(
      {4, 6, 5}, [](auto const& s) { return s.over(Face::x_high).over(Face::z_low, 2); },
      [](int x, int, int z) { return x == 3 && z < 2; });
  both_act_in<1>(
      {4}, [](auto const& s) { return s.over(Face::x_low, 0); }, [](int, int, int) { return false; });
}

TEST_CASE("A parity is every other cell, along all axes", "[regions]") {
  both_act_in<1>(
      {8}, [](auto const& s) { return s.over(Parity<1>{}); }, [](int x, int, int) { return x % 2 == 1; });
  both_act_in<2>(
      {7, 4}, [](auto const& s) { return s.over(Parity<0>{}); }, [](int x, int y, int) { return (x + y) % 2 == 0; });
  both_act_in<3>(
      {35, 3, 4},
      [](auto const& s) {
        return s.over(Parity<1>{}).over(Cells{{1, 0, 1}, {34, 3, 4}});
      },
      [](int x, int y, int z) { return (x + y + z) % 2 == 1 && x >= 1 && x < 34 && z >= 1; });
}

TEST_CASE("Regions that are named together hold together, in any order", "[regions]") {
  both_act_in<2>(
      {9, 9},
      [](auto const& s) {
        return s.over(Cells{{0, 3}, {6, 9}}).over(Interior{1}).over(Parity<0>{});
      },
      [](int x, int y, int) { return x >= 1 && x < 6 && y >= 3 && y < 8 && (x + y) % 2 == 0; });
  both_act_in<2>(
      {9, 9},
      [](auto const& s) {
        return s.over(Parity<0>{}).over(Interior{1}).over(Cells{{0, 3}, {6, 9}});
      },
      [](int x, int y, int) { return x >= 1 && x < 6 && y >= 3 && y < 8 && (x + y) % 2 == 0; });
  both_act_in<1>(
      {9},
      [](auto const& s) {
        return s.over(Cells{{0}, {4}}).over(Cells{{6}, {9}});
      },
      [](int, int, int) { return false; });
}

TEST_CASE("The interior of a periodic axis is all of it", "[regions]") {
  Grid<2> grid{{4, 5}};
  grid.periodic = {true, false};
  Solution run{Kokkos::DefaultExecutionSpace{},
               Program{grid, CountStage<Star<1>>{}.over(Interior{2})}.boundary<count>(Neumann{0.0})};
  run.advance(1);
  std::vector<double> const counted = run.get<count>();
  for (int cell = 0; cell < 20; ++cell) CHECK(counted[static_cast<std::size_t>(cell)] == (cell / 4 == 2 ? 1 : 0));
}

/// A run of `stage` with a mask of every third cell, on naive and team.
template <class Mask, class StageType, class Inside>
void marked(StageType const& stage, Inside const& inside) {
  test::for_each_space([&](auto const& exec) {
    for (char const* strategy : {"naive", "team"}) {
      Solution run{exec, Program{Grid<2>{{7, 5}}, stage}.template boundary<count>(Neumann{0.0}), Schedule{strategy}};
      std::vector<int> mask;
      for (int cell = 0; cell < 35; ++cell) mask.push_back(cell % 3 == 0 ? 2 + cell : 0);
      run.template set<Mask>(mask);
      if (run.template has_previous<count>()) run.template previous<count>().fill(-100);
      run.advance(2);
      std::vector<double> const counted = run.template get<count>();
      for (int cell = 0; cell < 35; ++cell) {
        CAPTURE(strategy, cell);
        REQUIRE(counted[static_cast<std::size_t>(cell)] == (cell % 3 == 0 && inside(cell % 7, cell / 7) ? 2 : 0));
      }
    }
  });
}

TEST_CASE("A mask is where whole numbers are not zero", "[regions][mask]") {
  auto const everywhere = [](int, int) { return true; };
  marked<solid>(CountStage<Centre>{}.where<solid>(), everywhere);
  marked<solid>(CountStage<Star<1>>{}.where<solid>(), everywhere);
  marked<depth>(CountStage<Star<1>>{}.where<depth>(), everywhere);
  auto const some = [](int x, int y) { return y < 4 && (x + y) % 2 == 1; };
  marked<solid>(CountStage<Centre>{}.where<solid>().over(Face::y_low, 4).over(Parity<1>{}), some);
  marked<solid>(CountStage<Star<1>>{}.over(Face::y_low, 4).over(Parity<1>{}).where<solid>(), some);
}

}  // namespace regions
