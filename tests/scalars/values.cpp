// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "scalars/programs.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace scalars {

template <class T>
struct value : Quantity<T> {};
template <class T>
struct low : Quantity<T, 1, GlobalScalar> {};
template <class T>
struct high : Quantity<T, 1, GlobalScalar> {};
template <class T>
struct sum : Quantity<T, 1, GlobalScalar> {};

/// All three of a field itself.
template <class T>
struct Look {
  using reach = Centre;
  template <class V>
  KOKKOS_FUNCTION auto operator()(V const& v) const {
    return pack(Reduce<Min, T>{v()}, Reduce<Max, T>{v()}, Reduce<Sum, T>{v()});
  }
};

template <class T, int Rank>
auto looking(std::array<int, Rank> const& cells) {
  return Program{Grid<Rank>{cells}, Stage<Look<T>, Reads<value<T>>, Writes<low<T>, high<T>, sum<T>>>{}};
}

/// Least, greatest and sum of `values` on a line of cells, by a strategy.
template <class T, class Exec>
std::array<T, 3> reduced(Exec const& exec, std::vector<T> const& values, std::string const& strategy = "") {
  Solution run{exec, looking<T, 1>({static_cast<int>(values.size())}), Schedule{strategy, 8, 1, 1}};
  run.template set<value<T>>(values);
  run.advance(1);
  return {run.template get<low<T>>()[0], run.template get<high<T>>()[0], run.template get<sum<T>>()[0]};
}

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }

template <class T, class Exec>
void special(Exec const& exec) {
  T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  T const tiny = std::numeric_limits<T>::denorm_min(), most = std::numeric_limits<T>::max();
  for (char const* strategy : {"naive", "team", "column", "per_cell"}) {
    if (!on_host<Exec> && std::string(strategy) == "column") continue;
    INFO(strategy);
    CHECK(reduced<T>(exec, {-1}, strategy) == std::array<T, 3>{-1, -1, -1});
    CHECK(reduced<T>(exec, {2, -3, 5, -7, 1}, strategy) == std::array<T, 3>{-7, 5, -2});
    CHECK(reduced<T>(exec, {3, inf, 2}, strategy)[1] == inf);
    CHECK(reduced<T>(exec, {-inf, 3, inf}, strategy)[0] == -inf);
    CHECK(reduced<T>(exec, {inf, inf}, strategy)[0] == inf);
    CHECK(reduced<T>(exec, {tiny, -tiny}, strategy)[0] == -tiny);
    CHECK(reduced<T>(exec, {-most, most}, strategy)[1] == most);
    for (std::size_t place = 0; place < 40; ++place) {  // NaN anywhere, by any lane, and with a sign
      std::vector<T> values(40, T(1));
      values[place] = place % 2 == 0 ? nan : -nan;
      for (T v : reduced<T>(exec, values, strategy)) CHECK(std::isnan(v));
    }
    for (std::vector<T> const& zeros : {std::vector<T>{T(-0.0), 0}, {0, T(-0.0)}, {T(-0.0), T(-0.0)}}) {
      CHECK((bits(reduced<T>(exec, zeros, strategy)[0]) == 0 && bits(reduced<T>(exec, zeros, strategy)[1]) == 0));
    }
  }
}

TEST_CASE("Least and greatest of special values; NaN does not vanish", "[scalars]") {
  test::for_each_space([](auto const& exec) {
    special<double>(exec);
    special<float>(exec);
  });
}

/// A step forgets what the step before saw.
template <class Exec>
void forgets(Exec const& exec) {
  Solution run{exec, looking<double, 2>({13, 7})};
  auto const now = [&](double v) {
    run.template set<value<double>>(v);
    run.advance(1);
    return std::array{run.template get<low<double>>()[0], run.template get<high<double>>()[0]};
  };
  CHECK(now(3) == std::array{3.0, 3.0});
  CHECK(now(5) == std::array{5.0, 5.0});
  CHECK(now(-2) == std::array{-2.0, -2.0});
  CHECK(std::isnan(now(std::numeric_limits<double>::quiet_NaN())[0]));
  CHECK(now(1) == std::array{1.0, 1.0});
}

TEST_CASE("Each step reduces its own values", "[scalars]") {
  test::for_each_space([](auto const& exec) { forgets(exec); });
}

/// The documented order of a sum, written out: rows in pieces of 4096 cells, these in at most 4096 groups, in each
/// group 32 lanes, which add up to groups, and groups 64 at a time.
double by_hand(std::vector<double> const& values, int nx) {
  std::vector<double> partial;
  std::vector<std::vector<double>> pieces;
  std::size_t const row = static_cast<std::size_t>(nx);
  for (std::size_t first = 0; first < values.size(); first += row) {
    for (std::size_t i = 0; i < row; i += 128) {
      auto const begin = values.begin() + static_cast<std::ptrdiff_t>(first);
      pieces.emplace_back(begin + static_cast<std::ptrdiff_t>(i),
                          begin + static_cast<std::ptrdiff_t>(std::min(i + 128, row)));
    }
  }
  std::size_t const of_group = (pieces.size() + 16383) / 16384;
  for (std::size_t group = 0; group < pieces.size(); group += of_group) {
    for (std::size_t lane = 0; lane < 32; ++lane) {
      double sum = 0;
      for (std::size_t p = group; p < std::min(group + of_group, pieces.size()); ++p) {
        for (std::size_t i = lane; i < pieces[p].size(); i += 32) sum += pieces[p][i];
      }
      partial.push_back(sum);
    }
  }
  for (std::size_t fan = 32; partial.size() > 1; fan = 64) {
    std::vector<double> fewer;
    for (std::size_t p = 0; p < partial.size(); ++p) {
      if (p % fan == 0)
        fewer.push_back(partial[p]);
      else
        fewer.back() += partial[p];
    }
    partial = fewer;
  }
  return partial[0];
}

