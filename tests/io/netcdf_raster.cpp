// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "made_netcdf.hpp"
#include "tessera/io/frame.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

Values const expected{0, 1, 2, 3, 100, 101, 102, 103, 200, 201, 202, 203};

void check_place(Raster const& raster) {
  CHECK((raster.nx == 4 && raster.ny == 3));
  CHECK(raster.origin == std::array<double, 2>{1000, 2000});
  CHECK(raster.spacing == std::array<double, 2>{10, 10});
}

std::vector<std::string> const kinds{"NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA", "NETCDF4"};

}  // namespace

TEST_CASE("NetCDF of every format is read north up, whichever way its coordinates run") {
  Made const made;
  for (std::string const& kind : kinds) {
    INFO(kind);
    for (char const* name : {"plain_", "north_", "time_"}) {
      Raster const raster = made.read(name + kind);
      check_place(raster);
      CHECK(raster.values == expected);
      CHECK(raster.missing.empty());
      CHECK((raster.name == "elevation" && raster.unit == "m"));
    }
    CHECK(made.read("records_" + kind).values == Values{0, 1, 2, 100, 101, 102, 200, 201, 202});
    Raster const packed = made.read("packed_" + kind);
    CHECK(packed.missing[3] == 1);
    CHECK(std::isnan(packed.values[3]));
    CHECK((packed.values[2] == 2 && packed.values[4] == 100));
  }
}

TEST_CASE("NetCDF-4 with odd axes, NaN as the fill value, several maps") {
  Made const made;
  CHECK(made.read("transposed").values == expected);
  check_place(made.read("transposed"));
  CHECK(made.read("descending_x").values == expected);
  check_place(made.read("descending_x"));
  CHECK(made.read("nan_is_missing").missing[9] == 1);
  CHECK(made.read("two_maps", "elevation").values == expected);
  CHECK_THAT(made.read("plain_NETCDF4").crs_wkt, ContainsSubstring("PROJCS"));
}

TEST_CASE("what is wrong with a NetCDF raster is named") {
  Made const made;
  CHECK_THAT(made.error("nan_is_wrong"),
             ContainsSubstring("1 value is NaN or infinite; the first is at row 1, column 2"));
  CHECK_THAT(made.error("two_maps"),
             ContainsSubstring("several maps; set variable to one of them: elevation, roughness"));
  CHECK_THAT(made.error("two_maps", "depth"), EndsWith("has no variable \"depth\"; its maps are elevation, roughness"));
  CHECK_THAT(made.error("two_maps", "x"), EndsWith("\"x\" is no map over x and y with coordinates"));
  CHECK_THAT(made.error("many_times"), ContainsSubstring("has 3 maps along time; cut one out"));
  CHECK_THAT(made.error("degrees"), ContainsSubstring("its coordinates are degrees (around -7.98, 44.015"));
  CHECK_THAT(made.error("uneven"), ContainsSubstring("coordinate \"x\" is not evenly spaced"));
}

TEST_CASE("a NetCDF file cut off anywhere is an error, never a crash") {
  Made const made;
  for (std::string const& kind : kinds) {
    std::string const whole = text_of(made.path() / ("time_" + kind + ".nc"));
    for (std::size_t size = 4; size < whole.size() - 8; size += 29) {
      put_text(made.path() / "cut.nc", whole.substr(0, size));
      CHECK_THAT(made.error("cut"), ContainsSubstring("cut.nc"));
    }
  }
}

TEST_CASE("a frame of ours is a raster") {
  if (default_frame_format() != FrameFormat::hdf5) SKIP("this build has no HDF5");
  skip_without_netcdf();
  Folder const folder;
  Mesh const mesh{2, {5, 4, 1}, {10, 20, 1}, {500'000, 4'700'000, 0}};
  HostField const field = counting_field("bed", mesh);
  fs::path const path = FrameWriter(folder.path(), mesh, "test").write(0, 0, {field}, Precision::float64);
  Raster const raster = read_raster({path});
  CHECK(raster.values == field.values);
  CHECK(raster.origin == std::array<double, 2>{500'000, 4'700'000});
  CHECK(resample(raster, mesh) == field.values);
  CHECK(mesh_of(raster).cells == mesh.cells);
}
