// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "agreement/runs.hpp"
#include "tessera/error.hpp"
#include "tessera/numeric.hpp"

using namespace tessera;

namespace agreement {

template <class T>
struct dust : Quantity<T> {};
template <class T>
struct damp : Quantity<T> {};
struct bare : Quantity<double> {};

/// Dust that is carried over edges by the means of its cells, and leaves something on the high side. Where a neighbour
/// has much of it a cell is not plain, and gets more.
template <class T>
struct Carry {
  T rate;

  struct Cell {
    T amount, speed;
  };
  struct Share {
    T dust, damp;
  };
  using Around = EdgesAround<Share>;
  using reach = Star<1>;

  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION Cell cell(U const& u, W const& w) const {
    return cell_of(u(), w());
  }
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION EdgeSides<Share> edge(Cell const& low, Cell const& high) const {
    T const speed = (Axis == 0 ? T(0.5) : T(0.75)) * (low.speed - high.speed);
    T const carried = speed * (speed > 0 ? low.amount : high.amount);
    return {{carried, speed}, {carried - T(0.125) * high.speed, carried}};
  }
  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION auto gather(Around const& a, Cell const& here, U const& u, W const& w) const {
    T const dust = a.x_low.dust - a.x_high.dust + (a.y_low.dust - a.y_high.dust);
    T const damp = a.x_low.damp - a.x_high.damp + (a.y_low.damp - a.y_high.damp);
    return pack(tessera::fma(rate, dust, u()), tessera::fma(rate, damp * here.speed, T(0.5) * w()));
  }
  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION bool is_plain(U const& u, W const&) const {
    return u(-1, 0) < T(0.8) && u(0, 1) < T(0.9);
  }
  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION auto plain(U const& u, W const& w) const {
    auto const at = [&](int dx, int dy) TESSERA_INLINE { return cell_of(u(dx, dy), w(dx, dy)); };
    Cell const here = at(0, 0);
    return gather(Around{edge<0>(at(-1, 0), here).high, edge<0>(here, at(1, 0)).low, edge<1>(at(0, -1), here).high,
                         edge<1>(here, at(0, 1)).low},
                  here, u, w);
  }
  template <class U, class W>
  KOKKOS_FORCEINLINE_FUNCTION auto operator()(U const& u, W const& w) const {
    auto result = plain(u, w);
    if (!is_plain(u, w)) result = pack(result.template get<0>() + rate * u(1, 0), result.template get<1>());
    return result;
  }

  /// A speed of at most 1, so that nothing grows without end.
  KOKKOS_FORCEINLINE_FUNCTION static Cell cell_of(T u, T w) {
    T const speed = tessera::fma(u, w, T(0.25));
    return {u, speed > 1 ? T(1) : speed < -1 ? T(-1) : speed};
  }
};

template <class T>
struct CarryModel {
  static constexpr int rank = 2;
  static auto program(Grid<2> const& grid) {
    using Written = Stage<Carry<T>, Reads<dust<T>, damp<T>>, Writes<dust<T>, damp<T>>>;
    return Program{grid, Written{{T(0.0625)}}};
  }
};

/// A stage that does not say how it is made of edges.
struct Fade {
  using reach = Star<1>;
  KOKKOS_FUNCTION double operator()(auto const& u) const { return 0.5 * u() + 0.125 * (u(1, 0) + u(0, 1)); }
};

namespace {

std::vector<std::array<int, 2>> around_strips() {
  auto grids = sizes<2>();
  for (auto const& cells : {std::array{29, 5}, {30, 4}, {31, 3}, {61, 70}, {120, 9}}) grids.push_back(cells);
  return grids;
}

template <class T>
void edges_agree() {
  test::for_each_space([](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    std::vector<Schedule> schedules{{}};
    if (!test::emulated) schedules.push_back({"team"});
    if (has_shuffles<Exec>) {
      schedules.push_back({"edges", 60, 0, 9});
      schedules.push_back({"edges", 60, 0, 7});
      schedules.push_back({"edges", 25, 0, 1});
      schedules.push_back({"edges", 45, 0, 64});
    }
    agree_with_naive<CarryModel<T>>(exec, schedules, around_strips());
  });
}

}  // namespace

}  // namespace agreement

using namespace agreement;

TEST_CASE("Operators of flux edges: all strategies give the bits of naive", "[edges]") {
  edges_agree<double>();
  edges_agree<float>();
}

TEST_CASE("Edges are the default where threads hand values on, and for no other operators", "[edges]") {
  test::for_each_space([](auto const& exec) {
    using Exec = std::decay_t<decltype(exec)>;
    Grid<2> const grid{.cells = {20, 20}, .periodic = {true, true}};
    auto const carry = CarryModel<double>::program(grid);
    std::string const strategy = Solution(exec, carry).plan().step[0].resolved.schedule.strategy;
    if (!test::emulated) CHECK(strategy == (has_shuffles<Exec> ? "edges" : "team"));
    Program const fade{grid, Stage<Fade, Reads<bare>, Writes<bare>>{{}}};
    CHECK_THROWS_MATCHES(Solution(exec, fade, Schedule{"edges"}), InputError,
                         Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(
                             has_shuffles<Exec> ? "this program has none" : "unknown strategy 'edges'")));
  });
}