template <class Exec>
void sums(Exec const& exec) {
  for (std::array<int, 3> const& cells :
       {std::array{1, 1, 1}, {3, 5, 7}, {33, 2, 9}, {70, 61, 37}, {2, 300, 17}, {257, 3, 2}, {130, 97, 131}}) {
    std::vector<double> values = agreement::noise(static_cast<std::size_t>(cells[0]) * cells[1] * cells[2], 4);
    for (double& v : values) v = std::pow(v - 0.5, 5);  // of many magnitudes: the order shows
    double exact = 0, lost = 0, size = 0;
    for (double v : values) {  // Neumaier's sum
      double const next = exact + v;
      lost += std::fabs(exact) >= std::fabs(v) ? (exact - next) + v : (v - next) + exact;
      exact = next;
      size += std::fabs(v);
    }
    for (char const* strategy : {"naive", "team"}) {
      Solution run{exec, looking<double, 3>(cells), Schedule{strategy}};
      run.template set<value<double>>(values);
      run.advance(1);
      double const got = run.template get<sum<double>>()[0];
      CHECK(got == by_hand(values, cells[0]));
      CHECK(std::fabs(got - (exact + lost)) <= 1e-15 * size);
    }
  }
}

TEST_CASE("A sum is added in the order that is said", "[scalars]") {
  test::for_each_space([](auto const& exec) { sums(exec); });
}

TEST_CASE("A value that nobody set is refused at the first step", "[scalars]") {
  auto const refused = [](auto const& prepare, std::string const& why) {
    Solution run{graph::Host{}, damping(wrapped(4, 4))};
    begin(run, std::vector<double>(16, 1.0), 5.0);
    prepare(run);
    CHECK_THROWS_MATCHES(run.advance(1), InputError, MessageMatches(ContainsSubstring(why)));
    CHECK(run.step() == 0);
    run.template set<fastest>(1.0);
    run.template set<finish>(5.0);
    CHECK_NOTHROW(run.advance(1));  // dt is written before it is read
  };
  double const unset = std::numeric_limits<double>::quiet_NaN();
  refused([&](auto& run) { run.template set<finish>(unset); },
          "stage Choose reads finish in the first step, and it has no value (or NaN): call set<finish>(value)");
  refused([&](auto& run) { run.template set<fastest>(unset); }, "stage Choose reads fastest");
  Solution fresh{graph::Host{}, damping(wrapped(4, 4))};
  CHECK(std::isnan(fresh.get<dt>()[0]));
  CHECK_THROWS_AS(fresh.advance(1), InputError);
}

/// Reads a scalar as if it had neighbours.
struct Wide {
  using reach = Reaches<Centre, Star<1>>;
  template <class V, class D>
  KOKKOS_FUNCTION double operator()(V const& v, D const& d) const {
    return v() + d(1, 0);
  }
};

TEST_CASE("Neighbours of a scalar are refused", "[scalars]") {
  Program const program{wrapped(4, 4), Stage<Wide, Reads<u, dt>, Writes<u>>{}};
  CHECK_THROWS_MATCHES(
      (Solution{graph::Host{}, program}), InputError,
      MessageMatches(ContainsSubstring("stage Wide reads neighbours of dt, which is a global scalar")));
}

TEST_CASE("A scalar that a stage over cells reads and makes has two versions", "[scalars]") {
  Plan const plan = make_plan(damping(wrapped(4, 4)).info());
  std::vector<int> buffers;
  for (QuantityPlan const& q : plan.quantities) buffers.push_back(q.buffers);
  CHECK(buffers == std::vector<int>{2, 1, 1, 1, 1, 2});  // fastest, clock, taken, finish, dt in the order of the stages
  CHECK(plan.bytes_per_cell == std::vector<std::size_t>{0, 16});
}

TEST_CASE("What runs is told", "[scalars]") {
  Solution run{graph::Host{}, damping(wrapped(40, 40))};
  CHECK_THAT(run.explain(),
             ContainsSubstring("quantity fastest: one value; 2 buffers") &&
                 ContainsSubstring("stage Choose on OpenMP: one work item, because it reads and writes global") &&
                 ContainsSubstring("makes fastest the greatest of all cells"));
  CHECK_THROWS_MATCHES(run.schedule(Schedule{"teem"}), InputError,
                       MessageMatches(ContainsSubstring("unknown strategy")));
}

}  // namespace scalars
