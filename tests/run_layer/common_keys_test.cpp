// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/common_keys.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "messages.hpp"
#include "temporary_folder.hpp"

using Catch::Matchers::ContainsSubstring;
using tessera::BoundaryKind;
using tessera::Config;
using tessera::Schema;

namespace {

Schema common(int rank) {
  auto const count = static_cast<std::size_t>(rank);
  Schema schema;
  tessera::add_grid_keys(schema, {std::vector<long>(count, 16), std::vector<double>(count, 1.0)});
  tessera::add_boundary_keys(schema, rank, tessera::scalar_boundary_forms("degC"),
                             std::vector<std::string>(2 * count, "{ type = \"dirichlet\", value = 0.0 }"));
  tessera::add_time_keys(schema, {.until_steady = true});
  tessera::add_run_keys(schema, {.strategies = {"team", "naive"}});
  tessera::add_output_keys(schema);
  return schema;
}

Config with(std::vector<std::string> const& overrides, int rank = 3) {
  return Config(common(rank), std::nullopt, overrides);
}

}  // namespace

TEST_CASE("the grid follows from cells and length, or from cells and spacing", "[common_keys]") {
  auto const by_length = tessera::read_grid(with({"grid.cells=[4, 5, 8]", "grid.length=[1, 1, 2]"}));
  CHECK(by_length.spacing == std::array<double, 3>{0.25, 0.2, 0.25});
  auto const by_spacing = tessera::read_grid(with({"grid.spacing=[2, 3]", "grid.origin=[-1, 0]"}, 2));
  CHECK(by_spacing.rank == 2);
  CHECK(by_spacing.cells == std::array<long, 3>{16, 16, 1});
  CHECK(by_spacing.spacing == std::array<double, 3>{2, 3, 1});
  CHECK(by_spacing.origin[0] == -1);
}

TEST_CASE("a grid that no memory holds is refused before anything overflows", "[common_keys][bad_input]") {
  auto const config = with({"grid.cells=[2000000000, 2000000000, 2000000000]"});
  CHECK_THAT(input_error([&] { (void)tessera::read_grid(config); }), ContainsSubstring("more than any memory"));
  CHECK_THAT(input_error([] { with({"grid.cells=[3000000000, 1, 1]"}); }), ContainsSubstring("at most 2147483647"));
}

TEST_CASE("faces are read with their values, files and places", "[common_keys]") {
  auto const boundary = tessera::read_boundary(
      with({"boundary.x_low={type=dirichlet, value=100, at=node}", "boundary.x_high={type=neumann, gradient=-2}",
            "boundary.y_low={type=dirichlet, file=/data/w.h5}", "boundary.z_low.type=periodic",
            "boundary.z_high.type=periodic"}),
      3);
  CHECK(boundary[0].kind == BoundaryKind::dirichlet);
  CHECK(boundary[0].value == 100);
  CHECK(boundary[0].at_node);
  CHECK(boundary[1].kind == BoundaryKind::neumann);
  CHECK(boundary[1].value == -2);
  CHECK(boundary[2].file == "/data/w.h5");
  CHECK(boundary[2].dataset == "y_low");
  CHECK_FALSE(boundary[3].file);
  CHECK(boundary[5].kind == BoundaryKind::periodic);
}

TEST_CASE("in 2D the faces have the names of the compass too", "[common_keys]") {
  auto const boundary = tessera::read_boundary(with({"boundary.north={type=neumann, gradient=1}"}, 2), 2);
  CHECK(boundary[3].value == 1);
  CHECK(boundary[4].kind == BoundaryKind::periodic);
}

