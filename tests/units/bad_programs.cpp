// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "tessera/operator/check_reaches.hpp"
#include "tessera/solution.hpp"

using namespace tessera;

namespace bad {

struct u : Quantity<double> {};
struct wind : Quantity<float, 2> {};
struct first : Quantity<double, 1, GlobalScalar> {};
struct second : Quantity<double, 1, GlobalScalar> {};

using Host = Kokkos::DefaultHostExecutionSpace;

/// What `f` is refused with; empty if it is not.
template <class F>
std::string refusal(F const& f) {
  try {
    f();
  } catch (InputError const& error) {
    return error.what();
  }
  return {};
}

struct Mean {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& v) const {
    return 0.25 * (v(1, 0) + v(-1, 0) + v(0, 1) + v(0, -1));
  }
};
using MeanStage = Stage<Mean, Reads<u>, Writes<u>>;

Grid<2> wrapped() { return {.cells = {4, 3}, .periodic = {true, true}}; }

TEST_CASE("A missing boundary is refused", "[bad_input]") {
  auto const program = Program{Grid<2>{{4, 3}}, MeanStage{}}.boundary<u>(Face::x_low, Neumann{0.0});
  CHECK(refusal([&] {
          Solution{Host{}, program};
        }) ==
        "stage Mean reads u 1 cell past x_high, where it has no boundary: add .boundary<u>(Face::x_high, ...) or make "
        "the axis periodic");
}

TEST_CASE("A field of another grid is refused, and nothing is changed", "[bad_input]") {
  Solution run{Host{}, Program{wrapped(), MeanStage{}}};
  run.set<u>(2.0);
  CHECK(refusal([&] { run.set<u>(std::vector<double>(20, 1.0)); }) ==
        "field u/0 holds 12 values; 20 were given: give one for each cell of its grid, in (c, z, y, x) order");
  CHECK(run.get<u>() == std::vector<double>(12, 2.0));
}

/// Each of two values is made from the other one.
struct Copy {
  using reach = Centre;
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(V const& v) const {
    return v();
  }
};
struct Echo : Copy {};

TEST_CASE("Values that are made from each other alone, and a value that nobody sets, are refused", "[bad_input]") {
  Program const circle{wrapped(), Stage<Copy, Reads<second>, Writes<first>>{},
                       Stage<Echo, Reads<first>, Writes<second>>{}, MeanStage{}};
  Solution run{Host{}, circle};
  CHECK(refusal([&] { run.advance(1); }) ==
        "stage Copy reads second in the first step, and it has no value (or NaN): call set<second>(value) before the "
        "first advance (stage Echo, which makes it, comes later in the step)");
  run.set<second>(3.0);
  CHECK(refusal([&] { run.advance(1); }) == "");
  CHECK(run.get<first>() == std::vector<double>{3});

  Solution lonely{Host{}, Program{wrapped(), Stage<Copy, Reads<second>, Writes<first>>{}}};
  CHECK(refusal([&] { lonely.advance(1); }) ==
        "stage Copy reads second in the first step, and it has no value (or NaN): call set<second>(value) before the "
        "first advance");
}

/// Reads two cells away on one side, if the wind blows from there.
struct Upwind {
  using reach = Reaches<Star<1>, Centre>;
  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& v, W const& w) const {
    return w[1]() > 0 ? 2 * v(0, -1) - v(0, -2) : v(0, 1);
  }
};
struct Corner {
  using reach = Star<1>;
  template <class U>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& v, At<2> const& at) const {
    return at.index(0) == 0 ? v() : v(1, -1);
  }
};
struct Third {
  using reach = Centre;
  template <class W>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(W const& w) const {
    return w[2]();
  }
};

TEST_CASE("A read past the reach, and so past the ghost layers, is found", "[bad_input]") {
  auto const checked = [](auto const& stage) { return refusal([&] { Solution{Host{}, Program{wrapped(), stage}}; }); };
  CHECK(checked(MeanStage{}) == "");
  CHECK(checked(Stage<Upwind, Reads<u, wind>, Writes<u>>{}) ==
        "stage Upwind reads u at (0, -2) from its cell, where its operator's reach has no point: add it to `using "
        "reach`, so that the ghost layers are deep enough");
  CHECK(checked(Stage<Corner, Reads<u>, Writes<u>>{}).starts_with("stage Corner reads u at (1, -1) from its cell"));
  CHECK(checked(Stage<Third, Reads<wind>, Writes<u>>{}) ==
        "stage Third reads component 2 of wind, which has fewer; count from 0, or give wind more components");
}

/// Reads past its reach as well, but says that it cannot be called on hosts.
struct DeviceCorner : Corner {
  static constexpr bool runs_on_host = false;
};

TEST_CASE("An operator that does not run on hosts is not called there", "[bad_input]") {
  CHECK(refusal([&] { check_reaches(Program{wrapped(), Stage<DeviceCorner, Reads<u>, Writes<u>>{}}); }) == "");
}

/// Squares: from 2 on, 2^(2^n) after n steps, and infinity after 10.
struct Square {
  using reach = Centre;
  template <class U>
  KOKKOS_FUNCTION double operator()(U const& v) const {
    return v() * v();
  }
};

TEST_CASE("advance finds numbers that fail, with their place and step", "[bad_input]") {
  Solution run{Host{}, Program{wrapped(), Stage<Square, Reads<u>, Writes<u>>{}}};
  std::vector<double> start(12, 1.0);
  start[6] = 2;
  run.set<u>(start);
  run.advance(8, CheckEvery{3});
  CHECK(run.step() == 8);
  std::string said;
  try {
    run.advance(100, CheckEvery{4});
  } catch (NumericsError const& error) {
    said = error.what();
  }
  CHECK(said == "the numbers failed: u at cell (x, y) = (2, 1) is not finite at step 12");
  CHECK(run.step() == 12);
  CHECK(refusal([&] { run.advance(1, CheckEvery{0}); }) == "CheckEvery: 0 steps; it takes 1 or more");
}

}  // namespace bad
