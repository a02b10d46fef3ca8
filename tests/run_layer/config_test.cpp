// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/config.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "messages.hpp"
#include "temporary_folder.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using tessera::Config;
using tessera::Schema;
namespace key = tessera::key;

namespace {

Schema example() {
  std::vector<tessera::Form> const forms{
      {"dirichlet",
       "value",
       {key::number("value", std::nullopt, "K", "v"), key::choice("at", {"face", "node"}, "face", "a")}},
      {"neumann", "gradient", {key::number("gradient", 0.0, "K/m", "g")}},
      {"periodic", "", {}}};
  Schema schema;
  schema.table("grid", "cells").table("physics", "stuff").table("boundary", "faces").table("time", "steps");
  schema.add(key::integers("grid.cells", 3, {{8, 9, 10}}, "", "cells").at_least(1))
      .add(key::numbers("grid.length", 3, {{1, 1, 1}}, "m", "length").above(0))
      .add(key::numbers("grid.spacing", 3, std::nullopt, "m", "spacing").above(0))
      .exclusive({"grid.length", "grid.spacing"})
      .add(key::number("physics.diffusivity", 1.9e-5, "m^2/s", "diffusivity").above(0))
      .add(key::choice("physics.scheme", {"ftcs", "rk3"}, "ftcs", "scheme"))
      .add(key::boolean("physics.source", false, "source"))
      .add(key::text("physics.label", "a \"b\" \\ c", "label"))
      .add(key::path("physics.file", std::nullopt, "file"))
      .add(key::variant("boundary.x_low", forms, "{ type = \"dirichlet\", value = 100.0 }", "x_low"))
      .alias("boundary.west", "boundary.x_low")
      .add(key::variant("boundary.x_high", forms, "{ type = \"periodic\" }", "x_high").or_several())
      .alias("boundary.east", "boundary.x_high")
      .add(key::duration("time.dt", std::nullopt, "step").above(0).or_words({"auto"}))
      .add(key::integer("time.steps", std::nullopt, "", "steps").at_least(0))
      .add(key::duration("time.end", 60.0, "end").above(0))
      .exclusive({"time.steps", "time.end"});
  return schema;
}

/// The message for a config file of this text.
std::string refused(std::string const& text, std::vector<std::string> const& overrides = {}) {
  TemporaryFolder folder;
  auto const file = folder.write("case.toml", text);
  return input_error([&] { Config(example(), file, overrides); });
}

Config read(std::string const& text, std::vector<std::string> const& overrides = {}) {
  TemporaryFolder folder;
  return Config(example(), folder.write("case.toml", text), overrides);
}

}  // namespace

TEST_CASE("a config without a file holds the defaults", "[config]") {
  Config const config(example());
  CHECK(config.integers("grid.cells") == std::vector<long>{8, 9, 10});
  CHECK(config.number("physics.diffusivity") == 1.9e-5);
  CHECK(config.text("boundary.x_low") == "dirichlet");
  CHECK(config.number("boundary.x_low.value") == 100);
  CHECK(config.text("boundary.x_low.at") == "face");
  CHECK(config.is_word("time.dt"));
  CHECK_FALSE(config.has("grid.spacing"));
  CHECK_FALSE(config.given("grid.cells"));
  CHECK(config.where("grid.cells") == "default");
}

TEST_CASE("the file overrides the defaults and --set the file", "[config]") {
  std::string const text =
      "[grid]\ncells = [1, 2, 3]\n[physics]\ndiffusivity = 2\nscheme = \"rk3\"\n[time]\ndt = \"2 min\"\n";
  Config const config = read(text, {"physics.scheme=ftcs", "grid.cells=[4,5,6]", "physics.label=plain words"});
  CHECK(config.number("physics.diffusivity") == 2);  // an integer where a float is
  CHECK(config.text("physics.scheme") == "ftcs");    // a bareword
  CHECK(config.text("physics.label") == "plain words");
  CHECK(config.integers("grid.cells") == std::vector<long>{4, 5, 6});
  CHECK(config.number("time.dt") == 120);
  CHECK(config.where("grid.cells") == "--set grid.cells=[4,5,6]");
  CHECK_THAT(config.where("physics.diffusivity"), EndsWith("case.toml:4"));
}

TEST_CASE("values that only look like something else are texts where texts are expected", "[config]") {
  CHECK(read("", {"physics.label=1.5"}).text("physics.label") == "1.5");
  CHECK(read("", {"physics.label=true"}).text("physics.label") == "true");
  CHECK(read("", {"physics.label=2020-01-01"}).text("physics.label") == "2020-01-01");
}

