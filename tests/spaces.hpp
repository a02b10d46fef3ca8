// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>
#include <utility>

#include <Kokkos_Core.hpp>

#include "tessera/backend/native_space.hpp"
#include "tessera/pack.hpp"

namespace tessera::test {

/// The execution spaces that tests of kernels run over: the default one, and the host's if that is another.
using Spaces = std::conditional_t<std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>,
                                  Types<Kokkos::DefaultExecutionSpace>,
                                  Types<Kokkos::DefaultExecutionSpace, Kokkos::DefaultHostExecutionSpace>>;

#if defined(TESSERA_EMULATES_CUDA)
/// The space of an emulated device (emulated/), which is too slow for all but small grids.
using TestedSpaces = Types<Kokkos::Serial>;
inline constexpr bool emulated = true;
/// Whether its threads run in reverse order.
inline bool backward() { return ::emulated::backward(); }
#else
using TestedSpaces = Spaces;
inline constexpr bool emulated = false;
inline constexpr bool backward() { return false; }
#endif

/// Whether one of the spaces has launches of CUDA's own. Where none has, cases of these skip themselves.
template <class... Execs>
constexpr bool any_native(Types<Execs...>) {
  return (tessera::detail::is_native<Execs> || ...);
}
inline constexpr bool has_native = any_native(TestedSpaces{});
inline constexpr char const* native_alone = "only CUDA devices have launches of CUDA's own";

/// Calls `f(Exec{})` for each of the spaces.
template <class F, class... Execs>
void for_each_space(F const& f, Types<Execs...>) {
  (f(Execs{}), ...);
}
template <class F>
void for_each_space(F const& f) {
  for_each_space(f, TestedSpaces{});
}

}  // namespace tessera::test
