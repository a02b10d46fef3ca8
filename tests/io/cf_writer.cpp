// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/cf_writer.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "made_netcdf.hpp"
#include "tessera/io/series.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

Mesh const mesh{2, {5, 4, 1}, {10, 20, 1}, {500'000, 4'700'000, 0}};

std::vector<CfVariable> variables() {
  return {{"depth", "m", "water depth", "sea_floor_depth_below_sea_surface", {{"wet_threshold", 1e-3}}},
          {"bed", "m", "elevation of the bed", "", {}, false},
          {"speed", "m s-1", "speed", "sea_water_speed"}};
}

/// As gdalsrsinfo -o wkt1 EPSG:32629 prints it, without authorities.
char const* const utm =
    "PROJCS[\"WGS 84 / UTM zone 29N\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
    "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]],PROJECTION[\"Transverse_Mercator\"],"
    "PARAMETER[\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",-9],PARAMETER[\"scale_factor\",0.9996],"
    "PARAMETER[\"false_easting\",500000],PARAMETER[\"false_northing\",0],UNIT[\"metre\",1]]";

CfDescription description(Precision precision = Precision::float32) {
  return {"a test", "test 1.0", *parse_iso_time("2026-11-21T18:00:00Z"), utm, {}, precision};
}

/// State number n: index + 100 n with one dry cell, and 7 + n.
std::vector<std::vector<double>> state(int n) {
  std::vector<double> depth = counting_field("depth", mesh, 100.0 * n).values;
  depth[7] = NAN;
  return {depth, std::vector<double>(20, 7.0 + n)};
}

CfWriter writer_at(fs::path const& path, std::optional<double> restart = std::nullopt,
                   Precision precision = Precision::float32) {
  return {path, mesh, description(precision), variables(), restart};
}

void write_bed(CfWriter& writer) {
  std::vector<double> bed = counting_field("bed", mesh).values;
  for (double& value : bed) value = -value;
  writer.write_map("bed", bed);
}

void check_from_outside(fs::path const& path, int bits, int states) {
  std::string const arguments = path.string() + " " + std::to_string(bits) + " " + std::to_string(states);
  CHECK(run_in_any_python("check_cf.py", arguments, "netCDF4 (Debian: python3-netcdf4)") == 0);
}

/// Each of the states that the header counts holds its own number everywhere: time, and 60000 floats twice. There are
/// as many as the writer finds.
void check_whole(fs::path const& path, std::size_t head, std::size_t found) {
  std::string const bytes = text_of(path);
  auto const number = [&](std::size_t at, std::size_t size) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return size == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
  };
  std::size_t const state = 8 + 2 * 4 * 60'000;
  std::size_t states = 0;
  for (std::size_t i = 4; i < 8; ++i) states = states << 8 | static_cast<unsigned char>(bytes.at(i));
  CHECK(states == found);
  REQUIRE(bytes.size() >= head + states * state);
  for (std::size_t n = 0; n < states; ++n) {
    auto const expected = static_cast<double>(n);
    std::size_t const at = head + n * state;
    CHECK(number(at, 8) == expected);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < 120'000; ++i) wrong += number(at + 8 + 4 * i, 4) != expected ? 1 : 0;
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("NetCDF's own library and xarray read what was written, masked where dry") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const path = folder.path() / "run.nc";
  Precision const precision = GENERATE(Precision::float32, Precision::float64);
  CfWriter writer = writer_at(path, std::nullopt, precision);
  CHECK_FALSE(fs::exists(path));
  bool const map_first = GENERATE(true, false);
  if (map_first) write_bed(writer);
  for (int n = 0; n < 3; ++n) writer.write(3600.0 * n, state(n));
  if (!map_first) write_bed(writer);
  CHECK(writer.times() == std::vector<double>{0, 3600, 7200});
  auto const states = static_cast<double>(fs::file_size(path));
  writer.write(10800, state(3));
  CHECK(static_cast<double>(fs::file_size(path)) - states == cf_state_bytes(mesh, 2, precision));
  check_from_outside(path, precision == Precision::float32 ? 32 : 64, 4);
}

TEST_CASE("a header of any length is followed by the values") {
  skip_without_netcdf();
  Folder const folder;
  for (std::size_t const length : {1ul, 2'000ul, 4'500ul, 8'191ul, 100'000ul}) {
    INFO(length);
    fs::path const path = folder.path() / (std::to_string(length) + ".nc");
    CfDescription told = description();
    told.attributes.emplace_back("comment", std::string(length, 'x'));
    CfWriter writer(path, mesh, told, variables());
    write_bed(writer);
    for (int n = 0; n < 3; ++n) writer.write(3600.0 * n, state(n));
    CHECK(CfWriter(path, mesh, told, variables(), 1e9).times() == std::vector<double>{0, 3600, 7200});
    CHECK(read_raster({path, "bed"}).values[19] == -19);
    check_from_outside(path, 32, 3);
  }
}

TEST_CASE("a restart goes on where it was and gives the same bytes") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const whole = folder.path() / "whole.nc", part = folder.path() / "part.nc";
  auto const write = [&](CfWriter writer, int from, int to) {
    write_bed(writer);
    for (int n = from; n < to; ++n) writer.write(3600.0 * n, state(n));
  };
  write(writer_at(whole), 0, 5);
  write(writer_at(part), 0, 4);
  write(writer_at(part, 3600), 2, 5);
  CHECK(text_of(part) == text_of(whole));
  write(writer_at(part, 7200), 2, 4);  // the first new state drops the ones that are late
  CHECK(writer_at(part, 1e9).times() == std::vector<double>{0, 3600, 7200, 10800});
  write(writer_at(part, -1), 0, 5);  // before all states: anew
  CHECK(text_of(part) == text_of(whole));
  write(writer_at(part), 0, 5);
  CHECK(text_of(part) == text_of(whole));
}

TEST_CASE("our own reader finds the map of a file with one state") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const path = folder.path() / "run.nc";
  CfWriter writer = writer_at(path, std::nullopt, Precision::float64);
  writer.write(0, state(0));
  Raster const raster = read_raster({path, "depth"});
  CHECK(raster.missing[7] == 1);
  CHECK(raster.values[19] == 19);
  CHECK(raster.origin == std::array<double, 2>{500'000, 4'700'000});
  CHECK_THAT(raster.crs_wkt, ContainsSubstring("UTM"));
}

TEST_CASE("a file of another run, states out of order and names that cannot be are refused") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const path = folder.path() / "run.nc";
  CfWriter writer = writer_at(path);
  writer.write(10, state(0));
  CHECK_THAT(message_of<Error>([&] { writer.write(5, state(0)); }), EndsWith("a state at 5.0 s after one at 10.0 s"));
  CHECK_THAT(message_of<Error>([&] { writer.write(20, {state(0)[0]}); }), ContainsSubstring("has to hold 2 maps"));
  CHECK_THAT(message_of<Error>([&] { writer.write_map("speed", std::vector<double>(20)); }),
             ContainsSubstring("no map"));
  auto const error = [&](Mesh const& grid, std::vector<CfVariable> const& with) {
    return message_of<InputError>([&] { CfWriter(path, grid, description(), with, 100.0); });
  };
  Mesh other = mesh;
  other.cells[0] = 6;
  CHECK_THAT(error(other, variables()), ContainsSubstring("is of another grid, or has other variables"));
  CHECK_THAT(error(mesh, {variables()[0]}), ContainsSubstring("is of another grid"));
  CHECK_THAT(error(mesh, {{"a b", "m", "", ""}}), ContainsSubstring("only letters, digits and _"));
  CHECK_THAT(error(mesh, {{"time", "s", "", ""}}), ContainsSubstring("time is there twice"));
  other.cells = {40'000, 40'000, 1};
  CHECK_THAT(error(other, {}), ContainsSubstring("more than 4 GiB"));
  CHECK_THAT(message_of<Error>([&] {
               CfWriter nowhere = writer_at(folder.path() / "no" / "run.nc");
               nowhere.write(0, state(0));
             }),
             ContainsSubstring("cannot write"));
}

TEST_CASE("a full disk takes nothing of what was there") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const path = folder.path() / "run.nc";
  int const status = in_child([&] {
    CfWriter writer = writer_at(path);
    for (int n = 0; n < 2; ++n) writer.write(3600.0 * n, state(n));
    write_bed(writer);
    auto const size = fs::file_size(path);
    limit_file_size(size + 100);
    std::string const error = message_of<Error>([&] { writer.write(7200, state(2)); });
    std::_Exit(error.find("free some space") != std::string::npos && fs::file_size(path) == size ? 0 : 1);
  });
  CHECK(status == 0);
  check_from_outside(path, 32, 2);
}

