// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "regions/spaces_with_column.hpp"
#include "spaces.hpp"

using namespace tessera;

namespace regions {

struct height : Quantity<double> {};
struct land : Quantity<short> {};
struct lowest : Quantity<double, 1, GlobalScalar> {};
struct peak : Quantity<double, 1, GlobalScalar> {};
struct mass : Quantity<double, 1, GlobalScalar> {};

struct Survey {
  using reach = Centre;
  template <class H>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(H const& h) const {
    return pack(Reduce<Min>{h()}, Reduce<Max>{h()}, Reduce<Sum>{h()});
  }
};
using SurveyStage = Stage<Survey, Reads<height>, Writes<lowest, peak, mass>>;

/// Surveys a plane of 9 x 7 heights, all different and whole, and compares with the cells that `inside(x, y)` says.
template <class StageType, class Inside>
void surveys(StageType const& stage, Inside const& inside) {
  std::vector<double> heights;
  std::vector<int> marks;
  double least = 1e9, most = -1e9, sum = 0;
  for (int cell = 0; cell < 63; ++cell) {
    heights.push_back(cell * 37 % 63 - 20);
    marks.push_back(cell % 4 == 1 ? -1 : 0);
    if (!inside(cell % 9, cell / 9, marks.back() != 0)) continue;
    least = std::min(least, heights.back());
    most = std::max(most, heights.back());
    sum += heights.back();
  }
  test::for_each_space([&](auto const& exec) {
    for (char const* strategy : {"naive", "team", "per_cell"}) {
      Solution run{exec, Program{Grid<2>{{9, 7}}, stage}, Schedule{strategy}};
      run.template set<height>(heights);
      if constexpr (contains<land, typename decltype(run)::quantities>) run.template set<land>(marks);
      run.advance(2);
      CHECK(run.template get<lowest>()[0] == least);
      CHECK(run.template get<peak>()[0] == most);
      CHECK(run.template get<mass>()[0] == sum);
    }
  });
}

TEST_CASE("What is reduced is that of the cells in which a stage acts", "[regions][scalars]") {
  surveys(SurveyStage{}.over(Interior{2}), [](int x, int y, bool) { return x > 1 && x < 7 && y > 1 && y < 5; });
  surveys(SurveyStage{}.over(Parity<1>{}).over(Face::x_high, 4),
          [](int x, int y, bool) { return x >= 5 && (x + y) % 2 == 1; });
  surveys(SurveyStage{}.where<land>(), [](int, int, bool marked) { return marked; });
}

}  // namespace regions
