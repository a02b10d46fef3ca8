// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/run/units.hpp"

#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support.hpp"
#include "tessera/run/format.hpp"

using namespace tessera;
using namespace tessera::test;
using Catch::Matchers::WithinRel;

namespace {

std::string error(std::string const& told, std::string const& wanted) {
  return message_of<InputError>([&] { (void)unit_change(told, wanted); });
}

void skip_without_udunits() {
#ifndef TESSERA_HAVE_UDUNITS
  SKIP("this build has no UDUNITS-2");
#endif
}

}  // namespace

TEST_CASE("units of keys have factors, and the same unit is no change") {
  CHECK(std::abs(3.6e6 * millimetres_per_hour - 1) < 1e-15);
  CHECK(si_factor("mm/h") == millimetres_per_hour);
  CHECK(si_factor("m^3/s") == 1);
  CHECK(si_factor("") == 1);
  CHECK_FALSE(si_factor("furlongs"));
  for (char const* unit : {"mm/h", "m", "m^3/s", "s/m^(1/3)", "degC"}) CHECK_FALSE(unit_change(unit, unit).changes());
  CHECK_FALSE(unit_change("", "mm/h").changes());
  CHECK_FALSE(unit_change("anything", "").changes());
  for (char const* manning : {"s m-1/3", "s/m^1/3", "s m^(-1/3)", "m-1/3 s"}) {
    CHECK_FALSE(unit_change(manning, "s/m^(1/3)").changes());
  }
  CHECK_THAT(error("m1/3 s-1", "s/m^(1/3)"), ContainsSubstring("is not s/m^(1/3)"));
}

TEST_CASE("units of the same kind are converted, however they are written") {
  skip_without_udunits();
  struct Case {
    char const *told, *wanted;
    double factor;  // from their definitions: BIPM, The International System of Units; NIST Special Publication 811
  };
  for (Case const& one :
       {Case{"mm d-1", "mm/h", 1.0 / 24}, Case{" mm / d ", "mm/h", 1.0 / 24}, Case{"cm/h", "mm/h", 10},
        Case{"m s-1", "mm/h", 3.6e6}, Case{"in/h", "mm/h", 25.4}, Case{"mm per hour", "mm/h", 1},
        Case{"ft", "m", 0.3048}, Case{"US survey foot", "m", 1200.0 / 3937}, Case{"km", "m", 1000},
        Case{"0.3048 m", "m", 0.3048}, Case{"l/s", "m^3/s", 1e-3}, Case{"m\u00b3/s", "m^3/s", 1},
        Case{"ft3/s", "m^3/s", 0.028316846592}, Case{"%", "1", 0.01}, Case{"hours", "s", 3600}}) {
    INFO(one.told);
    CHECK_THAT(unit_change(one.told, one.wanted).factor, WithinRel(one.factor, 1e-12));
    CHECK(unit_change(one.told, one.wanted).offset == 0);
  }
  CHECK_THAT(unit_change("degF", "degC")(212), WithinRel(100.0, 1e-12));
  CHECK_THAT(unit_change("K", "degC")(273.15), Catch::Matchers::WithinAbs(0.0, 1e-9));
}

TEST_CASE("units of other kinds and unknown ones are refused by name") {
  CHECK_THAT(error("mm", "mm/h"), ContainsSubstring("\"mm\"") && ContainsSubstring("mm/h"));
  skip_without_udunits();
  CHECK_THAT(error("mm", "mm/h"), ContainsSubstring("an amount is no rate"));
  for (auto const& [told, wanted] : std::vector<std::array<std::string, 2>>{{"m3/s", "mm/h"},
                                                                            {"degrees", "mm/h"},
                                                                            {"mm/h", "m"},
                                                                            {"m", "m^3/s"},
                                                                            {"degrees", "1"},
                                                                            {"mm", "1"},
                                                                            {"1", "m"},
                                                                            {"kg m-2 s-1", "mm/h"},
                                                                            {"lg(re 1 mm)", "m"},
                                                                            {"days since 2000-01-01", "s"}}) {
    INFO(told);
    CHECK_THAT(error(told, wanted), ContainsSubstring("\"" + told + "\" is not of the kind of " + wanted));
  }
  CHECK_THAT(error("buckets", "mm/h"), ContainsSubstring("\"buckets\" is not known to UDUNITS-2; mm/h"));
}

TEST_CASE("a number without a unit stands alone in a duration") {
  CHECK(parse_duration("7 d") == 604800);
  CHECK(parse_duration("90 min") == 5400);
  CHECK(parse_duration("90") == 90);
  CHECK(parse_duration("1h30min") == 5400);
  for (char const* text : {"1h30", "1 h 30", "1 30", "2 min 5", "1 h 30 min 10"}) CHECK_FALSE(parse_duration(text));
}
