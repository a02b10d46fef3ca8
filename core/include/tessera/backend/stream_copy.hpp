// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace tessera {

/// Copies `bytes` (a multiple of 64, both ends on 64-byte boundaries) past the caches where the processor can: a store
/// that is not read soon then costs no read of the line that it overwrites, 16 bytes per double moved and not 24.
void stream_copy(void* to, void const* from, std::size_t bytes);

/// Makes the copies visible to other threads, before a barrier.
void stream_fence();

}  // namespace tessera
