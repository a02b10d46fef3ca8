// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "io/crs.hpp"

#include <cmath>
#include <map>

#include "raster_support.hpp"

using namespace tessera;
using namespace tessera::test;
using detail::crs_facts;
using detail::CrsFacts;

namespace {

/// EPSG:2277 as ESRI writes it, with its lines broken as tools print it.
std::string const texas = R"(PROJCS["NAD_1983_StatePlane_Texas_Central_FIPS_4203_Feet",
    GEOGCS["GCS_North_American_1983",
        DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],
        PRIMEM["Greenwich",0.0],
        UNIT["Degree",0.0174532925199433]],
    PROJECTION["Lambert_Conformal_Conic"],
    PARAMETER["False_Easting",2296583.333333333],
    PARAMETER["False_Northing",9842500.0],
    PARAMETER["Central_Meridian",-100.3333333333333],
    PARAMETER["Standard_Parallel_1",30.11666666666667],
    PARAMETER["Standard_Parallel_2",31.88333333333333],
    PARAMETER["Latitude_Of_Origin",29.66666666666667],
    UNIT["Foot_US",0.3048006096012192]])";

std::string const geographic =
    "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
    "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]";

std::string const utm =
    "PROJCS[\"WGS_1984_UTM_Zone_29N\"," + geographic +
    ",PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",500000.0],PARAMETER[\"False_Northing\",0.0],"
    "PARAMETER[\"Central_Meridian\",-9.0],PARAMETER[\"Scale_Factor\",0.9996],PARAMETER[\"Latitude_Of_Origin\",0.0],"
    "UNIT[\"Meter\",1.0]]";

std::string const feet_high =
    "COMPD_CS[\"map and heights\"," + utm +
    ",VERT_CS[\"heights\",VERT_DATUM[\"a datum\",2005],UNIT[\"foot\",0.3048],AXIS[\"Up\",UP]]]";

void skip_without_proj() {
#ifndef TESSERA_HAVE_PROJ
  SKIP("this build has no PROJ");
#endif
}

std::string const header = "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 50\ncellsize 10\n";

}  // namespace

TEST_CASE("the old form of a .prj is read without a library") {
  auto const old = [](std::string const& unit, std::string const& projection = "UTM") {
    return crs_facts("Projection    " + projection + "\nZone 14\nDatum NAD83\nUnits   " + unit + "\nParameters\n");
  };
  CHECK((old("METERS").kind == CrsFacts::Kind::lengths && old("METERS").metres == 1));
  CHECK((old("FEET", "STATEPLANE").kind == CrsFacts::Kind::lengths && old("FEET").metres == 0.3048));
  CHECK(old("DD", "GEOGRAPHIC").kind == CrsFacts::Kind::angles);
  CHECK(old("CHAINS").kind == CrsFacts::Kind::not_read);
}

TEST_CASE("PROJ reads coordinate systems of any flavour") {
  skip_without_proj();
  CHECK(crs_facts(utm).metres == 1);
  CHECK(std::abs(crs_facts(texas).metres - 1200.0 / 3937) < 1e-12);
  CHECK(crs_facts(geographic).kind == CrsFacts::Kind::angles);
  CHECK(crs_facts("LOCAL_CS[\"a flume\",UNIT[\"metre\",1]]").metres == 1);
  CHECK(crs_facts("ENGCRS[\"a flume\",EDATUM[\"d\"],CS[Cartesian,2],AXIS[\"x\",east],AXIS[\"y\",north],"
                  "LENGTHUNIT[\"foot\",0.3048]]")
            .metres == 0.3048);
  CHECK(crs_facts("+proj=utm +zone=29 +datum=WGS84 +type=crs").metres == 1);
  CHECK(crs_facts(feet_high).height_unit == "0.3048 m");
  CHECK(crs_facts("PROJCS[\"cut").kind == CrsFacts::Kind::not_read);
}

TEST_CASE("a .prj beside the grid tells its reference system") {
  skip_without_proj();
  Folder const folder;
  auto const error_with = [&](std::string const& prj) {
    put_text(folder.path() / "t.prj", prj);
    return raster_error(folder, header + "1 2 3 4 5 6");
  };
  CHECK(error_with(utm) == "nothing thrown");
  CHECK_THAT(read_text_raster(folder, header + "1 2 3 4 5 6").crs_wkt, ContainsSubstring("UTM_Zone_29N"));
  CHECK(error_with("\n") == "nothing thrown");
  CHECK_THAT(error_with(texas), ContainsSubstring("neither metres nor degrees; project it to metres: gdalwarp -t_srs"));
  CHECK_THAT(error_with("Projection STATEPLANE\nUnits FEET\n"), ContainsSubstring("neither metres nor degrees"));
  CHECK_THAT(error_with(geographic), ContainsSubstring("its coordinates are degrees"));
  CHECK_THAT(error_with("PROJCS[\"cut"),
             ContainsSubstring("cannot be understood by PROJ") && ContainsSubstring("coordinates = \"metres\""));
  CHECK(read_raster({folder.path() / "t.asc", "", true}).nx == 3);
  CHECK(error_with(feet_high) == "nothing thrown");
  CHECK(read_text_raster(folder, header + "1 2 3 4 5 6").unit == "0.3048 m");
}

TEST_CASE("CF's parameters of a projection are those of its text") {
  skip_without_proj();
  std::map<std::string, std::variant<std::string, double, std::vector<double>>> found;
  for (auto const& [name, value] : detail::grid_mapping_attributes(texas)) found[name] = value;
  CHECK_THAT(std::get<std::string>(found["crs_wkt"]), Catch::Matchers::StartsWith("PROJCRS[\""));
  CHECK(std::get<std::string>(found["spatial_ref"]) == texas);
  CHECK(std::get<std::string>(found["grid_mapping_name"]) == "lambert_conformal_conic");
  CHECK(std::get<std::vector<double>>(found["standard_parallel"]) == Values{30.11666666666667, 31.88333333333333});
  CHECK(std::abs(std::get<double>(found["false_easting"]) - 700'000) < 1e-3);
  CHECK(std::get<double>(found["inverse_flattening"]) == 298.257222101);
}
