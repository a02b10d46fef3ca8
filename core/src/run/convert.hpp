// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>

#include "run/raw_value.hpp"
#include "tessera/run/config.hpp"

namespace tessera {

/// The value of `key` from what was written, in its type, checked against its range, words and length. Relative paths
/// are taken from `folder`. `name` is the full one, for the `InputError`.
[[nodiscard]] Config::Value convert(Key const& key, std::string const& name, RawValue const& raw,
                                    std::filesystem::path const& folder);

/// What is wrong with a number, written as `shown`, that is outside the range of `key`; empty if it is within.
[[nodiscard]] std::string range_fault(Key const& key, double value, std::string const& shown);

/// What `key` may hold, as messages and --print-config say it: "3 integers, at least 1".
[[nodiscard]] std::string expectation(Key const& key);

}  // namespace tessera
