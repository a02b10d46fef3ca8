// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>

namespace tessera {

/// The bytes of memory that this process may still take: what the machine has available, and what its control groups
/// (versions 1 and 2) leave. `root` stands for "/" in tests.
[[nodiscard]] double available_memory(std::filesystem::path const& root = "/");

/// How many threads this process should use: OMP_NUM_THREADS if it is set, at most as many as its affinity allows.
[[nodiscard]] int available_threads();

/// Throws `InputError` if more is needed than is free: "WHAT needs 120 GiB of MEMORY_NAME; 96 GiB are free".
void check_memory(double bytes_needed, double bytes_free, std::string const& what,
                  std::string const& memory_name = "memory");

}  // namespace tessera