TEST_CASE("a field of a variant can be overridden; a new type starts afresh", "[config]") {
  CHECK(read("", {"boundary.x_low.value=3"}).number("boundary.x_low.value") == 3);
  CHECK(read("", {"boundary.west.value=3"}).number("boundary.x_low.value") == 3);
  Config const neumann = read("", {"boundary.x_low.type=neumann", "boundary.x_low.gradient=7"});
  CHECK(neumann.number("boundary.x_low.gradient") == 7);
  CHECK_FALSE(neumann.has("boundary.x_low.value"));
  Config const bare = read("", {"boundary.x_low={type=dirichlet, value=3, at=node}"});
  CHECK(bare.text("boundary.x_low.at") == "node");
  CHECK(bare.number("boundary.x_low.value") == 3);
}

TEST_CASE("a variant may be a list of tables, where the schema lets it", "[config]") {
  Config const config = read("[boundary]\neast = [\n{ type = \"dirichlet\", value = 3 },\n{ type = \"neumann\" }]\n",
                             {"boundary.x_high[0].at=node", "boundary.east[1].gradient=7"});
  CHECK(config.parts("boundary.east") == std::vector<std::string>{"boundary.east[0]", "boundary.east[1]"});
  CHECK(config.parts("boundary.x_low") == std::vector<std::string>{"boundary.x_low"});
  CHECK_FALSE(config.has("boundary.x_high"));
  CHECK(config.text("boundary.x_high[0]") == "dirichlet");
  CHECK(config.text("boundary.x_high[0].at") == "node");
  CHECK(config.number("boundary.east[1].gradient") == 7);
  CHECK_FALSE(config.has("boundary.x_high[1].value"));
  CHECK_THAT(config.where("boundary.x_high[1]"), EndsWith("case.toml:4"));
  std::string const text = config.toml("title");
  CHECK_THAT(text, ContainsSubstring("x_high = [{ type = \"dirichlet\", value = 3.0, at = \"node\" }, {"));
  CHECK(read(text).toml("title") == text);
  CHECK(read(text).signature() == config.signature());
  CHECK(read("").parts("boundary.x_high").size() == 1);
}

TEST_CASE("what is refused has the name by which it was given", "[config][bad_input]") {
  CHECK_THAT(refused("[boundary]\nwest = { type = \"dirichlet\", value = \"warm\" }\n"),
             ContainsSubstring("case.toml:2: boundary.west.value: expected a number"));
  CHECK_THAT(refused("[boundary]\neast = [{ type = \"neuman\" }]\n"),
             ContainsSubstring("boundary.east[0].type: \"neuman\""));
  CHECK_THAT(refused("", {"boundary.west.colour=3"}), ContainsSubstring("boundary.west.colour: no such key"));
  Config const config = read("[boundary]\nwest = { type = \"dirichlet\", value = 3 }\n");
  CHECK_THROWS_WITH(config.refuse("boundary.x_low.value", "is odd"),
                    ContainsSubstring(": boundary.west.value: is odd"));
}

TEST_CASE("lists of tables that make no sense are refused", "[config][bad_input]") {
  CHECK_THAT(refused("[boundary]\nx_low = [{ type = \"periodic\" }]\n"), ContainsSubstring("got a list"));
  CHECK_THAT(refused("[boundary]\nx_high = []\n"), ContainsSubstring("or a list of such, got an empty list"));
  CHECK_THAT(refused("[boundary]\nx_high = [{ type = \"periodic\" },\n{ type = \"neuman\" }]\n"),
             ContainsSubstring("case.toml:3: boundary.x_high[1].type: \"neuman\""));
  CHECK_THAT(refused("[boundary]\nx_high = [{ type = \"neumann\", value = 3 }]\n"),
             ContainsSubstring("case.toml:2: boundary.x_high[0].value: no such key for type \"neumann\""));
  CHECK_THAT(refused("[boundary]\nx_high = [{ type = \"neumann\" }]\n", {"boundary.x_high.gradient=3"}),
             ContainsSubstring("boundary.x_high: is a list of 1"));
  CHECK_THAT(refused("[boundary]\nx_high = [{ type = \"neumann\" }]\n", {"boundary.x_high[1].gradient=3"}),
             ContainsSubstring("is a list of 1"));
  CHECK_THAT(refused("", {"boundary.x_high[1].gradient=3"}), ContainsSubstring("leave out [1]"));
}

