// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "emulated/emulator.hpp"

// In place of the header of that name.

namespace tessera::detail {

inline constexpr int shuffle_lanes = 32;

template <int Delta, class T>
T from_lane(T const& v) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0);
  std::uint32_t words[sizeof(T) / sizeof(std::uint32_t)];
  std::memcpy(words, &v, sizeof(T));
  int const mine = emulated::lane(), other = mine + Delta;
  for (std::uint32_t& word : words) {
    word = emulated::from_lane(word, other < 0 || other >= shuffle_lanes ? mine : other);
  }
  T result;
  std::memcpy(&result, words, sizeof(T));
  return result;
}

}  // namespace tessera::detail
