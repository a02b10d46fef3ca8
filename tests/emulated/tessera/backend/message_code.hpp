// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>

#include "tessera/backend/native_code.hpp"

// In place of the header of that name.

namespace tessera::detail {

template <int Offset, class Word, int Count>
void publish(void* to, Word const (&words)[Count]) {
  static_assert(sizeof words == 16);
  std::memcpy(static_cast<unsigned char*>(to) + Offset, words, sizeof words);
}
template <int Offset>
void publish(void* to, unsigned word) {
  std::memcpy(static_cast<unsigned char*>(to) + Offset, &word, sizeof word);
}
inline unsigned load_published(unsigned const* from) { return *from; }
inline unsigned increment(unsigned* counter) { return emulated::increment(counter); }
template <int Offset>
void begin_load_published(void* to, void const* from) {
  emulated::begin_copy(static_cast<unsigned char*>(to) + Offset, static_cast<unsigned char const*>(from) + Offset, 16);
}
inline bool any_of_warp(bool here) {
  bool any = false;
  for (int lane = 0; lane < 32; ++lane) any = emulated::from_lane(here, lane) || any;
  return any;
}
inline void yield_while_polling() { emulated::yield_while_polling(); }

}  // namespace tessera::detail
