// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/format.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tessera/run/json.hpp"
#include "tessera/run/progress.hpp"
#include "tessera/run/spelling.hpp"

using namespace tessera;

TEST_CASE("durations are read and written", "[format]") {
  CHECK(parse_duration("6 h") == 6 * 3600.0);
  CHECK(parse_duration("7 d") == 7 * 86400.0);
  CHECK(parse_duration("10min") == 600.0);
  CHECK(parse_duration("1 h 30 min") == 5400.0);
  CHECK(parse_duration("90") == 90.0);
  CHECK(parse_duration("1.5e-3 s") == 1.5e-3);
  CHECK(parse_duration("20 ms") == 0.02);
  for (char const* bad : {"", "h", "6 parsecs", "six h", "6 h h", "inf s", "1 2 h x"}) CHECK_FALSE(parse_duration(bad));
  for (double const seconds : {1.0, 0.1, 90.0, 3600.0, 86400.0 * 7, 1e-7, 123456.789}) {
    CHECK(parse_duration(duration_text(seconds)) == seconds);
  }
  CHECK(duration_text(6 * 3600) == "6 h");
}

TEST_CASE("numbers and rates are written for people", "[format]") {
  CHECK(human_number(0.30000001) == "0.3");
  CHECK(human_rate(41.2e9) == "41.2 G updates/s");
  CHECK(human_rate(999.9e6) == "1 G updates/s");
  CHECK(human_rate(12) == "12 updates/s");
  CHECK(human_time_left(1) == "~1 s left");
  CHECK(human_time_left(42) == "~40 s left");
  CHECK(human_time_left(130) == "~2 min left");
  CHECK(human_time_left(3 * 3600) == "~3 h left");
  CHECK(human_time_left(1e300) == "years left");
  CHECK(exact_number(0.1) == "0.1");
  CHECK(exact_number(1) == "1.0");
  CHECK(exact_number(1e-300) == "1e-300");
}

TEST_CASE("a progress line says what is known and leaves out what is not", "[format]") {
  ProgressState state;
  state.step = 12000;
  state.time = 12000;
  CHECK(progress_line(state) == "step 12000  t = 3 h 20 min");
  state.error = 0.3;
  state.target = 0.001;
  state.error_unit = "K";
  state.rate = 41e9;
  state.copy_share = 0.81;
  state.seconds_left = 121;
  CHECK(progress_line(state) ==
        "step 12000  t = 3 h 20 min  err 0.3 -> 0.001 K  41 G updates/s  81 % of copy  ~2 min left");
  CHECK(progress_line(state, 79) == "step 12000  t = 3 h 20 min  err 0.3 -> 0.001 K  41 G updates/s  ~2 min left");
  CHECK(progress_line(state, 70) == "step 12000  t = 3 h 20 min  err 0.3 -> 0.001 K  ~2 min left");
  CHECK(progress_line(state, 10) == "step 12000");
}

TEST_CASE("JSON keeps order, escapes text and has no NaN", "[json]") {
  JsonObject inner;
  inner.add("l2", 0.5);
  JsonObject object;
  object.add("b", "a \"quoted\"\nline\t\\").add("a", 1L).add("nan", 0.0 / 0.0).add("list", std::vector<long>{1, 2});
  object.add("norms", inner).add("yes", true);
  CHECK(object.text() ==
        "{\n  \"b\": \"a \\\"quoted\\\"\\nline\\u0009\\\\\",\n  \"a\": 1,\n  \"nan\": null,\n"
        "  \"list\": [1, 2],\n  \"norms\": {\n    \"l2\": 0.5\n  },\n  \"yes\": true\n}\n");
}

TEST_CASE("the nearest spelling is found, and none where nothing is near", "[spelling]") {
  CHECK(spelling_distance("cells", "clels") == 1);
  CHECK(spelling_distance("kitten", "sitting") == 3);
  CHECK(spelling_distance("", "abc") == 3);
  CHECK(nearest_spelling("dirchlet", {"neumann", "dirichlet", "periodic"}) == "dirichlet");
  CHECK(nearest_spelling("xyz", {"neumann", "dirichlet"}).empty());
  CHECK(nearest_spelling("a", {"b", "auto"}).empty());
}
