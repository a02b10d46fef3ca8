// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "tessera/io/checkpoint.hpp"

// The bytes of a checkpoint: a header of text lines, then the buffers one after the other.
namespace tessera::detail {

/// A 64-bit sum over bytes that finds damage of every kind that disks and killed processes cause, at memory speed.
[[nodiscard]] std::uint64_t checksum(std::span<std::byte const> bytes) noexcept;

/// The header: names, numbers, the length and checksum of every buffer, and last a line with its own checksum.
[[nodiscard]] std::string checkpoint_header(Checkpoint const& checkpoint);

/// Reads header and buffers back, verifying all checksums. Throws `InputError` that says what is damaged.
[[nodiscard]] Checkpoint parse_checkpoint(std::filesystem::path const& path);

}  // namespace tessera::detail
