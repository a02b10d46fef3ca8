// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tessera/backend/stream_copy.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tessera {

void stream_copy(void* to, void const* from, std::size_t bytes) {
#if defined(__SSE2__)
  auto* out = static_cast<__m128i*>(to);
  auto const* in = static_cast<__m128i const*>(from);
  for (std::size_t i = 0; i < bytes / sizeof(__m128i); ++i) _mm_stream_si128(out + i, _mm_load_si128(in + i));
#else
  std::memcpy(to, from, bytes);
#endif
}

void stream_fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace tessera
