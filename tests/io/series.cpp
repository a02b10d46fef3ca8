// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/series.hpp"

#include <cmath>

#include "support.hpp"
#include "tessera/run/format.hpp"
#include "tessera/run/units.hpp"

using namespace tessera;
using namespace tessera::test;

namespace {

Series read(Folder const& folder, std::string const& text, std::optional<double> reference = std::nullopt) {
  put_text(folder.path() / "tide.csv", text);
  return read_series(folder.path() / "tide.csv", reference);
}

std::string error(Folder const& folder, std::string const& text, std::optional<double> reference = std::nullopt) {
  return message_of<InputError>([&] { (void)read(folder, text, reference); });
}

}  // namespace

TEST_CASE("a series is linear between its moments, and nothing outside") {
  Series const series({0, 10, 30}, {1, 3, -1}, "tide.csv");
  CHECK(series.at(0) == 1);
  CHECK(series.at(5) == 2);
  CHECK(series.at(10) == 3);
  CHECK(series.at(25) == 0);
  CHECK(series.at(30) == -1);
  CHECK(
      message_of<InputError>([&] { (void)series.at(31); }) ==
      "tide.csv: the series covers 0 s to 30 s, but the run needs 31 s; add rows to it, or let the run end within it");
  CHECK_THAT(message_of<InputError>([&] { series.require_covers(-1, 30); }), ContainsSubstring("needs -1 s to 30 s"));
  CHECK_THAT(message_of<InputError>([&] { (void)series.at(NAN); }), ContainsSubstring("the run needs nan s"));
  series.require_covers(0, 30);
  CHECK(Series({4}, {2}, "one").at(4) == 2);
  CHECK(Series({0, 1, 2}, {1, 0.1, 5}, "exact").at(1) == 0.1);
  CHECK(series.scaled(10, "cm").at(5) == 20);
  CHECK_THAT(message_of<InputError>([&] { Series({0, 2, 1}, {1, 1, 1}, "a"); }), ContainsSubstring("a: pair 3 (1 s"));
  CHECK_THAT(message_of<InputError>([&] { Series({0}, {}, "a"); }), ContainsSubstring("1 times and 0 values"));
}

TEST_CASE("two columns with any separator, comments, header and line ends") {
  Folder const folder;
  for (std::string const text :
       {"0,1\n10,2.5\n", "# a tide\ntime,level\n0,1\n\n# later\n10,2.5", "0;1\r\n10;2.5\r\n", "t\tz\n0\t1\n10\t2.5\n",
        "0 1\n 10   2.5 \n", "\xef\xbb\xbftime (s), level (m)\n0,1\n10,2.5\n"}) {
    INFO(text);
    CHECK(read(folder, text).times() == Values{0, 10});
    CHECK(read(folder, text).values() == Values{1, 2.5});
  }
  Series const rain = read(folder, "time (h),rain [mm/h]\n0,1\n0.5,2\n");
  CHECK(rain.times() == Values{0, 1800});
  CHECK(rain.unit() == "mm/h");
}

TEST_CASE("dates become seconds since the reference") {
  Folder const folder;
  double const reference = *parse_iso_time("2026-11-21");
  Series const series =
      read(folder, "date,level\n2026-11-21T00:00:00Z,1\n2026-11-21 06:30,2\n2026-11-22T01:00+01:00,3\n", reference);
  CHECK(series.times() == Values{0, 23400, 86400});
  CHECK(read(folder, "2026-11-21 00:00 1\n2026-11-21 01:00 2\n", reference).times() == Values{0, 3600});
  CHECK_THAT(
      error(folder, "2026-11-21T00:00,1\n"),
      EndsWith("tide.csv:1: times are dates, so the run needs to know when its time is 0; set time.reference, such "
               "as \"2026-11-21T00:00:00Z\""));
  CHECK_THAT(error(folder, "2026-11-21,1\n10,2\n", reference), ContainsSubstring("tide.csv:2: some times are dates"));
}

TEST_CASE("ISO 8601 as it is written, and nothing else") {
  CHECK(parse_iso_time("1970-01-01") == 0);
  CHECK(parse_iso_time("1970-01-02T00:00:01.5Z") == 86401.5);
  CHECK(parse_iso_time("2024-02-29T12:00") == 1709208000);  // date -u -d 2024-02-29T12:00Z +%s
  CHECK(parse_iso_time("2024-02-29T12:00:00-05:30") == 1709208000 + 19800);
  CHECK(parse_iso_time("2024-02-29T12:00:00+02") == 1709208000 - 7200);
  CHECK(parse_iso_time("1969-12-31 23:59:59") == -1);
  for (char const* wrong :
       {"", "2026", "2026-13-01", "2025-02-29", "2026-11-21T", "2026-11-21T25:00", "2026-11-21T10:61",
        "2026-11-21T10:00:99", "2026-11-21T10:00 UTC", "21.11.2026", "2026-11-21T10:00:", "2026-1-1"}) {
    INFO(wrong);
    CHECK_FALSE(parse_iso_time(wrong));
  }
  for (char const* text : {"2026-11-21T18:26:24Z", "1969-12-31T23:59:59Z", "2000-02-29T00:00:00Z"}) {
    CHECK(iso_time_text(*parse_iso_time(text)) == text);
  }
}

TEST_CASE("what is wrong with a series is named with its line") {
  Folder const folder;
  CHECK_THAT(
      error(folder, "time,level\n0,1\n10,2\n10,3\n"),
      EndsWith("tide.csv:4: times must increase, but 10 is there twice; sort the rows by time and keep one of each"));
  CHECK_THAT(error(folder, "0,1\n10,2\n5,3\n"), ContainsSubstring("tide.csv:3: times must increase, but 5 comes late"));
  CHECK_THAT(error(folder, "0,1\n10,x\n"), EndsWith("tide.csv:2: \"x\" is not a number"));
  CHECK_THAT(error(folder, "0;1,5\n"), EndsWith("\"1,5\" is not a number: write 1.5, with a decimal point"));
  CHECK_THAT(error(folder, "0,1\n1,nan\n"), ContainsSubstring("tide.csv:2: NaN and infinity"));
  CHECK_THAT(error(folder, "0,1,2\n"), ContainsSubstring("it has 3 columns; two are needed"));
  CHECK_THAT(error(folder, "time,level\n"), ContainsSubstring("it holds no row"));
  CHECK_THAT(error(folder, "time (moons),level\n0,1\n"),
             ContainsSubstring("times are in \"moons\", which is not known"));
  CHECK_THAT(error(folder, "0,1\n21.11.2026,2\n"), ContainsSubstring("is not a number, nor a date such as"));
  CHECK_THAT(message_of<InputError>([&] { (void)read_series(folder.path() / "no.csv"); }),
             ContainsSubstring("no such file"));
}

TEST_CASE("units as modellers write them") {
  CHECK(std::abs(3.6e6 * millimetres_per_hour - 1) < 1e-15);
  CHECK(si_factor("mm/h") == millimetres_per_hour);
  CHECK(std::abs(*si_factor("mm/d") * 86'400'000 - 1) < 1e-15);
  CHECK(si_factor("m^3/s") == 1);
  CHECK(si_factor("l/s") == 0.001);
  CHECK(std::abs(*si_factor("degrees") * 180 - M_PI) < 1e-15);
  CHECK(si_factor("") == 1);
  CHECK_FALSE(si_factor("furlongs"));
  CHECK(parse_duration("7 d") == 604800);
  CHECK(parse_duration("90 min") == 5400);
}
