// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tessera::detail {

/// Reads a PNG as brightness between 0 (black) and 1, the lowest row first. Throws `InputError` if it has another shape
/// than (rows, columns) = `expected_shape`, is damaged, or if this build cannot read pictures.
[[nodiscard]] std::vector<double> read_png(std::filesystem::path const& path, std::string const& name,
                                           std::vector<long> const& expected_shape);

}  // namespace tessera::detail
