// SPDX-FileCopyrightText: The Tessera authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

#include <Kokkos_Core.hpp>

// For CUDA alone (native.hpp).

namespace tessera::detail {

/// Throws a runtime_error for what CUDA did not do.
inline void check_cuda(cudaError_t status, std::string const& what) {
  if (status != cudaSuccess) throw std::runtime_error(what + ": " + cudaGetErrorString(status));
}

}  // namespace tessera::detail
