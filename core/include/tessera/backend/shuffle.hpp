// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "tessera/backend/macros.hpp"

namespace tessera::detail {

/// The number of neighbouring threads that exchange values by shuffles.
inline constexpr int shuffle_lanes = 32;

/// `v` of the lane `Delta` lanes below (negative) or above; a lane without one gets its own. Every lane calls it.
template <int Delta, class T>
KOKKOS_FORCEINLINE_FUNCTION T from_lane(T const& v) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(std::uint32_t) == 0);
  struct Words {
    std::uint32_t words[sizeof(T) / sizeof(std::uint32_t)];
  };
  auto bits = Kokkos::bit_cast<Words>(v);
  TESSERA_UNROLL
  for ([[maybe_unused]] auto& word : bits.words) {  // hosts have no lanes
    KOKKOS_IF_ON_DEVICE((if constexpr (Delta < 0) word = Kokkos::shfl_up(word, -Delta, shuffle_lanes);
                         else word = Kokkos::shfl_down(word, Delta, shuffle_lanes);))
  }
  return Kokkos::bit_cast<T>(bits);
}

}  // namespace tessera::detail
