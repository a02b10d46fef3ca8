// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/input_keys.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "messages.hpp"
#include "temporary_folder.hpp"
#include "tessera/run/units.hpp"

using Catch::Matchers::ContainsSubstring;
using namespace tessera;

namespace {

Schema schema() {
  Schema schema;
  schema.table("physics", "what flows");
  schema.add(key::variant("physics.terrain", {raster_form("m")}, "{ type = \"raster\" }", "the ground"));
  Key const value = key::number("value", std::nullopt, "mm/h", "rain").at_least(0);
  schema.add(key::variant("physics.rain", {{"value", "the same", {value}}, series_form("mm/h")},
                          "{ type = \"series\" }", "rain"));
  schema.add(key::variant("physics.level", {series_form("m")}, "{ type = \"series\" }", "level of the sea"));
  schema.add(key::variant("physics.inflow", {series_form("m^3/s")}, "{ type = \"series\" }", "what a river brings"));
  return schema;
}

Config with(TemporaryFolder const& folder, std::string const& text) {
  return Config(schema(), folder.write("case.toml", "[physics]\n" + text));
}

Mesh const mesh{2, {2, 2, 1}, {10, 10, 1}, {0, 0, 0}};
std::string const grid = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n";

}  // namespace

TEST_CASE("a raster key is read beside its config, by its rule for missing data", "[input_keys]") {
  TemporaryFolder const folder;
  folder.write("t.asc", grid + "1 2\n-9999 4\n");
  auto const values = [&](std::string const& more) {
    Config const config = with(folder, "terrain = { type = \"raster\", path = \"t.asc\"" + more + " }\n");
    Raster const raster = read_raster_key(config, "physics.terrain");
    return resample_key(config, "physics.terrain", raster, mesh);
  };
  CHECK(values(", nodata = \"wall\"") == std::vector<double>{4 + wall_margin, 4, 1, 2});
  CHECK(values(", nodata = -3") == std::vector<double>{-3, 4, 1, 2});
  CHECK_THAT(input_error([&] { (void)values(""); }),
             ContainsSubstring("case.toml:2: physics.terrain.path: ") &&
                 ContainsSubstring("t.asc: 1 of its cells in the grid has no data; the first is at row 2, column 1"));
  CHECK_THAT(input_error([&] { (void)values(", nodata = \"wal\""); }), ContainsSubstring("did you mean \"wall\""));
  CHECK_THAT(input_error([&] { (void)read_raster_key(with(folder, ""), "physics.terrain"); }),
             ContainsSubstring("physics.terrain.type: it needs path"));
}

TEST_CASE("small coordinates may be said to be metres", "[input_keys]") {
  TemporaryFolder const folder;
  folder.write("flume.asc", "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.05\n1 2\n");
  std::string const start = "terrain = { type = \"raster\", path = \"flume.asc\"";
  CHECK(read_raster_key(with(folder, start + ", coordinates = \"metres\" }\n"), "physics.terrain").nx == 2);
  CHECK_THAT(input_error([&] { (void)read_raster_key(with(folder, start + " }\n"), "physics.terrain"); }),
             ContainsSubstring("look like degrees"));
}

TEST_CASE("a series key comes in SI units and has to cover the run", "[input_keys]") {
  TemporaryFolder const folder;
  folder.write("rain.csv", "0,36\n3600,72\n");
  Config const config = with(folder, "rain = { type = \"series\", path = \"rain.csv\" }\n");
  auto const read = [&](double to) { return read_series_key(config, "physics.rain", "mm/h", 0, to, std::nullopt); };
  CHECK(std::abs(read(3600).at(1800) - 54 * millimetres_per_hour) < 1e-18);
  CHECK_THAT(input_error([&] { (void)read(7200); }),
             ContainsSubstring("case.toml:2: physics.rain.path: ") && ContainsSubstring("the run needs 0 s to 7200 s"));
#ifdef TESSERA_HAVE_UDUNITS
  folder.write("rain.csv", "time (h), rain (mm/d)\n0,24\n1,24\n");
  CHECK(std::abs(read(3600).at(0) - millimetres_per_hour) < 1e-18);
#endif
  folder.write("rain.csv", "time,rain (mm)\n0,24\n");
  CHECK_THAT(input_error([&] { (void)read(0); }), ContainsSubstring("case.toml:2: physics.rain.path: ") &&
                                                      ContainsSubstring("rain.csv:1: its values: the unit \"mm\"") &&
                                                      ContainsSubstring("mm/h"));
  folder.write("rain.csv", "time,rain (buckets)\n0,24\n");
  CHECK_THAT(input_error([&] { (void)read(0); }), ContainsSubstring("rain.csv:1: its values: the unit \"buckets\""));
}

TEST_CASE("a series' values may be what the constant may be, and no markers of missing ones", "[input_keys]") {
  TemporaryFolder const folder;
  auto const message = [&](std::string const& name, std::string const& unit, std::string const& text) {
    folder.write("s.csv", text);
    Config const config = with(folder, name + " = { type = \"series\", path = \"s.csv\" }\n");
    return input_error([&] { (void)read_series_key(config, "physics." + name, unit, 0, 1, std::nullopt); });
  };
  std::string const constant = input_error([&] { (void)with(folder, "rain = { type = \"value\", value = -3 }\n"); });
  std::string const words = "-3 is out of range: expected a number, at least 0";
  CHECK_THAT(constant, ContainsSubstring(words));
  CHECK_THAT(message("rain", "mm/h", "0,2\n1,-3\n"),
             ContainsSubstring("case.toml:2: physics.rain.path: ") && ContainsSubstring("s.csv:2: " + words));
#ifdef TESSERA_HAVE_UDUNITS
  CHECK_THAT(message("rain", "mm/h", "time,rain (mm/d)\n0,2\n1,-3\n"),
             ContainsSubstring("s.csv:3: -3 mm/d is out of range"));
#endif
  CHECK_THAT(message("rain", "mm/h", "0,2\n1,-9999\n"), ContainsSubstring("s.csv:2: -9999 marks a missing value"));
  CHECK_THAT(message("rain", "mm/h", "0,2\n1,9999\n"), ContainsSubstring("s.csv:2: 9999 marks a missing value"));
  CHECK_THAT(message("level", "m", "0,2\n1,9999.9\n"), ContainsSubstring("s.csv:2: 9999.9 marks a missing value"));
#ifdef TESSERA_HAVE_UDUNITS
  for (auto const& [name, unit, text] :
       std::vector<std::array<std::string, 3>>{{"rain", "mm/h", "time,rain (mm/d)\n0,0\n1,9999\n"},
                                               {"level", "m", "time,level (cm)\n0,-3\n1,9999\n"},
                                               {"inflow", "m^3/s", "0,-3\n1,9999\n"}}) {
    INFO(name);
    folder.write("s.csv", text);
    Config const config = with(folder, name + " = { type = \"series\", path = \"s.csv\" }\n");
    CHECK(read_series_key(config, "physics." + name, unit, 0, 1, std::nullopt).values().size() == 2);
  }
#endif
}