TEST_CASE("exclusive keys: what is given puts defaults out of force, and --set also the file", "[config]") {
  Config const steps = read("[time]\nsteps = 5\n");
  CHECK_FALSE(steps.has("time.end"));
  Config const end = read("[time]\nsteps = 5\n", {"time.end=1 h"});
  CHECK_FALSE(end.has("time.steps"));
  CHECK(end.number("time.end") == 3600);
  auto const message = refused("[grid]\nspacing = [1, 1, 1]\nlength = [2, 2, 2]\n");
  CHECK_THAT(message,
             ContainsSubstring("case.toml:2: grid.spacing: excludes grid.length") && ContainsSubstring("case.toml:3"));
}

TEST_CASE("paths are relative to the config, those of --set to the current folder", "[config]") {
  TemporaryFolder folder;
  auto const file = folder.write("cases/case.toml", "[physics]\nfile = \"../data/a.h5\"\n");
  CHECK(Config(example(), file).path("physics.file") == folder.path() / "data/a.h5");
  auto const here = std::filesystem::current_path();
  CHECK(Config(example(), file, {"physics.file=b.h5"}).path("physics.file") == here / "b.h5");
  CHECK(Config(example(), file, {"physics.file=/c.h5"}).path("physics.file") == "/c.h5");
}

TEST_CASE("the text of a config gives the same config again", "[config]") {
  Config const config = read("[grid]\nspacing = [1, 0.1, 1e-9]\n[time]\nsteps = 7\n", {"boundary.x_low.type=periodic"});
  std::string const text = config.toml("title");
  Config const again = read(text);
  CHECK(again.toml("title") == text);
  CHECK(again.numbers("grid.spacing") == std::vector<double>{1, 0.1, 1e-9});
  CHECK(again.text("physics.label") == "a \"b\" \\ c");
  CHECK_THAT(text, ContainsSubstring("#length =") && ContainsSubstring("m^2/s") && ContainsSubstring("at least 1"));
}

TEST_CASE("the signature tells problems apart, not how long or where they run", "[config]") {
  CHECK(read("").signature() == read("[time]\nsteps = 9\n").signature());
  CHECK(read("").signature() != read("[time]\ndt = 2\n").signature());
  CHECK(read("").signature() != read("", {"boundary.x_low.value=3"}).signature());
}

TEST_CASE("the config knows which of its values are files that are read", "[config]") {
  tessera::Schema schema;
  schema.table("physics", "p").table("output", "o");
  schema.add(tessera::key::path("physics.map", std::nullopt, "a file"))
      .add(tessera::key::text("physics.name", "map.asc", "no file"))
      .add(tessera::key::path("output.directory", std::nullopt, "a folder"));
  Config const config(schema, std::nullopt, {"physics.map=a.asc", "output.directory=out"});
  CHECK(config.input_files() == std::vector<std::string>{"physics.map"});
  CHECK(Config(schema, std::nullopt, {}).input_files().empty());
}

TEST_CASE("unknown keys are refused with place and nearest spelling", "[config][bad_input]") {
  CHECK_THAT(refused("[grid]\n\ncels = [1, 2, 3]\n"),
             EndsWith("case.toml:3: grid.cels: no such key; did you mean \"grid.cells\"?"));
  CHECK_THAT(refused("[physic]\nsource = true\n"),
             EndsWith("case.toml:1: physic: no such table; did you mean \"physics\"?"));
  CHECK_THAT(refused("[grid]\ndiffusivity = 1\n"), ContainsSubstring("did you mean \"physics.diffusivity\"?"));
  CHECK_THAT(refused("diffusivity = 1\n"), ContainsSubstring("did you mean \"physics.diffusivity\"?"));
  CHECK_THAT(refused("[grid]\nzzzzzzzz = 1\n"), ContainsSubstring("known: grid.cells, grid.length, grid.spacing"));
  CHECK_THAT(refused("", {"grid.clels=[1,1,1]"}),
             ContainsSubstring("--set grid.clels=[1,1,1]: grid.clels: no such key; did you mean \"grid.cells\"?"));
  CHECK_THAT(
      refused("[boundary]\nx_low = { type = \"dirichlet\", vlaue = 3 }\n"),
      EndsWith("case.toml:2: boundary.x_low.vlaue: no such key for type \"dirichlet\"; did you mean \"value\"?"));
}

