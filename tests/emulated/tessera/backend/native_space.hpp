// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

// In place of the header of that name: here it is a host's space whose launches are emulated.

namespace tessera::detail {

template <class Exec>
inline constexpr bool is_native = std::is_same_v<Exec, Kokkos::Serial>;

template <class Exec>
std::size_t most_shared_memory(Exec const&) {
  return is_native<Exec> ? 227 * 1024 : 0;
}

}  // namespace tessera::detail
