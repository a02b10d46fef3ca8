// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

// The only door to the PNG encoder.
namespace tessera::detail {

[[nodiscard]] bool have_png() noexcept;

/// Writes red, green, blue pixels, row by row from the top, whole or not at all.
void write_png(std::filesystem::path const& path, int width, int height, std::vector<std::uint8_t> const& pixels);

}  // namespace tessera::detail
