// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Core.hpp>

namespace tessera::detail {

/// Whether a space has sweeps with launches of its own, beside those of Kokkos (native.hpp): CUDA's.
template <class Exec>
inline constexpr bool is_native = requires(Exec const& exec) {
  exec.cuda_stream();
};

/// Bytes of shared memory that a block of such a launch may have; 0 where there is none.
template <class Exec>
std::size_t most_shared_memory(Exec const& exec) {
  if constexpr (is_native<Exec>) {
    return exec.cuda_device_prop().sharedMemPerBlockOptin;
  } else {
    return 0;
  }
}

}  // namespace tessera::detail
