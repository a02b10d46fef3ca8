// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/input_contents.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "temporary_folder.hpp"

using Catch::Matchers::ContainsSubstring;

TEST_CASE("what input files hold, and what stands beside them, tells problems apart", "[input_contents]") {
  TemporaryFolder const folder;
  tessera::Schema schema;
  schema.table("physics", "p").add(tessera::key::path("physics.map", std::nullopt, "a file"));
  std::string const map = (folder.path() / "map.asc").string();
  tessera::Config const config(schema, std::nullopt, {"physics.map=" + map});
  CHECK(tessera::input_contents(config).empty());  // whoever reads it will say that it is not there

  folder.write("map.asc", "1 2 3");
  std::string const first = tessera::input_contents(config);
  CHECK_THAT(first, ContainsSubstring("physics.map (content) = map.asc "));
  CHECK(tessera::input_contents(config) == first);
  folder.write("map.asc", "1 2 4");
  CHECK(tessera::input_contents(config) != first);
  folder.write("map.asc", "1 2 3");
  CHECK(tessera::input_contents(config) == first);

  folder.write("map.prj", "UTM");
  std::string const placed = tessera::input_contents(config);
  CHECK(placed.starts_with(first));
  CHECK_THAT(placed, ContainsSubstring("physics.map (map.prj beside it) = "));

  folder.write("map.asc", std::string((std::size_t{1} << 22) + 5, 'x'));  // more than a piece
  std::string const large = tessera::input_contents(config);
  folder.write("map.asc", std::string((std::size_t{1} << 22) + 4, 'x') + "y");
  CHECK(tessera::input_contents(config) != large);
}
