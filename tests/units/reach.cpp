// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/pack.hpp"

#include <catch2/catch_test_macros.hpp>
#include <type_traits>
#include <vector>

#include "tessera/reach.hpp"

using namespace tessera;

namespace {

struct Named {
  int number;
};

/// A knight's move and something behind it.
struct KnightReach {
  static constexpr int radius = 2;
  static constexpr bool has(int x, int y, int z) {
    return (x == 1 && y == 2 && z == 0) || (x == -2 && y == 0 && z == -1);
  }
};

constexpr Hull hull(int xl, int yl, int zl, int xh, int yh, int zh) { return Hull{{xl, yl, zl}, {xh, yh, zh}}; }

}  // namespace

TEST_CASE("A pack holds its values in order and is plain data", "[pack]") {
  auto values = pack(1, 2.5, Named{3});
  STATIC_REQUIRE(decltype(values)::size == 3);
  STATIC_REQUIRE(std::is_trivially_copyable_v<decltype(values)>);
  CHECK(values.get<0>() == 1);
  CHECK(values.get<1>() == 2.5);
  CHECK(values.get<2>().number == 3);
  values.get<1>() = 7;
  auto const copy = values;
  CHECK(copy.get<1>() == 7);
  STATIC_REQUIRE(std::is_same_v<decltype(copy.get<0>()), int const&>);
}

TEST_CASE("A pack tells members of one type apart", "[pack]") {
  auto values = pack(1, 2, 3);
  values.get<2>() = 9;
  CHECK((values.get<0>() == 1 && values.get<1>() == 2 && values.get<2>() == 9));
  CHECK(Pack<>::size == 0);
}

TEST_CASE("for_each_index counts at compile time", "[pack]") {
  std::vector<std::size_t> seen;
  for_each_index<4>([&](auto index) {
    static_assert(index.value < 4);
    seen.push_back(index.value);
  });
  CHECK(seen == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("Stars and boxes have their hulls and points", "[reach]") {
  STATIC_REQUIRE(stored_hull<Star<1>, 3> == hull(-1, -1, -1, 1, 1, 1));
  STATIC_REQUIRE(stored_hull<Star<4>, 3> == hull(-4, -4, -4, 4, 4, 4));
  STATIC_REQUIRE(stored_hull<Box<2>, 3> == hull(-2, -2, -2, 2, 2, 2));
  STATIC_REQUIRE(is_centre(stored_hull<Centre, 3>));
  STATIC_REQUIRE(!is_centre(stored_hull<Star<1>, 1>));
  CHECK(point_count<Star<1>, 1> == 3);
  CHECK(point_count<Star<1>, 2> == 5);
  CHECK(point_count<Star<1>, 3> == 7);
  CHECK(point_count<Star<4>, 3> == 25);
  CHECK(point_count<Box<1>, 2> == 9);
  CHECK(point_count<Box<1>, 3> == 27);
  CHECK(point_count<Box<2>, 3> == 125);
  CHECK(point_count<Centre, 3> == 1);
}

TEST_CASE("A star holds the axes alone", "[reach]") {
  STATIC_REQUIRE(Star<2>::has(0, 0, 0));
  STATIC_REQUIRE((Star<2>::has(2, 0, 0) && Star<2>::has(0, -2, 0) && Star<2>::has(0, 0, 1)));
  STATIC_REQUIRE((!Star<2>::has(3, 0, 0) && !Star<2>::has(1, 1, 0) && !Star<2>::has(1, -1, 0)));
  STATIC_REQUIRE((Box<1>::has(1, -1, 1) && !Box<1>::has(2, 0, 0)));
}

TEST_CASE("In the plane y is stored as z, on a line there is x alone", "[reach]") {
  STATIC_REQUIRE(stored_hull<Star<2>, 2> == hull(-2, 0, -2, 2, 0, 2));
  STATIC_REQUIRE(stored_hull<Box<1>, 1> == hull(-1, 0, 0, 1, 0, 0));
  STATIC_REQUIRE(stored_hull<KnightReach, 3> == hull(-2, 0, -1, 1, 2, 0));
  STATIC_REQUIRE(stored_hull<KnightReach, 2> == hull(0, 0, 0, 1, 0, 2));
  STATIC_REQUIRE(stored_hull<KnightReach, 1> == Hull{});
  CHECK(point_count<KnightReach, 3> == 2);
  CHECK(point_count<KnightReach, 2> == 1);
}

TEST_CASE("Hulls unite", "[reach]") {
  STATIC_REQUIRE(unite(hull(-1, 0, 0, 0, 2, 0), hull(0, -3, 0, 1, 1, 0)) == hull(-1, -3, 0, 1, 2, 0));
}
