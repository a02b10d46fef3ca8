// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "spaces.hpp"
#include "tessera/solution.hpp"

// Operators that tell plain cells from others: hosts take the short form of the formula for runs of plain cells.

using namespace tessera;

namespace {

struct level : Quantity<double> {};
struct hole : Quantity<double> {};
struct greatest : Quantity<double, 1, GlobalScalar> {};
struct total : Quantity<double, 1, GlobalScalar> {};

/// A mean of the neighbours that are no holes. A cell without holes around it is plain. `Short` is what the short form
/// is multiplied by: 1, unless a test wants to see where it was taken.
template <int Short>
struct MeanBesideHoles {
  using reach = Star<1>;
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, H const& hole) const {
    double sum = 0;
    for (int axis = 0; axis < 2; ++axis) {
      for (int d = -1; d < 2; d += 2) sum += hole.along(axis, d) > 0 ? u() : u.along(axis, d);
    }
    return results(sum);
  }
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(U const&, H const& hole) const {
    return hole(-1, 0) + hole(1, 0) + hole(0, -1) + hole(0, 1) == 0;
  }
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(U const& u, H const&) const {
    return results(Short * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1)));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static auto results(double sum) {
    return pack(0.25 * sum, Reduce<Max>{sum}, Reduce<Sum>{sum});
  }
};

/// The same without reductions.
struct PlainMean {
  MeanBesideHoles<1> mean;
  using reach = Star<1>;
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION double operator()(U const& u, H const& hole) const {
    return mean(u, hole).template get<0>();
  }
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(U const& u, H const& hole) const {
    return mean.is_plain(u, hole);
  }
  template <class U, class H>
  KOKKOS_FORCEINLINE_FUNCTION double plain(U const& u, H const& hole) const {
    return mean.plain(u, hole).template get<0>();
  }
};

struct Outcome {
  std::vector<double> level;
  double greatest = 0, total = 0;
  bool operator==(Outcome const&) const = default;
};

template <class StageType, class Exec>
Outcome run(Exec const& exec, Grid<2> const& grid, std::vector<double> const& holes, std::string const& strategy,
            long steps = 3) {
  auto const program = Program{grid, StageType{}}.template boundary<level>(Dirichlet{1.0});
  Schedule schedule;
  schedule.strategy = strategy;
  Solution solution{exec, program.template boundary<hole>(Dirichlet{1.0, ValueAt::node}), schedule};
  std::vector<double> start;
  for (std::size_t cell = 0; cell < holes.size(); ++cell) start.push_back(std::sin(0.7 * static_cast<double>(cell)));
  solution.template set<level>(start);
  solution.template set<hole>(holes);
  solution.advance(steps);
  Outcome outcome{solution.template get<level>()};
  if constexpr (contains<greatest, typename std::remove_cvref_t<decltype(solution)>::quantities>) {
    outcome.greatest = solution.template get<greatest>()[0];
    outcome.total = solution.template get<total>()[0];
  }
  return outcome;
}

std::vector<double> random_holes(Grid<2> const& grid, double share) {
  std::mt19937 random(7);
  std::vector<double> holes;
  for (long cell = 0; cell < grid.size(); ++cell) holes.push_back(random() % 1000 < 1000 * share ? 1 : 0);
  return holes;
}

using Reducing = Stage<MeanBesideHoles<1>, Reads<level, hole>, Writes<level, greatest, total>>;
using Writing = Stage<PlainMean, Reads<level, hole>, Writes<level>>;
using Showing = Stage<MeanBesideHoles<0>, Reads<level, hole>, Writes<level, greatest, total>>;

}  // namespace

TEST_CASE("runs of plain cells give the bits of the whole formula", "[plain]") {
  test::for_each_space([](auto const& exec) {
    for (int const nx : {1, 2, 3, 15, 16, 17, 18, 19, 33, 34, 50, 131}) {
      for (double const share : {0.0, 0.03, 0.3, 1.0}) {
        Grid<2> const grid{.cells = {nx, 9}};
        auto const holes = random_holes(grid, share);
        CAPTURE(nx, share);
        CHECK(run<Reducing>(exec, grid, holes, "team") == run<Reducing>(exec, grid, holes, "naive"));
        CHECK(run<Writing>(exec, grid, holes, "team") == run<Writing>(exec, grid, holes, "naive"));
      }
    }
  });
}

TEST_CASE("hosts take the short form for all plain cells, and for no others", "[plain]") {
  Grid<2> const grid{.cells = {67, 5}};
  auto const holes = random_holes(grid, 0.05);
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const shown = run<Showing>(exec, grid, holes, "team", 1).level,
             whole = run<Showing>(exec, grid, holes, "naive", 1).level;
  auto const hole_at = [&](int i, int j) {
    return i < 0 || j < 0 || i >= 67 || j >= 5 || holes[static_cast<std::size_t>(j * 67 + i)] > 0;
  };
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 67; ++i) {
      bool const plain = !hole_at(i - 1, j) && !hole_at(i + 1, j) && !hole_at(i, j - 1) && !hole_at(i, j + 1);
      CAPTURE(i, j);
      if (plain) CHECK(shown[static_cast<std::size_t>(j * 67 + i)] == 0);
      if (!plain) CHECK(shown[static_cast<std::size_t>(j * 67 + i)] != 0);
      CHECK(whole[static_cast<std::size_t>(j * 67 + i)] != 0);
    }
  }
}
