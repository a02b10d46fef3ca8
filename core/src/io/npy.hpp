// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tessera/run/simulation.hpp"

// NumPy's .npy format, little-endian, C order.
namespace tessera::detail {

/// The bytes before the values: always 128 for the ranks that we write.
inline constexpr long npy_header_bytes = 128;

/// Writes `values` with `shape` to `path`, whole or not at all.
void write_npy(std::filesystem::path const& path, std::vector<long> const& shape, std::span<double const> values,
               Precision precision);

/// Reads an array as doubles. Throws `InputError` if it has another shape or a type that is not a plain number.
[[nodiscard]] std::vector<double> read_npy(std::filesystem::path const& path, std::string const& name,
                                           std::vector<long> const& expected_shape);

}  // namespace tessera::detail