TEST_CASE("faces that make no sense are refused", "[common_keys][bad_input]") {
  auto const refused = [](std::string const& text) {
    TemporaryFolder folder;
    Config const config(common(3), folder.write("case.toml", "[boundary]\n" + text));
    return input_error([&] { (void)tessera::read_boundary(config, 3); });
  };
  CHECK_THAT(refused("x_high = { type = \"periodic\" }\n"),
             ContainsSubstring("case.toml:2: boundary.x_high: is periodic, but boundary.x_low is dirichlet (default); "
                               "both faces of an axis are, or none"));
  CHECK_THAT(refused("y_low = { type = \"dirichlet\" }\n"),
             ContainsSubstring("boundary.y_low: needs one of value and file"));
  CHECK_THAT(refused("y_low = { type = \"neumann\", gradient = 1.0, file = \"a\" }\n"),
             ContainsSubstring("takes only one of gradient and file"));
}

TEST_CASE("what varies over a face has the axes of the face", "[common_keys]") {
  tessera::Mesh const mesh{3, {4, 5, 6}, {1, 2, 3}, {7, 8, 9}};
  auto const x = tessera::face_mesh(mesh, 0);
  CHECK(x.rank == 2);
  CHECK(x.cells == std::array<long, 3>{5, 6, 1});
  auto const z = tessera::face_mesh(mesh, 5);
  CHECK(z.cells == std::array<long, 3>{4, 5, 1});
  CHECK(z.origin[1] == 8);
  CHECK(tessera::face_mesh({1, {4, 1, 1}, {}, {}}, 1).cells == std::array<long, 3>{1, 1, 1});
}

TEST_CASE("time: how long, and in which steps", "[common_keys]") {
  auto const steady = tessera::read_time(with({"time.tolerance=1e-4"}));
  CHECK(steady.tolerance == 1e-4);
  CHECK_FALSE(steady.steps);
  auto const end = tessera::read_time(with({"time.end=6 h", "time.dt=0.5"}));
  CHECK(end.end == 21600.0);
  CHECK(end.dt == 0.5);
  CHECK_FALSE(end.tolerance);
}

TEST_CASE("the time step is 0.9 of the limit, or below the limit", "[common_keys][bad_input]") {
  auto const automatic = with({});
  CHECK(tessera::choose_dt(automatic, tessera::read_time(automatic), 2.0) == 0.9 * 2.0);
  auto const given = with({"time.dt=1.99"});
  CHECK(tessera::choose_dt(given, tessera::read_time(given), 2.0) == 1.99);
  for (char const* text : {"time.dt=2.0", "time.dt=3"}) {
    auto const over = with({text});
    CHECK_THAT(input_error([&] { (void)tessera::choose_dt(over, tessera::read_time(over), 2.0); }),
               ContainsSubstring(std::string("--set ") + text + ": time.dt: ") &&
                   ContainsSubstring("is not below the stability limit of 2 s"));
  }
}

TEST_CASE("run and output", "[common_keys]") {
  auto const run = tessera::read_run(with({"run.precision=float", "run.strategy=naive", "run.wall_limit=30 min",
                                           "run.tile=[64, 8]", "run.steps_per_launch=2", "run.graph=off"}));
  CHECK(run.precision == tessera::Precision::float32);
  CHECK(run.strategy == "naive");
  CHECK(run.wall_limit == 1800.0);
  CHECK(run.tile == std::vector<long>{64, 8});
  CHECK(run.steps_per_launch == 2);
  CHECK(run.graph == "off");
  CHECK(tessera::read_run(with({})).graph == "auto");
  CHECK_FALSE(tessera::read_run(with({})).tile);
  auto const output = tessera::read_output(with({"output.every_time=1 h", "output.pictures=false"}));
  CHECK(output.every_time == 3600.0);
  CHECK_FALSE(output.pictures);
  CHECK_FALSE(output.every);
  CHECK_THAT(input_error([] { with({"output.every=5", "output.every_time=5"}); }), ContainsSubstring("excludes"));
  CHECK_THAT(input_error([] { with({"run.strategy=teem"}); }), ContainsSubstring("did you mean \"team\"?"));
}
