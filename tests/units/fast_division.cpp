// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/backend/fast_division.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <vector>

TEST_CASE("Divisions by a product give quotient and rest", "[divider]") {
  constexpr int most = std::numeric_limits<int>::max();
  std::vector<int> const around{1,   2,    3,     5,     7,     12,      31,        32,       33,       641,
                                999, 1000, 65535, 65536, 65537, 1048583, 715827883, most / 2, most - 1, most};
  for (int const divisor : around) {
    tessera::detail::FastDivision const by(divisor);
    std::vector<int> numbers{0, 1, most - 1, most};
    for (int const n : around) {
      for (int const d : {-1, 0, 1}) {
        if (n <= most - 1 || d < 1) numbers.push_back(n + d);
      }
    }
    for (long multiple = 1; multiple * divisor <= most; multiple = 3 * multiple + 1) {
      numbers.push_back(static_cast<int>(multiple * divisor));
      numbers.push_back(static_cast<int>(multiple * divisor - 1));
    }
    for (int const number : numbers) {
      int rest = number;
      int const quotient = by.divide(rest);
      INFO(number << " / " << divisor);
      REQUIRE((quotient == number / divisor && rest == number % divisor));
    }
  }
}

TEST_CASE("A divider by nothing divides by 1", "[divider]") {
  int rest = 7;
  CHECK((tessera::detail::FastDivision(0).divide(rest) == 7 && rest == 0));
}
