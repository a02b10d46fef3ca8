// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/gauges.hpp"

#include <cmath>

#include "raster_support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

Mesh const mesh = grid_of(6, 4, {10, 20}, {100, 1000});
double plane(double x, double y) { return 2 * x - 3 * y; }

}  // namespace

TEST_CASE("a gauge reads a plane exactly between centres, and its cell if it is told so") {
  Values const field = raster_of(6, 4, {10, 20}, {100, 1000}, plane).values;
  std::vector<Gauge> const gauges{{"a", 123.4, 1047.1}, {"b", 155, 1070}, {"corner", 100, 1000}, {"end", 160, 1080}};
  Values const between = GaugePlaces(mesh, gauges).sample(field);
  CHECK(std::abs(between[0] - plane(123.4, 1047.1)) < 1e-10);
  CHECK(between[1] == plane(155, 1070));
  CHECK(between[2] == plane(105, 1010));  // the outermost centres
  CHECK(between[3] == plane(155, 1070));
  Values const cells = GaugePlaces(mesh, gauges, GaugeSampling::cell).sample(field);
  CHECK(cells[0] == plane(125, 1050));
  GaugePlaces const places(mesh, gauges);
  for (auto const& stencil : places.stencils()) {
    CHECK(std::abs(stencil.weights[0] + stencil.weights[1] + stencil.weights[2] + stencil.weights[3] - 1) < 1e-14);
  }
}

TEST_CASE("dry neighbours are left out; a gauge in a dry cell has no value") {
  Values field = raster_of(6, 4, {10, 20}, {100, 1000}, [](double, double) { return 5.0; }).values;
  field[1] = NAN;
  GaugePlaces const places(mesh, {{"beside", 109, 1010}, {"dry", 113, 1010}});
  CHECK(places.sample(field)[0] == 5);
  CHECK(std::isnan(places.sample(field)[1]));
}

TEST_CASE("a gauge outside of the grid is refused by name") {
  CHECK(message_of<InputError>([] {
          GaugePlaces(mesh, {{"in", 101, 1001}, {"harbour", 161, 1001}});
        }) ==
        "gauge \"harbour\" at x = 161, y = 1001 m stands outside of the grid, which has x = 100 to 160, y = 1000 to "
        "1080 m");
}

namespace {

/// A file of gauges with a text to be read.
class GaugesFile {
 public:
  [[nodiscard]] fs::path folder() const { return m_folder.path(); }
  [[nodiscard]] std::vector<Gauge> read(std::string const& text) const {
    fs::path const path = folder() / "gauges.csv";
    put_text(path, text);
    return read_gauges(path);
  }

 private:
  Folder m_folder;
};

}  // namespace

TEST_CASE("gauges from a file, and what is wrong with it") {
  GaugesFile const file;
  auto const read = [&](std::string const& text) { return file.read(text); };
  auto const error = [&](std::string const& text) { return message_of<InputError>([&] { (void)file.read(text); }); };
  auto const gauges = read("# where we look\nname, x, y\nharbour mole, 101.5, 1002\nbridge;5;6\n");
  REQUIRE(gauges.size() == 2);
  CHECK((gauges[0].name == "harbour mole" && gauges[0].x == 101.5 && gauges[1].y == 6));
  CHECK_THAT(error("a,1\n"), EndsWith("gauges.csv:1: it has 2 columns; three are needed: name, x, y"));
  CHECK_THAT(error("a,1,2\nb,1,c\n"), EndsWith("gauges.csv:2: \"c\" is not a number"));
  CHECK_THAT(error("a,1,2\na,1,3\n"), ContainsSubstring(":2: there are two gauges with the name \"a\""));
  CHECK_THAT(error(",1,2\n"), ContainsSubstring(":1: the gauge has no name"));
  CHECK_THAT(error("name,x,y\n"), ContainsSubstring("it holds no gauge"));
  CHECK_THAT(error("name,x (h),y (h)\na,1,2\n"), ContainsSubstring("gauges.csv:1: ") && ContainsSubstring("\"h\""));
#ifdef TESSERA_HAVE_UDUNITS
  auto const far = read("name, x (km), y_ft\na, 2, 10\n");
  CHECK((far.at(0).x == 2000 && std::abs(far.at(0).y - 3.048) < 1e-12));
#endif
}

