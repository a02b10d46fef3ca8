// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tessera/io/cf_writer.hpp"

// The bytes of a NetCDF file of the classic format with 64-bit offsets (CDF-2). netCDF-C lays them out in memory;
// `CfWriter` puts them on the disk in an order in which the file is whole at all times.
namespace tessera::detail {

/// What a file begins with.
struct CfHead {
  std::vector<char> bytes;          ///< the header, coordinates and maps; no states are counted
  std::uint64_t header_size = 0;    ///< of the header alone
  std::vector<std::uint64_t> maps;  ///< where the variables that do not change begin, in their order
};

/// The head of a file with these variables. Maps are missing everywhere. Throws `InputError` in a build without
/// netCDF-C.
[[nodiscard]] CfHead cf_head(Mesh const& mesh, CfDescription const& description,
                             std::vector<CfVariable> const& variables);

/// The bytes of one state: its time, and one map for each variable that changes. NaN becomes the fill value.
[[nodiscard]] std::vector<char> cf_state(Mesh const& mesh, Precision precision, double time,
                                         std::vector<std::vector<double>> const& maps);

/// The bytes of one map.
[[nodiscard]] std::vector<char> cf_map(Mesh const& mesh, Precision precision, std::vector<double> const& values);

/// The bytes that so many values take.
[[nodiscard]] inline std::uint64_t cf_bytes(std::uint64_t count, Precision precision) {
  return count * (precision == Precision::float32 ? 4 : 8);
}

/// The times of the states that the header of the file at `path` counts. Throws `InputError` if it cannot be read.
[[nodiscard]] std::vector<double> cf_times(std::filesystem::path const& path);

}  // namespace tessera::detail
