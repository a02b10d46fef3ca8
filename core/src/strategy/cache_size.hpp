// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>

namespace tessera {

/// The size of the last cache that `folder` describes, bytes; 0 if it describes none of the third level or above, for
/// caches below are mostly a core's own. `folder` is laid out as /sys/devices/system/cpu/cpu0/cache is, where each
/// cache that serves the processor has a folder indexN with level, type and size ("32768K"). Source: the Linux kernel's
/// Documentation/ABI/testing/sysfs-devices-system-cpu.
[[nodiscard]] double last_cache_in(std::filesystem::path const& folder);

}  // namespace tessera
