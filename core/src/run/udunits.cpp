// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/udunits.hpp"

#include <string>

#include "tessera/error.hpp"

#if defined(TESSERA_HAVE_UDUNITS) && TESSERA_HAVE_UDUNITS

#include <udunits2.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace tessera::detail {

namespace {

struct Free {
  void operator()(ut_unit* unit) const { ut_free(unit); }
  void operator()(cv_converter* converter) const { cv_free(converter); }
};
using Unit = std::unique_ptr<ut_unit, Free>;

/// The units that UDUNITS-2 has in its tables, read once.
ut_system* all_units() {
  static ut_system* const system = [] {
    ut_set_error_message_handler(ut_ignore);
    return ut_read_xml(nullptr);
  }();
  if (system == nullptr) {
    throw InputError("UDUNITS-2 does not find its table of units; set UDUNITS2_XML_PATH to its udunits2.xml");
  }
  return system;
}

/// The unit that `text` names; empty if it is not known.
Unit parsed(std::string_view text) {
  ut_system* const system = all_units();
  std::string const name(text);
  for (ut_encoding const encoding : {UT_ASCII, UT_UTF8, UT_LATIN1}) {
    if (Unit unit{ut_parse(system, name.c_str(), encoding)}) return unit;
  }
  std::string joined = name;  // "US survey foot" is US_survey_foot
  std::replace(joined.begin(), joined.end(), ' ', '_');
  return Unit{ut_parse(system, joined.c_str(), UT_ASCII)};
}

/// In base units: "0.001 m", "rad".
std::string definition(Unit const& unit) {
  char text[256];
  int const length = ut_format(unit.get(), text, sizeof text, UT_ASCII | UT_DEFINITION);
  return length < 0 ? std::string() : std::string(text, static_cast<std::size_t>(length));
}

/// UDUNITS takes the radian for the number 1; here an angle is no plain number.
bool has_angle(Unit const& unit) { return definition(unit).find("rad") != std::string::npos; }

std::string kind_hint(Unit const& told, Unit const& wanted) {
  Unit const second = parsed("s");
  Unit const rate{ut_divide(told.get(), second.get())};
  if (rate == nullptr || ut_are_convertible(rate.get(), wanted.get()) == 0) return {};
  return " (an amount is no rate: divide it by the time in which it comes)";
}

[[noreturn]] void refuse_kind(std::string_view told_name, std::string_view wanted_name, Unit const& told,
                              Unit const& wanted) {
  throw InputError("the unit \"" + std::string(told_name) + "\" is not of the kind of " + std::string(wanted_name) +
                   ", which is wanted here: it is " + definition(told) + ", not " + definition(wanted) +
                   kind_hint(told, wanted));
}

}  // namespace

UnitChange udunits_change(std::string_view told_name, std::string_view wanted_name) {
  Unit const told = parsed(told_name), wanted = parsed(wanted_name);
  if (wanted == nullptr) {
    throw InputError("the unit \"" + std::string(told_name) + "\" is told, but values without a unit are wanted in " +
                     std::string(wanted_name));
  }
  if (told == nullptr) {
    throw InputError("the unit \"" + std::string(told_name) + "\" is not known to UDUNITS-2; " +
                     std::string(wanted_name) + ", or a unit of that kind, is wanted here");
  }
  if (ut_compare(told.get(), wanted.get()) == 0) return {};
  bool const same_kind = ut_are_convertible(told.get(), wanted.get()) != 0 && has_angle(told) == has_angle(wanted);
  if (!same_kind) refuse_kind(told_name, wanted_name, told, wanted);
  std::unique_ptr<cv_converter, Free> const converter(ut_get_converter(told.get(), wanted.get()));
  auto const at = [&](double value) { return cv_convert_double(converter.get(), value); };
  UnitChange const change{at(1) - at(0), at(0)};
  bool const linear = std::abs(at(10) - change(10)) <= 1e-9 * std::abs(at(10));
  if (!linear) refuse_kind(told_name, wanted_name, told, wanted);  // a logarithm
  return change;
}

bool is_angle(std::string_view unit) {
  Unit const known = parsed(unit);
  return known != nullptr && has_angle(known);
}

bool is_unit(std::string_view unit) {
  Unit const known = parsed(unit);
  return known != nullptr && ut_is_dimensionless(known.get()) == 0;
}

}  // namespace tessera::detail

#else

namespace tessera::detail {

UnitChange udunits_change(std::string_view told, std::string_view wanted) {
  throw InputError("the unit \"" + std::string(told) + "\" is told, where " + std::string(wanted) +
                   " is wanted; this build has no UDUNITS-2 to convert it: install it (Debian: libudunits2-dev) and "
                   "build again, or give values in " +
                   std::string(wanted));
}

bool is_angle(std::string_view unit) { return unit.starts_with("degree"); }

bool is_unit(std::string_view) { return false; }

}  // namespace tessera::detail

#endif
