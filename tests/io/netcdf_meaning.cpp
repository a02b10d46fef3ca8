// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <sstream>

#include "made_netcdf.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

using Place = std::array<double, 2>;

/// The values as netCDF4 for Python masks and unpacks them.
void check_as_netcdf4(Made const& made, std::string const& name) {
  INFO(name);
  std::istringstream text(text_of(made.path() / (name + ".txt")));
  Raster const raster = made.read(name);
  std::size_t missing = 0;
  for (double const value : raster.values) {
    std::string word;
    REQUIRE(text >> word);
    missing += std::isnan(value) ? 1 : 0;
    CHECK((word == "nan" ? std::isnan(value) : value == std::stod(word)));
  }
  CHECK(missing > 0);
}

}  // namespace

TEST_CASE("missing values, ranges and missing signs are read as netCDF4 for Python reads them") {
  Made const made;
  for (char const* name : {"several_markers", "unsigned_NETCDF3_CLASSIC", "unsigned_NETCDF4", "unsigned_NETCDF4_I2",
                           "default_fill_of_integers", "packed_NETCDF4"}) {
    check_as_netcdf4(made, name);
  }
  // NetCDF Users' Guide, appendix A: a range of the unpacked type is one of unpacked values.
  Raster const raster = made.read("range_of_meant");
  std::size_t missing = 0;
  for (double const value : raster.values) {
    missing += std::isnan(value) ? 1 : 0;
    CHECK((std::isnan(value) || (value >= 100 && value <= 200)));
  }
  CHECK(missing == 7);
  CHECK_THAT(made.error("no_numbers"),
             ContainsSubstring("its attribute scale_factor is \"ten\", which is not a number"));
}

TEST_CASE("a marker that is not declared is refused, unless values around it are like it") {
  Made const made;
  CHECK_THAT(made.error("undeclared_marker"),
             ContainsSubstring("1 value is -9999, which marks missing data by custom") &&
                 ContainsSubstring("row 2, column 2"));
  CHECK(made.read("sea_floor_near_the_marker").values[9] == -9999);
}

TEST_CASE("a missing row is found wherever the map lies, and rounded coordinates are read") {
  Made const made;
  for (char const* name :
       {"missing_row_far_north", "missing_row_far_north_float", "missing_row_near", "missing_column"}) {
    INFO(name);
    CHECK_THAT(made.error(name), ContainsSubstring("is not evenly spaced") && ContainsSubstring("is a row missing?"));
  }
  Raster const raster = made.read("float_far_north");
  CHECK((raster.nx == 4 && raster.ny == 3));
  CHECK(std::abs(raster.spacing[1] - 5) <= 0.25);
  CHECK(std::abs(raster.origin[1] - 4'709'999.8) <= 0.5);
  Raster const packed = made.read("packed_coordinates");
  CHECK(packed.origin == Place{1000, 2000});
  CHECK(packed.spacing == Place{10, 10});
}

TEST_CASE("axes and units of coordinates count") {
  Made const made;
  CHECK(made.read("other_axes").origin == Place{1000, 2000});
  CHECK_THAT(made.error("axis_is_not_x"), ContainsSubstring("holds no map"));
  CHECK_THAT(made.error("no_coordinates"),
             ContainsSubstring("\"elevation\" is over (y, x), but the file has no coordinates"));
  CHECK_THAT(made.error("seconds"), ContainsSubstring("coordinate \"x\"") && ContainsSubstring("\"s\""));
#ifdef TESSERA_HAVE_UDUNITS
  Raster const miles = made.read("miles");
  for (std::size_t axis = 0; axis < 2; ++axis) {
    CHECK(std::abs(miles.spacing[axis] - 10) < 1e-9);
    CHECK(std::abs(miles.origin[axis] - (axis == 0 ? 1000 : 2000)) < 1e-9);
  }
  CHECK_THAT(made.error("radians"), ContainsSubstring("its coordinates are degrees"));
#endif
#ifdef TESSERA_HAVE_PROJ
  CHECK_THAT(made.error("survey_feet"), ContainsSubstring("neither metres nor degrees"));
  CHECK_THAT(made.error("metres_in_feet"), ContainsSubstring("neither metres nor degrees"));
  CHECK(made.read("crs_of_another_program").nx == 4);
#endif
}

TEST_CASE("values that count downwards are told, and turned on demand") {
  Made const made;
  for (char const* name : {"down", "depth_by_name"}) {
    Raster raster = made.read(name);
    CHECK(raster.downwards);
    count_upwards(raster);
    CHECK(raster.values[5] == -101);
    count_upwards(raster);
    CHECK(raster.values[5] == -101);
  }
  CHECK_FALSE(made.read("up_by_attribute").downwards);
  CHECK_FALSE(made.read("plain_NETCDF4").downwards);
}
