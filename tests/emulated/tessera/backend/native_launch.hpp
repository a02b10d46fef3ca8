// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "emulated/emulator.hpp"

// In place of the header of that name.

namespace tessera::detail {

using Native = Kokkos::Serial;

using BlockShape = emulated::Shape;

inline int multiprocessors(Native const&) { return emulated::multiprocessors; }
template <class... Args>
int blocks_held(Native const& exec, void (*)(Args...), int, std::size_t, std::string const&) {
  return 2 * multiprocessors(exec);
}

template <class... Args>
int clusters_held(Native const& exec, void (*)(Args...), BlockShape const&, std::size_t, std::string const&) {
  return multiprocessors(exec);
}

template <class... Args>
void launch_native(Native const& exec, void (*kernel)(Args...), int blocks, BlockShape const& shape, std::size_t bytes,
                   std::string const& label, std::type_identity_t<Args> const&... args) {
  if (bytes > most_shared_memory(exec)) throw std::runtime_error(label + ": too much shared memory");
  emulated::run(blocks, shape, bytes, [&] { kernel(args...); });
}

/// All blocks at the same time: as one cluster.
template <class... Args>
void launch_at_once(Native const& exec, void (*kernel)(Args...), int blocks, BlockShape const& shape, std::size_t bytes,
                    std::string const& label, std::type_identity_t<Args> const&... args) {
  launch_native(exec, kernel, blocks, BlockShape{shape.x, shape.y, blocks}, bytes, label, args...);
}

}  // namespace tessera::detail
