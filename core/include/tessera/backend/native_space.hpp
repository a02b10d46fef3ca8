// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Whether a space has sweeps with native launches (native.hpp): CUDA.
template <class Exec>
inline constexpr bool is_native = requires(Exec const& exec) {
  exec.cuda_stream();
};

/// The shared memory that a block of a native launch may use, in bytes; 0 without native launches.
template <class Exec>
std::size_t most_shared_memory(Exec const& exec) {
  if constexpr (is_native<Exec>) {
    return exec.cuda_device_prop().sharedMemPerBlockOptin;
  } else {
    return 0;
  }
}

}  // namespace tessera::detail
