// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/io/cf_writer.hpp"

// The bytes of NetCDF's classic format with 64-bit offsets (CDF-2), as the NetCDF Users' Guide, appendix "File Format
// Specifications", lays them out: everything big-endian, names and values padded to four bytes.
namespace tessera::detail {

/// The type codes of the format that we write.
enum class CdfType : std::uint32_t { text = 2, integer = 4, float32 = 5, float64 = 6 };

/// What stands where nothing was written: NetCDF's own default for floats and doubles.
inline constexpr double cdf_fill = 9.969209968386869e36;

/// Appends `value`, most significant byte first.
template <class Unsigned>
void put_bytes(std::vector<char>& to, Unsigned value) {
  for (int shift = 8 * (static_cast<int>(sizeof value) - 1); shift >= 0; shift -= 8) {
    to.push_back(static_cast<char>(value >> shift & 0xff));
  }
}
inline void put_double(std::vector<char>& to, double value) { put_bytes(to, std::bit_cast<std::uint64_t>(value)); }

/// Appends values in their precision, padded; NaN becomes the fill value.
void put_values(std::vector<char>& to, std::vector<double> const& values, Precision precision);

/// The bytes that so many values take, padded.
[[nodiscard]] std::uint64_t cdf_bytes(std::uint64_t count, Precision precision);

/// The attributes of a variable that tells the reference system: the WKT and, for Transverse Mercator (so for UTM), the
/// parameters by which CF (appendix F) names it.
[[nodiscard]] std::vector<CfAttribute> grid_mapping_attributes(std::string const& wkt);

/// A variable of the header.
struct CdfVariable {
  std::string name;
  std::vector<std::uint32_t> dimensions;  ///< their numbers
  CdfType type;
  std::vector<CfAttribute> attributes;
  std::uint64_t bytes;  ///< of all of it, or of one state of it
  bool has_fill = false;
};

/// The header of a file: dimensions 0 (time, unlimited), 1 (y) and 2 (x), attributes and variables. Those without
/// dimension 0 stand first in the file, in their order, right behind the header; then come the states, each of them the
/// other variables in their order. No states are counted yet.
[[nodiscard]] std::vector<char> cdf_header(long nx, long ny, std::vector<CfAttribute> const& attributes,
                                           std::vector<CdfVariable> const& variables);

}  // namespace tessera::detail
