// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cdf.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {

namespace {

constexpr std::uint32_t dimension_tag = 10, variable_tag = 11, attribute_tag = 12;

void put_number(std::vector<char>& to, std::uint64_t value) { put_bytes(to, static_cast<std::uint32_t>(value)); }

void pad(std::vector<char>& to, std::size_t length) { to.insert(to.end(), (4 - length % 4) % 4, '\0'); }

void put_name(std::vector<char>& to, std::string_view name) {
  put_number(to, name.size());
  to.insert(to.end(), name.begin(), name.end());
  pad(to, name.size());
}

void put_list(std::vector<char>& to, std::uint32_t tag, std::size_t entries) {
  put_number(to, entries == 0 ? 0 : tag);
  put_number(to, entries);
}

void put_attribute(std::vector<char>& to, CfAttribute const& attribute) {
  put_name(to, attribute.first);
  if (auto const* const text = std::get_if<std::string>(&attribute.second)) {
    put_number(to, static_cast<std::uint32_t>(CdfType::text));
    put_name(to, *text);  // its length, then its bytes: as a name
  } else {
    put_number(to, static_cast<std::uint32_t>(CdfType::float64));
    put_number(to, 1);
    put_double(to, std::get<double>(attribute.second));
  }
}

/// Attributes; `_FillValue` has to be of the variable's own type.
void put_attributes(std::vector<char>& to, std::vector<CfAttribute> const& attributes, CdfVariable const* variable) {
  bool const fill = variable != nullptr && variable->has_fill;
  put_list(to, attribute_tag, attributes.size() + (fill ? 1 : 0));
  for (CfAttribute const& attribute : attributes) put_attribute(to, attribute);
  if (!fill) return;
  put_name(to, "_FillValue");
  put_number(to, static_cast<std::uint32_t>(variable->type));
  put_number(to, 1);
  put_values(to, {cdf_fill}, variable->type == CdfType::float32 ? Precision::float32 : Precision::float64);
}

bool has_states(CdfVariable const& variable) { return !variable.dimensions.empty() && variable.dimensions[0] == 0; }

std::vector<char> header_with(std::vector<char> const& start, std::vector<CdfVariable> const& variables,
                              std::uint64_t data_begin) {
  std::vector<char> bytes = start;
  put_list(bytes, variable_tag, variables.size());
  std::uint64_t map_at = data_begin, state_at = data_begin;
  for (CdfVariable const& variable : variables) state_at += has_states(variable) ? 0 : variable.bytes;
  for (CdfVariable const& variable : variables) {
    std::uint64_t& at = has_states(variable) ? state_at : map_at;
    put_name(bytes, variable.name);
    put_number(bytes, variable.dimensions.size());
    for (std::uint32_t const dimension : variable.dimensions) put_number(bytes, dimension);
    put_attributes(bytes, variable.attributes, &variable);
    put_number(bytes, static_cast<std::uint32_t>(variable.type));
    put_number(bytes, variable.bytes);
    put_bytes(bytes, at);
    at += variable.bytes;
  }
  return bytes;
}

}  // namespace

void put_values(std::vector<char>& to, std::vector<double> const& values, Precision precision) {
  std::size_t const size = precision == Precision::float32 ? 4 : 8;
  std::size_t at = to.size();
  to.resize(at + cdf_bytes(values.size(), precision));
  for (double const value : values) {
    double const stored = std::isnan(value) ? cdf_fill : value;
    std::uint64_t const bits = precision == Precision::float32
                                   ? std::bit_cast<std::uint32_t>(static_cast<float>(stored))
                                   : std::bit_cast<std::uint64_t>(stored);
    for (std::size_t i = 0; i < size; ++i) to[at + i] = static_cast<char>(bits >> 8 * (size - 1 - i) & 0xff);
    at += size;
  }
}

std::uint64_t cdf_bytes(std::uint64_t count, Precision precision) {
  return count * (precision == Precision::float32 ? 4 : 8);
}

std::vector<char> cdf_header(long nx, long ny, std::vector<CfAttribute> const& attributes,
                             std::vector<CdfVariable> const& variables) {
  std::vector<char> start{'C', 'D', 'F', 2};
  put_number(start, 0);
  put_list(start, dimension_tag, 3);
  put_name(start, "time");
  put_number(start, 0);
  put_name(start, "y");
  put_number(start, static_cast<std::uint64_t>(ny));
  put_name(start, "x");
  put_number(start, static_cast<std::uint64_t>(nx));
  put_attributes(start, attributes, nullptr);
  std::uint64_t const size = header_with(start, variables, 0).size();  // offsets have the same width whatever they are
  return header_with(start, variables, size);
}

}  // namespace tessera::detail