TEST_CASE("a gauge's name may stand in quotes, and must be one that a table can have") {
  GaugesFile const file;
  auto const read = [&](std::string const& text) { return file.read(text); };
  auto const error = [&](std::string const& text) { return message_of<InputError>([&] { (void)file.read(text); }); };
  auto const gauges = read("\"name\",\"x\",\"y\"\r\n\"old bridge\",15,\"16\"\r\n \"a; b\" , 1, 2\r\n\"#3\",3,4\r\n");
  REQUIRE(gauges.size() == 3);
  CHECK((gauges[0].name == "old bridge" && gauges[0].x == 15 && gauges[0].y == 16));
  CHECK((gauges[1].name == "a; b" && gauges[1].x == 1));
  CHECK(gauges[2].name == "#3");
  TableWriter(file.folder() / "t.csv", {{gauges[0].name, "m"}, {gauges[1].name, "m"}, {gauges[2].name, "m"}});
  CHECK_THAT(error("a,1,2\n\"bridge, old\",15,15\n"),
             EndsWith("gauges.csv:2: gauge \"bridge, old\": a name in a table can hold no comma, quote or line break; "
                      "rename it"));
  for (std::string const name : {"\"the \"\"old\"\" one\"", "\"open", "5\" pipe", "\"a\" b"}) {
    INFO(name);
    CHECK_THAT(error(name + ";15;15\n"),
               ContainsSubstring("gauges.csv:1: gauge ") && ContainsSubstring("no comma, quote"));
  }
  CHECK_THAT(error("\"two\nlines\",1,2\n"), ContainsSubstring("gauges.csv:1: it has 1 columns"));
  CHECK_THAT(error("\"\",1,2\n"), ContainsSubstring(":1: the gauge has no name"));
}

TEST_CASE("a table has a header with units, one row per time, and empty fields for NaN") {
  Folder const folder;
  fs::path const path = folder.path() / "gauges_depth.csv";
  TableWriter table(path, {{"harbour", "m"}, {"ratio", ""}});
  CHECK_FALSE(fs::exists(path));
  table.write(0, {1.25, NAN});
  table.write(0.1, {1e-30, 2});
  table.write(0.1, {7, 7});  // there already
  CHECK(text_of(path) == "time (s),harbour (m),ratio\n0.0,1.25,\n0.1,1e-30,2.0\n");
  CHECK_THAT(message_of<Error>([&] {
               table.write(0.05, {1, 1});
             }),
             ContainsSubstring("a row for 0.05 s after one for 0.1"));
  CHECK_THAT(message_of<Error>([&] { table.write(1, {1}); }), ContainsSubstring("1 values for 2 columns"));
  CHECK_THAT(message_of<InputError>([&] { TableWriter(path, {{"a,b", "m"}}); }), ContainsSubstring("no comma"));
}

TEST_CASE("a restart cuts the table at its time, without duplicates, and mends a row that was cut short") {
  Folder const folder;
  fs::path const path = folder.path() / "t.csv";
  auto const write = [&](std::optional<double> restart, int from, int to) {
    TableWriter table(path, {{"a", "m"}}, restart);
    for (int n = from; n <= to; ++n) table.write(600.0 * n, {n / 3.0});
  };
  write(std::nullopt, 0, 9);
  std::string const whole = text_of(path);
  write(3000.0, 5, 9);
  CHECK(text_of(path) == whole);
  put_text(path, whole.substr(0, whole.size() - 5));  // the last row without its end
  write(1e9, 9, 9);
  CHECK(text_of(path) == whole);
  write(-1.0, 0, 9);
  CHECK(text_of(path) == whole);
  fs::remove(path);
  write(1200.0, 0, 9);
  CHECK(text_of(path) == whole);
  CHECK_THAT(message_of<InputError>([&] {
               TableWriter(path, {{"b", "m"}}, 0.0);
             }),
             ContainsSubstring("has other columns than this run: \"time (s),a (m)\" instead of \"time (s),b (m)\""));
}

TEST_CASE("a full disk takes no row that was there") {
  Folder const folder;
  fs::path const path = folder.path() / "t.csv";
  int const status = in_child([&] {
    TableWriter table(path, {{"a", "m"}});
    table.write(0, {1});
    limit_file_size(fs::file_size(path) + 3);
    std::string const error = message_of<Error>([&] { table.write(1, {2}); });
    std::_Exit(error.find("cannot write") == std::string::npos ? 1 : 0);
  });
  CHECK(status == 0);
  CHECK(text_of(path) == "time (s),a (m)\n0.0,1.0\n");
}
