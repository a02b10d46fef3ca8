// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "raster_support.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

std::string const header = "ncols 3\nnrows 2\nxllcorner 1000\nyllcorner 50\ncellsize 10\n";

}  // namespace

TEST_CASE("the first row of an ASCII grid is the north, the first column the west") {
  Folder const folder;
  Raster const raster = read_text_raster(folder, header + "1 2 3\n4 5 6\n");
  CHECK((raster.nx == 3 && raster.ny == 2));
  CHECK(raster.values == Values{4, 5, 6, 1, 2, 3});
  CHECK(raster.origin == std::array<double, 2>{1000, 50});
  CHECK(raster.spacing == std::array<double, 2>{10, 10});
  CHECK(raster.missing.empty());
  CHECK(raster.name == "t");
}

TEST_CASE("keys in any case, centres, CRLF, values broken over lines, plus signs, a byte order mark") {
  Folder const folder;
  Raster const raster = read_text_raster(
      folder,
      "\xef\xbb\xbfNCOLS 3\r\nNROWS\t2\r\nXLLCENTER 1005\r\nYllCenter 55\r\nCELLSIZE 10\r\nNODATA_VALUE -1\r\n"
      "1\r\n+2 3 4e0\r\n  5\t6\r\n\r\n");
  CHECK(raster.values == Values{4, 5, 6, 1, 2, 3});
  CHECK(raster.origin == std::array<double, 2>{1000, 50});
}

TEST_CASE("cells that GDAL writes as dx and dy need not be square") {
  Folder const folder;
  Raster const raster = read_text_raster(folder, "ncols 1\nnrows 2\nxllcenter 0\nyllcenter 0\ndx 200\ndy 300\n1\n2\n");
  CHECK(raster.spacing == std::array<double, 2>{200, 300});
  CHECK(raster.origin == std::array<double, 2>{-100, -150});
}

TEST_CASE("-9999 is missing unless the header says another value, however it is rounded") {
  Folder const folder;
  auto const missing = [&](std::string const& text) { return read_text_raster(folder, header + text).missing; };
  using Mask = std::vector<std::uint8_t>;
  CHECK(missing("1 -9999 3 4 5 -9999.0") == Mask{0, 0, 1, 0, 1, 0});
  CHECK(missing("nodata_value 0\n1 -9998 0 4 5 6") == Mask{0, 0, 0, 0, 0, 1});
  CHECK(missing("nodata_value -3.40282306074e+38\n1 2 3 4 5 -3.4028230607370965e+38") == Mask{0, 0, 1, 0, 0, 0});
  CHECK(missing("nodata_value nan\nnan 2 3 4 5 6") == Mask{0, 0, 0, 1, 0, 0});
  CHECK(std::isnan(read_text_raster(folder, header + "1 -9999 3 4 5 6").values[4]));
  // The lowest double in 15 digits, which is below it; the lowest float, rounded; Surfer's blank.
  for (char const* lowest : {"-1.79769313486232e+308", "-1.7976931348623157e308"}) {
    CHECK(missing(std::string("nodata_value ") + lowest + "\n1 2 3 4 5 " + lowest) == Mask{0, 0, 1, 0, 0, 0});
  }
  CHECK(missing("nodata_value -3.4e38\n1 2 3 4 5 -3.4028234663852886e+38") == Mask{0, 0, 1, 0, 0, 0});
  CHECK(missing("nodata_value 1.70141e38\n1 2 3 4 5 1.70141000918783e+38") == Mask{0, 0, 1, 0, 0, 0});
}

TEST_CASE("a marker that the header does not declare is refused with its place") {
  Folder const folder;
  auto const error = [&](std::string const& text) { return raster_error(folder, header + text); };
  CHECK_THAT(
      error("1 2 3 4 -3.4028235e38 6"),
      ContainsSubstring("1 value is -3.4028235e+38, which marks missing data") && ContainsSubstring("row 2, column 2"));
  CHECK_THAT(error("nodata_value -1\n1 -9999 3 4 -9999 6"), ContainsSubstring("2 values are -9999"));
  CHECK_THAT(error("1 -32768 3 4 5 6"), ContainsSubstring("1 value is -32768"));
  CHECK(read_text_raster(folder, header + "-998 -999 -1000 -999 -999 -999").missing.empty());
}

TEST_CASE("degrees are refused with the line that projects them, unless they are said to be metres") {
  Folder const folder;
  std::string const text = "ncols 3\nnrows 2\nxllcorner -8.9\nyllcorner 42.4\ncellsize 0.001\n1 2 3 4 5 6\n";
  std::string const error = raster_error(folder, text);
  CHECK_THAT(error, ContainsSubstring("look like degrees"));
  CHECK_THAT(error, ContainsSubstring("gdalwarp -s_srs EPSG:4326 -t_srs EPSG:32629 -r bilinear"));
  CHECK_THAT(error, ContainsSubstring("coordinates = \"metres\""));
  CHECK(read_raster({folder.path() / "t.asc", "", true}).nx == 3);
  std::string const south = "ncols 1\nnrows 1\nxllcorner 151\nyllcorner -33.9\ncellsize 0.001\n1\n";
  CHECK_THAT(raster_error(folder, south), ContainsSubstring("EPSG:32756"));
  std::string const metres = "ncols 1\nnrows 1\nxllcorner -8.9\nyllcorner 42.4\ncellsize 0.5\n1\n";
  CHECK(read_text_raster(folder, metres).nx == 1);
}

