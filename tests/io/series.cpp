// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/io/series.hpp"

#include <cmath>

#include "support.hpp"
#include "tessera/run/format.hpp"

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
  CHECK_THAT(error(folder, "0,1\n1,inf\n"), ContainsSubstring("tide.csv:2: NaN and infinity"));
  CHECK_THAT(error(folder, "0,1\nnan,1\n"), ContainsSubstring("tide.csv:2: NaN and infinity"));
  CHECK_THAT(error(folder, "0,1,2\n"), ContainsSubstring("it has 3 columns; two are needed"));
  CHECK_THAT(error(folder, "time,level\n"), ContainsSubstring("it holds no row"));
  CHECK_THAT(error(folder, "time (moons),level\n0,1\n"), ContainsSubstring("its times: the unit \"moons\""));
  CHECK_THAT(error(folder, "0,1\n21.11.2026,2\n"), ContainsSubstring("is not a number, nor a date such as"));
  CHECK_THAT(message_of<InputError>([&] { (void)read_series(folder.path() / "no.csv"); }),
             ContainsSubstring("no such file"));
}

TEST_CASE("a value that marks a missing one is refused with its line and the remedy") {
  Folder const folder;
  for (std::string const marker : {"-9999", "-9999.0", "-9999.9", "-9.999e3", "-999", "-999.99", "-99999", "-32768",
                                   "1e20", "9.96921e36", "-3.4028235e38", "nan", "NaN", "\"-9999\""}) {
    INFO(marker);
    CHECK_THAT(error(folder, "time,level\n0,1\n10," + marker + "\n20,1\n"),
               ContainsSubstring("tide.csv:3: ") && ContainsSubstring(" marks a missing value") &&
                   EndsWith("leave the row out: a series is linear between rows"));
  }
  CHECK_THAT(error(folder, "0,1\n10,\n"), ContainsSubstring("tide.csv:2: an empty field marks a missing value"));
  CHECK_THAT(error(folder, "0;1\n10;\"\"\n"), ContainsSubstring("tide.csv:2: an empty field marks a missing value"));
  for (std::string const value : {"-998", "-1000", "-9998", "-10000", "9999", "-32766", "9e19", "0", "-1"}) {
    INFO(value);
    CHECK(read(folder, "0,1\n10," + value + "\n").values()[1] == std::stod(value));
  }
}

TEST_CASE("fields in quotes are read without them, and what a caller finds wrong is said with its line") {
  Folder const folder;
  Series const series = read(folder, "\"time (h)\",\"level (cm)\"\n\"0\",\"10\"\n 1 , \"20\"\n");
  CHECK(series.times() == Values{0, 3600});
  CHECK(series.values() == Values{10, 20});
  CHECK(series.unit() == "cm");
  CHECK(read(folder, "\"1970-01-01 00:00\" 1\n\"1970-01-01 00:01\" 2\n", 0.0).times() == Values{0, 60});
  fs::path const path = folder.path() / "tide.csv";
  put_text(path, "time,level (cm)\n0,1\n10,7\n");
  auto const check = [](double value, std::string const& unit) {
    return value > 5 ? std::optional("too many " + unit) : std::nullopt;
  };
  CHECK_THAT(message_of<InputError>([&] { (void)read_series(path, std::nullopt, check); }),
             EndsWith("tide.csv:3: too many cm"));
}

TEST_CASE("a header tells units, whatever separates its columns") {
  Folder const folder;
  auto const wanted = [&](std::string const& text) {
    put_text(folder.path() / "rain.txt", text);
    return read_series(folder.path() / "rain.txt", std::nullopt, {}, "mm/h");
  };
  auto const refused = [&](std::string const& text) { return message_of<InputError>([&] { (void)wanted(text); }); };
  for (char const* header : {"time (h) rain (mm/h)", "time [h]   the rain [mm/h]", "# time (h), rain (mm/h)",
                             "# made by hand\n# time (h) rain (mm/h)", "time (h);rain (gauge 3) (mm/h)"}) {
    INFO(header);
    std::string const text = header;
    char const separator = text.find(';') != text.npos ? ';' : ' ';
    Series const series = wanted(text + "\n0" + separator + "24\n0.5" + separator + "12\n");
    CHECK(series.times() == Values{0, 1800});
    CHECK(series.values() == Values{24, 12});
    CHECK(series.unit() == "mm/h");
  }
  CHECK(wanted("time rain (mm/h)\n0 24\n1 12\n").times() == Values{0, 1});
  CHECK(wanted("time (min) rain\n0 24\n1 12\n").times() == Values{0, 60});
  CHECK_THAT(refused("time (h) a (mm/h) b (mm/h)\n0 1\n"), ContainsSubstring("rain.txt:1: the header has 3 columns"));
  put_text(folder.path() / "dates.csv", "date,time of day (UTC),rain (mm/h)\n2026-11-21,18:00,3\n2026-11-21,19:00,3\n");
  double const start = *parse_iso_time("2026-11-21T18:00:00Z");
  CHECK(read_series(folder.path() / "dates.csv", start, {}, "mm/h").times() == Values{0, 3600});
  CHECK_THAT(refused("# gauge\ntime,rain (mm)\n0,1\n"), ContainsSubstring("rain.txt:2: its values: the unit \"mm\""));
  CHECK_THAT(refused("time (UTC),rain\n0,1\n"), ContainsSubstring("rain.txt:2: the header says UTC"));
#ifdef TESSERA_HAVE_UDUNITS
  CHECK(std::abs(wanted("time (h) rain (mm / d)\n0 24\n0.5 12\n").values()[0] - 1) < 1e-12);
  CHECK_THAT(refused("time (m),rain\n0,1\n"),
             ContainsSubstring("rain.txt:1: its times: the unit \"m\" is not of the kind of s"));
  CHECK_THAT(refused("time,rain mm/d\n0,1\n"),
             ContainsSubstring("seems to tell the unit \"mm/d\"; write it in brackets"));
  CHECK_THAT(refused("time_h,rain\n0,1\n"), ContainsSubstring("seems to tell the unit \"h\""));
  CHECK_THAT(refused("time h rain mm/d\n0 1\n"), ContainsSubstring("seems to tell the unit"));
#endif
}