TEST_CASE("unknown words are refused with the nearest one", "[config][bad_input]") {
  CHECK_THAT(refused("[physics]\nscheme = \"fcts\"\n"),
             EndsWith("case.toml:2: physics.scheme: \"fcts\" is not \"ftcs\" or \"rk3\"; did you mean \"ftcs\"?"));
  CHECK_THAT(refused("[boundary]\nx_low = { type = \"dirchlet\" }\n"),
             ContainsSubstring("did you mean \"dirichlet\"?"));
  CHECK_THAT(refused("[time]\ndt = \"atuo\"\n"), ContainsSubstring("got the text \"atuo\"; did you mean \"auto\"?"));
}

TEST_CASE("wrong types, ranges and lengths are refused", "[config][bad_input]") {
  CHECK_THAT(refused("[grid]\ncells = [8, 8]\n"),
             EndsWith("case.toml:2: grid.cells: expected 3 integers, at least 1, got 2"));
  CHECK_THAT(refused("[grid]\ncells = [8, 0, 8]\n"),
             ContainsSubstring("0 is out of range: expected 3 integers, at least 1"));
  CHECK_THAT(refused("[grid]\ncells = [8, -4, 8]\n"), ContainsSubstring("-4 is out of range"));
  CHECK_THAT(refused("[grid]\ncells = [8, 8.5, 8]\n"), ContainsSubstring("got a number"));
  CHECK_THAT(refused("[grid]\ncells = 8\n"), ContainsSubstring("got an integer"));
  CHECK_THAT(refused("[grid]\nlength = [1, 1, 0]\n"),
             ContainsSubstring("0 is out of range: expected 3 numbers, above 0"));
  CHECK_THAT(refused("[physics]\ndiffusivity = nan\n"), ContainsSubstring("nan is not a finite number"));
  CHECK_THAT(refused("[physics]\ndiffusivity = \"1\"\n"),
             ContainsSubstring("expected a number, above 0, got the text \"1\""));
  CHECK_THAT(refused("[physics]\nsource = 1\n"), ContainsSubstring("expected true or false, got an integer"));
  CHECK_THAT(refused("[physics]\nlabel = 1\n"), ContainsSubstring("expected a text in quotes"));
  CHECK_THAT(refused("[time]\nend = \"6 parsecs\"\n"), ContainsSubstring("such as \"6 h\""));
  CHECK_THAT(refused("[boundary]\nx_low = 100.0\n"),
             ContainsSubstring("expected { type = \"dirichlet\" or \"neumann\" or \"periodic\" ... }, got a number"));
  CHECK_THAT(refused("[boundary]\nx_low = { value = 3 }\n"), ContainsSubstring("needs a type"));
  CHECK_THAT(refused("grid = 3\n"), ContainsSubstring("expected a table [grid]"));
}

TEST_CASE("what cannot be read is refused", "[config][bad_input]") {
  CHECK_THAT(refused("[grid]\ncells = [1, 2\n[time]\n"),
             ContainsSubstring("case.toml:") && ContainsSubstring("not valid TOML"));
  CHECK_THAT(refused("[grid]\ncells = [1,2,3]\ncells = [1,2,3]\n"), ContainsSubstring("case.toml:3: not valid TOML"));
  CHECK_THAT(input_error([] { Config(example(), "/no/such.toml"); }),
             ContainsSubstring("/no/such.toml: cannot read the config: No such file"));
  CHECK_THAT(input_error([] { Config(example(), "/tmp"); }), ContainsSubstring("this is a folder"));
  CHECK_THAT(refused("", {"grid.cells"}), ContainsSubstring("expected table.key=value"));
  CHECK_THAT(refused("", {"grid.cells=[1,2"}), ContainsSubstring("not a valid TOML value"));
  CHECK_THAT(refused("[boundary]\nwest = {type=\"periodic\"}\nx_low = {type=\"periodic\"}\n"),
             ContainsSubstring("said already at"));
}

TEST_CASE("a value that only the program can refuse is refused with its place", "[config][bad_input]") {
  Config const config = read("[physics]\ndiffusivity = 3\n");
  CHECK_THAT(input_error([&] { config.refuse("physics.diffusivity", "too much"); }),
             EndsWith("case.toml:2: physics.diffusivity: too much"));
  CHECK(input_error([&] { config.refuse("physics.scheme", "no"); }) == "physics.scheme: no");
}