TEST_CASE("what is wrong with an ASCII grid is named with its line") {
  Folder const folder;
  auto const error = [&](std::string const& text) { return raster_error(folder, text); };
  CHECK_THAT(error(header + "1 2 3\n4 5,5 6\n"),
             EndsWith("t.asc:7: \"5,5\" is not a number: write 5.5, with a decimal point"));
  CHECK_THAT(error(header + "1 2 3\n4 x 6\n"), EndsWith("t.asc:7: \"x\" is not a number"));
  CHECK_THAT(error(header + "1 2 3\n4 5"),
             ContainsSubstring("it holds 5 values, but ncols times nrows is 6; it is cut"));
  CHECK_THAT(error(header + "1 2 3\n4 5 6 7"), ContainsSubstring("it holds 7 values, but ncols times nrows is 6"));
  CHECK_THAT(error("ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2 3 4 5 6"), EndsWith("the header has no cellsize"));
  CHECK_THAT(error("ncols 3\nnrows 2\nyllcorner 0\ncellsize 1\n1 2 3 4 5 6"),
             EndsWith("the header has no xllcorner or xllcenter"));
  CHECK_THAT(error("ncols 3\nrows 2\n1 2 3 4 5 6"), ContainsSubstring("t.asc:2: \"rows\" is not a number, nor a key"));
  CHECK_THAT(error("ncols three\n"), EndsWith("t.asc:1: ncols: \"three\" is not a number"));
  CHECK_THAT(error("ncols 2.5\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1"), ContainsSubstring("ncols is 2.5"));
  CHECK_THAT(error("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize -1\n1"), ContainsSubstring("positive length"));
  CHECK_THAT(error("ncols 2\nnrows 2\n"), EndsWith("the header is followed by no values"));
  CHECK_THAT(error("ncols 99999999\nnrows 99999999\nxllcorner 0\nyllcorner 0\ncellsize 1\n1"),
             ContainsSubstring("it holds 1 values, but ncols times nrows is 9999999800000001"));
}

TEST_CASE("headers of other programs and other encodings are named") {
  Folder const folder;
  CHECK_THAT(
      raster_error(folder, "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 10 20\n1 2\n"),
      EndsWith("t.asc:5: cellsize has a second value, \"20\"; one is needed: cells of two lengths have dx and dy"));
  CHECK_THAT(raster_error(folder, "2 ncols\n1 nrows\n0 xllcorner\n0 yllcorner\n10 cellsize\n-9999 nodata_value\n1 2\n"),
             ContainsSubstring("t.asc:1: the header has its values before its keys") && ContainsSubstring("ncols 2"));
  std::string wide = "\xff\xfe";
  for (char const c : std::string("ncols 2\n")) wide += std::string{c, '\0'};
  CHECK_THAT(raster_error(folder, wide), ContainsSubstring("it is text in UTF-16; save it as UTF-8"));
}

TEST_CASE("NaN that is not declared is refused with count and first place, from the north-west") {
  Folder const folder;
  CHECK_THAT(raster_error(folder, header + "1 2 3\n4 nan inf\n"),
             ContainsSubstring("2 values are NaN or infinite; the first is at row 2, column 2 (x = 1015, y = 55)"));
}

TEST_CASE("a file that is missing, a folder or of another kind is named with the remedy") {
  Folder const folder;
  auto const error = [&](fs::path const& path) { return message_of<InputError>([&] { (void)read_raster({path}); }); };
  CHECK(error(folder.path() / "no.asc") == "no such file: " + (folder.path() / "no.asc").string());
  CHECK_THAT(error(folder.path()), EndsWith("is a folder, not a file"));
  put_text(folder.path() / "a.tif", "II*\0not really");
  CHECK_THAT(error(folder.path() / "a.tif"),
             ContainsSubstring("gdal_translate -of AAIGrid") || ContainsSubstring("cannot read"));
}

TEST_CASE("a grid of a million cells is read") {
  Folder const folder;
  std::string text = "ncols 1000\nnrows 1000\nxllcorner 0\nyllcorner 0\ncellsize 10\n";
  for (int i = 0; i < 1'000'000; ++i) text += std::to_string(i % 1000) + ".125" + (i % 10 == 9 ? "\n" : " ");
  put_text(folder.path() / "big.asc", text);
  Raster const raster = read_raster({folder.path() / "big.asc"});
  REQUIRE(raster.values.size() == 1'000'000);
  CHECK(raster.values[999] == 999.125);
}
