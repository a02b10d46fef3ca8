// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/curve.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tessera/error.hpp"

namespace {

tessera::Curve read(std::string const& text) {
  auto const path = std::filesystem::temp_directory_path() / "tessera-test-curve.csv";
  std::ofstream(path) << text;
  return tessera::read_rising_curve(path, "m", "m^3/s");
}

void refused(std::string const& text, std::string const& part) {
  CHECK_THROWS_MATCHES(read(text), tessera::InputError,
                       Catch::Matchers::MessageMatches(Catch::Matchers::ContainsSubstring(part)));
}

}  // namespace

TEST_CASE("curves are read in the units that they tell") {
  tessera::Curve const plain = read("0, 0\n1.5, 20\n");
  CHECK(plain.arguments == std::vector<double>{0, 1.5});
  CHECK(plain.values == std::vector<double>{0, 20});
  tessera::Curve const told = read("level (cm), discharge (l/s)\n0, 0\n150, 20000\n");
  CHECK(told.arguments == plain.arguments);
  CHECK(told.values[0] == 0);
  CHECK(std::abs(told.values[1] - 20) < 1e-13);
}

TEST_CASE("curves that cannot be read are refused with the line") {
  refused("level (mm/h), discharge (m^3/s)\n0, 0\n1, 2\n", ".csv:1: ");
  refused("0, 0\n1, 2\n1, 3\n", ".csv:3: ");
  refused("0, 5\n1, 2\n", "is less than in the row before");
  refused("0, 0, 0\n1, 2, 3\n", "3 columns; two are needed");
  refused("0, 0\n1, -9999\n", "marks a missing value");
  refused("0, 0\n", "two rows at least");
}
