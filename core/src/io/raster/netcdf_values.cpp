// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <limits>

#include "io/missing_value.hpp"
#include "io/text_input.hpp"
#include "netcdf.hpp"
#include "tessera/error.hpp"

namespace tessera::detail {

namespace {

/// Reads the attributes of a variable that say what its values mean.
class Meaning {
 public:
  Meaning(NetcdfContents const& contents, NetcdfVariable const& variable) : m_contents(contents), m_variable(variable) {
    m_scale = single("scale_factor").value_or(1);
    m_offset = single("add_offset").value_or(0);
    if (!std::isfinite(m_scale) || !std::isfinite(m_offset) || m_scale == 0) {
      refuse("scale_factor", "and add_offset make no values");
    }
    read_sign();
    read_markers();
    read_range();
  }

  NetcdfValues values() const {
    NetcdfValues result{m_contents.read(m_variable), {}};
    for (std::size_t i = 0; i < result.values.size(); ++i) {
      double& value = result.values[i];
      double const stored = with_sign(value);
      double const meant = m_scale == 1 && m_offset == 0 ? stored : m_scale * stored + m_offset;
      value = meant;
      if (!is_missing(stored, meant)) continue;
      if (result.missing.empty()) result.missing.resize(result.values.size());
      result.missing[i] = 1;
      value = std::nan("");
    }
    return result;
  }

 private:
  [[noreturn]] void refuse(char const* attribute, std::string const& what) const {
    throw InputError(m_contents.path.string() + ": \"" + m_variable.name + "\": its attribute " + attribute + " " +
                     what + "; correct it, such as with ncatted");
  }

  /// The numbers of an attribute; some programs write them as text.
  NetcdfNumbers numbers(char const* attribute) const {
    if (auto const found = m_variable.numbers.find(attribute); found != m_variable.numbers.end()) return found->second;
    std::string const text(trimmed(text_of(m_variable, attribute)));
    if (text.empty()) return {};
    auto const number = number_in(text);
    if (!number) refuse(attribute, "is \"" + text + "\", which is not a number");
    return {{*number}, m_variable.floating};
  }
  std::optional<double> single(char const* attribute) const {
    NetcdfNumbers const found = numbers(attribute);
    if (found.values.size() > 1) refuse(attribute, "has several values; one is needed");
    return found.values.empty() ? std::nullopt : std::optional(found.values[0]);
  }

  /// `_Unsigned` says that the sign of integers is none, or that those without one have it.
  void read_sign() {
    std::string const told = lower(text_of(m_variable, "_Unsigned"));
    if (m_variable.floating || told.empty()) return;
    if (told != "true" && told != "false") refuse("_Unsigned", "is \"" + told + "\", neither true nor false");
    m_turn = (told == "true") != m_variable.is_unsigned ? std::ldexp(1.0, 8 * m_variable.bytes) : 0;
  }
  double with_sign(double stored) const {
    if (m_turn == 0) return stored;
    if (!m_variable.is_unsigned) return stored < 0 ? stored + m_turn : stored;
    return stored >= 0.5 * m_turn ? stored - m_turn : stored;
  }

  void read_markers() {
    if (auto const fill = single("_FillValue")) {
      m_markers.push_back(with_sign(*fill));
    } else if (m_variable.default_fill) {
      m_markers.push_back(with_sign(*m_variable.default_fill));
    }
    for (double const marker : numbers("missing_value").values) m_markers.push_back(with_sign(marker));
  }

  /// A range of floats is one of what packed integers mean; any other is one of what is stored.
  void read_range() {
    NetcdfNumbers const range = numbers("valid_range");
    if (!range.values.empty() && range.values.size() != 2) refuse("valid_range", "does not have two values");
    bool floats = range.floating;
    if (range.values.size() == 2) {
      m_low = range.values[0];
      m_high = range.values[1];
    }
    for (auto const& [attribute, bound] : {std::pair{"valid_min", &m_low}, std::pair{"valid_max", &m_high}}) {
      auto const value = single(attribute);
      if (!value) continue;
      floats = numbers(attribute).floating;
      *bound = *value;
    }
    m_range_of_meant = floats && !m_variable.floating && (m_scale != 1 || m_offset != 0);
    if (!m_range_of_meant && m_turn != 0) {
      if (std::isfinite(m_low)) m_low = with_sign(m_low);
      if (std::isfinite(m_high)) m_high = with_sign(m_high);
    }
    m_has_range = std::isfinite(m_low) || std::isfinite(m_high);
    if (m_has_range && !(m_low <= m_high)) refuse("valid_range", "(or valid_min, valid_max) leaves no value");
  }

  bool is_missing(double stored, double meant) const {
    for (double const marker : m_markers) {
      if (is_marker(stored, marker)) return true;
    }
    double const judged = m_range_of_meant ? meant : stored;
    return m_has_range && !(judged >= m_low && judged <= m_high);
  }

  NetcdfContents const& m_contents;
  NetcdfVariable const& m_variable;
  double m_scale = 1, m_offset = 0;
  double m_turn = 0;  ///< what is added to or taken from an integer whose sign is not that of its type; 0: none
  std::vector<double> m_markers;
  double m_low = -std::numeric_limits<double>::infinity(), m_high = std::numeric_limits<double>::infinity();
  bool m_has_range = false, m_range_of_meant = false;
};

}  // namespace

NetcdfValues netcdf_values(NetcdfContents const& contents, NetcdfVariable const& variable) {
  return Meaning(contents, variable).values();
}

std::string text_of(NetcdfVariable const& variable, char const* attribute) {
  auto const found = variable.texts.find(attribute);
  return found == variable.texts.end() ? std::string() : std::string(trimmed(found->second));
}

bool counts_downwards(NetcdfVariable const& variable) {
  std::string const positive = lower(text_of(variable, "positive"));
  if (!positive.empty()) return positive == "down";
  std::string const standard = lower(text_of(variable, "standard_name"));
  return standard == "depth" || standard.starts_with("sea_floor_depth") ||
         standard.find("_depth_below_") != standard.npos;
}

}  // namespace tessera::detail
