// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace tessera {

/// Copies `bytes` (a multiple of 64, both ends 64-byte aligned) by non-temporal stores where the processor has them:
/// these do not read the overwritten line, which moves 16 bytes per double instead of 24.
void stream_copy(void* to, void const* from, std::size_t bytes);

/// Makes the copies visible to other threads, before a barrier.
void stream_fence();

}  // namespace tessera