TEST_CASE("kill -9 at any moment leaves whole states") {
  skip_without_netcdf();
  Folder const folder;
  fs::path const path = folder.path() / "run.nc";
  Mesh const large{2, {300, 200, 1}, {1, 1, 1}, {0, 0, 0}};
  auto const open = [&](double restart, char const* name = "run.nc") {
    return CfWriter(folder.path() / name, large, {"t", "t"}, {{"depth", "m", "", ""}, {"speed", "m s-1", "", ""}},
                    restart);
  };
  auto const write_for_ever = [&](double restart) {
    CfWriter writer = open(restart);
    for (double n = restart;; ++n) writer.write(n, {std::vector<double>(60'000, n), std::vector<double>(60'000, n)});
  };
  open(0, "one.nc").write(0, {std::vector<double>(60'000), std::vector<double>(60'000)});
  std::size_t const head = fs::file_size(folder.path() / "one.nc") - (8 + 2 * 4 * 60'000);
  std::mt19937 random(7);  // NOLINT: the same moments in every run, as far as the machine allows
  double last = 0;
  for (int round = 0; round < 20; ++round) {
    std::cout.flush();
    pid_t const child = ::fork();
    if (child == 0) write_for_ever(last);
    while (!fs::exists(path)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    CfWriter const found = open(1e9);
    REQUIRE(!found.times().empty());
    CHECK(found.times().back() >= last);
    last = found.times().back();
    check_whole(path, head, found.times().size());
  }
}
